"""What the ports of the console speak in: values only, read by every front end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple

from bastide.core.events import Action, Event
from bastide.core.messages import Text
from bastide.core.plugins import Setup
from bastide.net.lobby.terms import Dealing

Changed = Callable[[], None]
"""To be called after a change of what the port shows."""

Texts = Callable[[str], Text]
"""The messages of a domain (a plugin id, or `bastide`) in the language that is chosen now."""

Trust = Literal["self", "unknown", "seen", "verified"]
"""What is known of a key: mine, never met, sat at a table with me, compared by ticket or code."""

TableState = Literal["open", "playing", "over", "yours", "damaged", "silent"]
"""`yours`: unfinished, and I have a seat in it. `damaged`: it was mine, and what is
stored of it cannot be read. `silent`: it does not answer any more."""

DraftEnd = Literal["", "turn", "answer", "open", "roll", "deal"]
"""Why a draft is to be sent before anything else is chosen: the turn is over, or another seat has
to choose something before it goes on, or what was chosen has to be opened for all first, or dice
are to be rolled first, or the table has to deal first. "": it can still grow."""

Presence = Literal["", "thinking", "bot", "left", "lost", "away"]
"""`left`: closed the table. `lost`: nothing more comes. `away`: no sign of life since this table
was opened or resumed here."""

GONE: tuple[Presence, ...] = ("left", "lost", "away")
"""Presences of those who are not there."""

Offer = Literal["again", "rematch", "replay", "export"]
"""What can be done with a finished game, beyond leaving."""


Hands = Literal["", "sealed", "readable"]
"""Who can know hidden cards of a networked table: their owner alone; or whoever changes a program.
"" where nothing is hidden, and at a table of this computer."""


class Refused(Exception):
    """A wish that cannot be granted; its text is one sentence for people."""


class Fact(NamedTuple):
    """A line of a table's description: `Turn order` `drawn`. `good`: green, red, or neither."""

    title: str
    value: str
    good: bool | None = None


class About(NamedTuple):
    """How a game is played, or what an extension changes: its title, and sentences for players."""

    title: str
    sentences: tuple[str, ...]


class TableRow(NamedTuple):
    """A table of the list.

    id: stays the same while the table lives; any text.
    game, extensions: titles for people, in the reader's language.
    players: names at the table, those of taken seats only.
    seats: least and greatest number.
    key: last four characters of the host's key.
    ping: milliseconds to the host, None where there is no answer or no need.
    note: a sentence on why this row is special: `needs barony 1.2; you have 1.1`.
    fits: my plugins agree with it, so I may join.
    facts: options and plugin versions, for the right pane.
    invite: address or ticket that others can type, if known.
    hands: who can know hidden cards.
    there: names of the others who have this table of mine open now.
    short: the name without the game that it begins with; "" where it does not.
    """

    id: str
    name: str
    game: str
    extensions: tuple[str, ...]
    players: tuple[str, ...]
    seats: tuple[int, int]
    host: str
    key: str
    trust: Trust
    ping: int | None
    state: TableState
    note: str = ""
    fits: bool = True
    facts: tuple[Fact, ...] = ()
    invite: str = ""
    hands: Hands = ""
    there: tuple[str, ...] = ()
    short: str = ""


class HostWish(NamedTuple):
    """A table to be opened to the network.

    ask: the host says yes to each newcomer.
    dealer: who deals hidden cards, where there are any.
    """

    setup: Setup
    name: str
    ask: bool = False
    dealer: Dealing = "veil"


class LocalWish(NamedTuple):
    """A game at this computer: the first seats are persons', one more for each bot id.

    `setup.seats` = persons + `len(bots)`. `names`: of the first persons; without one the first has
    my name, the others a number.
    """

    setup: Setup
    bots: tuple[str, ...]
    names: tuple[str, ...] = ()


class Seat(NamedTuple):
    """Somebody at a table.

    presence: "" for who is there and has nothing to decide.
    since: seconds since it left, since its last sign of life if it is lost, or since this table
        was opened here if it is away; 0 for other presences.
    key: last four characters of the key; "" for a bot or a seat at this keyboard.
    identity: the whole key in a room, since two may end alike.
    """

    name: str
    presence: Presence = ""
    since: float = 0.0
    key: str = ""
    trust: Trust = "unknown"
    identity: bytes = b""


class Awaited(NamedTuple):
    """Whom a table waits for where that is more than a decision.

    seats: in turn order. is_any_enough: one of them will do.
    """

    seats: tuple[int, ...]
    is_any_enough: bool = False


class LogItem(NamedTuple):
    """A line of the log.

    sentence: as the game's screen says it.
    seat: whom it is about, in turn order; None for the table.
    turn: the state's turn counter when it happened, from 0.
    what: the action or event; None for news of the table (a lost link).
    is_named: the sentence has the name of the seat in it (`Blaise +6 city (2 × 3)`).
    """

    sentence: str
    seat: int | None
    turn: int
    what: Action | Event | None = None
    is_named: bool = False

    def named(self, names: tuple[str, ...]) -> str:
        """Return the sentence with the name of whom it is about before it, if it has none in it."""
        if self.seat is None or self.is_named:
            return self.sentence
        return f"{names[self.seat]} {self.sentence}"


class TalkItem(NamedTuple):
    """Something said. `seat` in turn order, or None for somebody without one."""

    name: str
    text: str
    seat: int | None = None
