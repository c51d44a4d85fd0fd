"""What was said at a table, with the names of who said it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from bastide.cli.sessions.ports import TalkItem
from bastide.core.table import Table
from bastide.net.talk import Talk


def unheard(heard: Sequence[TalkItem], talk: Sequence[TalkItem]) -> Sequence[TalkItem]:
    """Return the lines of talk that are new since some were heard; meanwhile the oldest may go."""
    before, now = ([(each.name, each.text) for each in lines] for lines in (heard, talk))
    for gone in range(len(before)):
        if now[: len(before) - gone] == before[gone:]:
            return talk[len(before) - gone :]
    return talk


def talk_items(table: Table, talk: Iterable[Talk]) -> list[TalkItem]:
    """Return talk as the screens show it, the oldest first."""
    genesis = table.genesis
    seats = {
        seat.identity: (name, table.seat_of(place))
        for place, (seat, name) in enumerate(zip(genesis.seats, genesis.names, strict=True))
    }
    items = [(seats.get(said.key, ("?", None)), said.text) for said in talk]
    return [TalkItem(name, text, seat) for (name, seat), text in items]
