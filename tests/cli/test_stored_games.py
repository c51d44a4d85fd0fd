"""Tables of the network that are taken off the list."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.sessions.stored_games import delete, deleted
from bastide.net.errors import StoreError
from bastide.net.storage.store import GameStatus, Store
from tests.net.simulation import Network


def test_a_table_that_is_played_stays_and_another_one_can_be_brought_back(tmp_path: Path) -> None:
    network = Network(2, 3)
    text = Catalogs(own_catalogs()).texts("en")("bastide")
    with Store(tmp_path) as playing, Store(tmp_path) as other:
        playing.add_game(network.genesis, network.accepts, {0: b"m" * 32}, title="Kitchen")
        [row] = playing.games()
        playing.lock_game(row.game_id)
        with pytest.raises(StoreError, match="has this game open"):
            delete(other, row)
        assert other.games()[0].status is GameStatus.PLAYING

        playing.unlock_game(row.game_id)
        delete(other, row)
        assert other.games()[0].status is GameStatus.LEFT
        playing.lock_game(row.game_id)
    assert deleted(text, row) == (
        f"Taken off the list: Kitchen. `bastide resume {row.game_id.hex()[:8]}` brings it back."
    )
