"""Who of a table is there, and what became of those who are not. Pure: time is passed in.

Each seat stands in one of these ways:

    HERE    played by this program, or by one that has this table open and gives signs of life
    LEFT    its player closed the table or ended the program, since when
    LOST    nothing more came, since when: counted from the last sign of life
    UNSEEN  no sign of life since this program opened the table

A sign of life is anything that only a program with this table open says: its own messages about
it, of which `have` comes every few seconds, or a new signed word of the seat (`sync.held_up`),
which others pass on and which bots' seats give, too. Being linked is none: a program that shows
its list of tables is linked, and answers for games that it has not open. Entries and evidence are
none either, for that reason; nor are heads and first words, which others hold of anybody.

    event                       HERE           LEFT      LOST      UNSEEN
    a sign of life              HERE           HERE      HERE      HERE
    it says that it closes      LEFT           LEFT      LEFT      UNSEEN
    the link it came by ends    LOST           LEFT      LOST      UNSEEN
    ... its own, with a goodbye LEFT           LEFT      LEFT      UNSEEN
    15 s without a sign         LOST           LEFT      LOST      UNSEEN
    ... while its program says
    other things on a link      LEFT           LEFT      LEFT      UNSEEN

Who ends its program says so for itself and, by words of their own, for its bots: those whom only it
was heard through may play on, and are lost.

A game that has just begun takes all for HERE: they signed it a moment ago. That our own network is
down is no state of a seat: `Node.cut_off_at` says so, and then nobody else is to blame.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from enum import Enum, auto
from typing import NamedTuple

from bastide.net import limits


class State(Enum):
    """How a seat stands."""

    HERE = auto()
    LEFT = auto()
    LOST = auto()
    UNSEEN = auto()


class Standing(NamedTuple):
    """How a seat stands, and since when (loop time in seconds; of HERE the last sign of life)."""

    state: State
    since: float


class Span(NamedTuple):
    """From when to when something was heard on a link that stands (loop times in seconds)."""

    first: float
    last: float


class _Sign(NamedTuple):
    """A sign of life: when it came, and from whose program; None: taken for granted."""

    at: float
    bearer: bytes | None


class Presence:
    """The seats of one open game, by place. All times are those of the event loop, in seconds."""

    def __init__(
        self,
        spoke: Callable[[bytes], Span | None],
        keys: Sequence[bytes],
        own: Collection[int],
        now: float,
        *,
        has_just_begun: bool,
    ) -> None:
        """Begin without having heard anybody.

        Args:
            spoke: what was heard on the link of a peer; None without one.
            keys: the identities by place.
            own: our places.
            now: when the table is opened here.
            has_just_begun: the game, not only this program.
        """
        self._spoke, self._keys, self._own = spoke, keys, own
        self._opened = now
        granted = _Sign(now, None)
        self._signs = dict.fromkeys(range(len(keys)), granted) if has_just_begun else {}
        self._cut: set[int] = set()
        self._left: dict[int, float] = {}

    # what happens

    def heard(self, peer: bytes, now: float) -> None:
        """Note that a peer itself says something that only a program with this table open says."""
        for place, key in enumerate(self._keys):
            if key == peer:
                self._alive(place, _Sign(now, peer))

    def worded(self, place: int, bearer: bytes, now: float) -> None:
        """Note a new word of a place, that its program says or another passes on."""
        key = self._keys[place]
        self._alive(place, _Sign(now, key if self._spoke(key) else bearer))

    def _alive(self, place: int, sign: _Sign) -> None:
        self._signs[place] = sign
        self._cut.discard(place)
        self._left.pop(place, None)

    def left(self, place: int, now: float) -> None:
        """Note that a place's player has closed the table."""
        if place in self._signs:
            self._left.setdefault(place, now)

    def unlinked(self, peer: bytes, last: float, *, is_goodbye: bool) -> None:
        """Note the end of a link, and of whom it brought word.

        Args:
            peer: the other side.
            last: when it gave a sign of life on the link.
            is_goodbye: it said that its player leaves.
        """
        for place, sign in list(self._signs.items()):
            if peer != sign.bearer and not (sign.bearer is None and peer == self._keys[place]):
                continue
            if place not in self._cut and last - sign.at < limits.AWAY_SECONDS:
                self._signs[place] = _Sign(max(sign.at, last), peer)
            self._cut.add(place)
            if is_goodbye and peer == self._keys[place]:
                self.left(place, last)

    # what follows

    def standing(self, place: int, now: float) -> Standing:
        """Return how a place stands now."""
        if place in self._own:
            return Standing(State.HERE, now)
        sign = self._signs.get(place)
        if sign is None:
            return Standing(State.UNSEEN, self._opened)
        if place in self._left:
            return Standing(State.LEFT, self._left[place])
        if place not in self._cut and now - sign.at < limits.AWAY_SECONDS:
            return Standing(State.HERE, sign.at)
        state = State.LEFT if self._does_something_else(place, sign.at) else State.LOST
        return Standing(state, sign.at)

    def _does_something_else(self, place: int, since: float) -> bool:
        """Tell whether a place's program has long been saying other things on its link."""
        span = self._spoke(self._keys[place])
        return span is not None and span.last - max(span.first, since) >= limits.AWAY_SECONDS

    def bearer(self, place: int) -> bytes:
        """Return the key of the program that the last sign of life came from, or would come."""
        sign = self._signs.get(place)
        return sign.bearer if sign and sign.bearer else self._keys[place]
