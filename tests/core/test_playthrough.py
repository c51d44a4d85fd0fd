"""Recorded games: the same on every Python, with every hash seed, after every change.

`make pythons` runs these on each Python that is there, `make playthroughs` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.rules import Rules
from bastide.core.testing import playthrough

FOLDER = Path(__file__).parent / "playthroughs"
TABLES = [
    ("nim", (), 2),
    ("nim", ("nim_plus",), 4),
    ("cards", (), 3),
]


@pytest.mark.determinism
@pytest.mark.parametrize(("game", "extensions", "seats"), TABLES)
def test_a_recorded_game_plays_out_as_it_did(
    compose: Callable[..., Rules],
    golden: Callable[[Path, str], None],
    game: str,
    extensions: tuple[str, ...],
    seats: int,
) -> None:
    rules = compose(game, *extensions, seats=seats, seating="drawn")

    text = playthrough(rules, seed=1)

    golden(FOLDER / f"{'-'.join((game, *extensions))}.txt", text)


def test_another_seed_is_another_game(nim_rules: Rules) -> None:
    one, two = playthrough(nim_rules, 1), playthrough(nim_rules, 2)

    assert one == playthrough(nim_rules, 1) != two


def test_everything_that_happens_is_written(card_rules: Rules) -> None:
    lines = playthrough(card_rules, 3).splitlines()

    assert lines[0] == "cards: 3 seats"
    assert lines[1] == f"fingerprint {card_rules.fingerprint.hex()}"
    assert lines[2].startswith("  ? Order -> (")
    assert any(line.startswith("  ! cards score") for line in lines)
    assert any(line.startswith("turn 1 bid seat 0: cards.bid") for line in lines)
    assert lines[-3].startswith("ranking 1:")
    assert lines[-1].startswith("digest ")
