from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.net.storage.store import (
    Store,
)
from tests.net.storage.games import a_genesis


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def store(folder: Path) -> Iterator[Store]:
    with Store(folder) as opened:
        yield opened


@pytest.fixture
def game(store: Store) -> bytes:
    """Return the id of a stored game that is open for writing."""
    genesis = a_genesis()
    store.add_game(genesis, (b"a" * 64, b"b" * 64), {0: b"m" * 32}, title="Ann's table")
    store.lock_game(genesis.game_id)
    return genesis.game_id
