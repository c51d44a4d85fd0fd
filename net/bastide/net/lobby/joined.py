"""A table of another peer where we have knocked: what the host says, and what we may sign.

What is signed is what the room has shown for a while. Whatever changes in it begins that while
anew, so that nothing changes in the moment of the start: an offer that comes earlier waits. Other
options than those for which we knocked need the yes of the person here.

    offer --differs from the room--> declined, and the room is over for us
      |
      +--equal--> kept until the room has stood for `limits.SEEN_SECONDS`, and until the person
                    |   has agreed to what the host has changed --> signed
                    |
                    +-- dropped: the room has changed meanwhile
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from bastide.core.errors import RulesError
from bastide.core.hookspecs import OptionValue
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.journal import JournalError
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins
from bastide.net import limits
from bastide.net.errors import MALFORMED, PeerError
from bastide.net.links.messages import Accept, Offer, Room, RoomSeat, TableNotice
from bastide.net.lobby.naming import is_called
from bastide.net.lobby.reasons import (
    HAS_LEFT,
    HAS_NO_SEAT,
    SEAT_FREED,
    SEAT_KEPT,
    said_by_host,
)
from bastide.net.lobby.seating import CLOSED, WAITS
from bastide.net.lobby.terms import check_signed, read_genesis, same_rules, setup_of


@dataclass(slots=True)
class JoinedTable:
    """A table of another peer where we have knocked.

    names: the display names that we have borne; our seat has one of them, perhaps with a number.
    called: the one of them that we ask for. is_watched: a person sees the room; nothing has to
    stand for a bot that joins by itself. seats: as the last `room` said. you: our seat, -1 while we
    wait, -2 when it is closed, and then `why`. lost_at: when the link to the host was lost, None
    while there is one; the room is kept, as the seat is there. linked: the keys with which the host
    is linked, by its word; lost: those who sit with which it was, and since when it is not. news:
    who has gone last. since: when what the room shows has changed last. Times are in seconds of the
    caller's clock.
    offer: what is to be signed as soon as the room has stood for long enough. is_signed: we have
    signed one since the host told of the room last. is_begun: a game came of it here. agreed: the
    options when we knocked, or those that we have agreed to since. proposed: the offer that is out,
    signed by us or not. signed: the places that have signed it, as far as the host passes that on.
    """

    plugins: Plugins
    notice: TableNotice
    host: bytes
    me: bytes
    names: Collection[str]
    called: str = ""
    is_watched: bool = True
    seats: tuple[RoomSeat, ...] = ()
    you: int = WAITS
    why: Message | None = None
    lost_at: float | None = None
    linked: frozenset[bytes] = frozenset()
    lost: dict[bytes, float] = field(default_factory=dict)
    news: Message | None = None
    since: float = 0.0
    offer: Offer | None = None
    is_signed: bool = False
    is_begun: bool = False
    proposed: GameGenesis | None = None
    signed: set[int] = field(default_factory=set)
    agreed: dict[str, OptionValue] = field(init=False)

    def __post_init__(self) -> None:
        """Keep what we knocked for."""
        self.agreed = self.notice.options

    def agree(self, now: float) -> None:
        """Agree to the options as the room shows them.

        Nobody means with a key what has changed just before, so that is not agreed to.
        """
        if self.wait(now) <= limits.SEEN_SECONDS * 3 / 4:
            self.agreed = self.notice.options

    def room(self, room: Room, now: float) -> None:
        """Take what the host says of the room, unless it is over for us.

        Raises:
            PeerError: it gives us a seat where another sits.
        """
        if self.you == CLOSED:
            return
        if room.you >= 0:
            keys = [seat.key for seat in room.seats]
            if room.you >= len(keys) or keys[room.you] != self.me:
                raise PeerError("The host gives away a seat that is not ours.", code=MALFORMED)
        before = (self.seats, self.you, self.notice)
        self._note_who_went(room.seats)
        self.lost, self.lost_at = _of(room.seats, self.lost), None
        self.seats, self.you, self.is_signed = room.seats, room.you, False
        self.proposed, self.signed = None, set()
        self.why = said_by_host(room.why)
        self.notice = self.notice._replace(options=dict(room.options))
        if before != (self.seats, self.you, self.notice):
            self.since, self.offer = now, None

    def _note_who_went(self, seats: tuple[RoomSeat, ...]) -> None:
        """Keep as news who has no seat any more; it is old once somebody comes.

        Of one whose link may have been lost before we came nobody here knows why.
        """
        before, now = self.seats, {seat.key for seat in seats}
        went = [seat for seat in before if seat.key is not None and seat.key not in now]
        if went:
            key, name = went[-1]
            why = HAS_LEFT if key in self.linked else HAS_NO_SEAT
            self.news = message(SEAT_FREED if key in self.lost else why, name=name)
        elif now - {seat.key for seat in before}:
            self.news = None

    def told_links(self, linked: frozenset[bytes], now: float) -> None:
        """Take with whom the host says that it is linked: whom it was, and is not, has lost it."""
        before = self.lost
        missed = dict.fromkeys(self.linked, now) | before
        lost = _of(self.seats, {key: missed[key] for key in missed.keys() - linked})
        self.linked, self.lost = linked, lost
        newly = [seat.name for seat in self.seats if seat.key in lost and seat.key not in before]
        if newly:
            self.news = message(SEAT_KEPT, name=newly[-1])
        elif len(lost) < len(before):
            self.news = None

    def unlinked(self, now: float) -> None:
        """Note that the link to the host is lost, and with it whatever it offered."""
        if self.lost_at is None:
            self.lost_at = now
        self.offer, self.proposed, self.is_signed = None, None, False

    def is_given_up(self, now: float) -> bool:
        """Tell whether the host has been out of reach for as long as it keeps a seat."""
        is_late = self.lost_at is not None and now - self.lost_at > limits.SEAT_KEPT_SECONDS
        return is_late and self.you != CLOSED

    @property
    def changed(self) -> dict[str, OptionValue | None]:
        """The options that we have not agreed to; None stands for one that is gone."""
        shown = self.notice.options
        names = self.agreed | shown
        return {n: shown.get(n) for n in names if shown.get(n) != self.agreed.get(n)}

    def wait(self, now: float) -> float:
        """Return for how many seconds the room has to stand before an offer is signed."""
        return self.since + (limits.SEEN_SECONDS if self.is_watched else 0.0) - now

    def closed(self, why: Message) -> None:
        """Note that there will be no game for us."""
        self.you, self.why, self.offer = CLOSED, why, None

    def begin(self, place: int) -> None:
        """Note that all have signed, and which seat is ours."""
        self.you, self.why, self.lost_at, self.is_begun = place, None, None, True

    def propose(self, genesis: GameGenesis) -> None:
        """Note which offer is out; nobody has signed a new one."""
        if self.proposed != genesis:
            self.proposed, self.signed = genesis, set()

    def accepted(self, accept: Accept) -> None:
        """Take a signature that the host passes on.

        Raises:
            PeerError: it does not hold.
        """
        if self.proposed and accept.game == self.proposed.game_id:
            check_signed(self.proposed, accept)
            self.signed.add(accept.seat)

    @property
    def unsigned(self) -> list[bytes]:
        """The keys of the others whose signature is missing.

        None where the host has not signed itself: then its program passes no signatures on.
        """
        keys = self.proposed.keyed if self.proposed else ()
        have = [key for place, key in enumerate(keys) if place in self.signed]
        return [key for key in keys if key not in (*have, self.me)] if self.host in have else []

    def check_offer(self, offer: Offer) -> GameGenesis:
        """Return the offered genesis if it is what the room showed.

        Raises:
            PeerError: it is not, or our rules differ; the sentence goes into `decline`.
        """
        try:
            genesis = read_genesis(offer.genesis)
        except JournalError as error:
            raise PeerError("{reason}.", reason=str(error).rstrip(".")) from error
        if fault := self._difference(genesis):
            raise PeerError(fault)
        if mismatch := same_rules(self.plugins, self._offered_notice(genesis)):
            raise PeerError.of(mismatch)
        try:
            self.plugins.compose(setup_of(genesis))
        except RulesError as error:
            raise PeerError("{reason}.", reason=str(error).rstrip(".")) from error
        return genesis

    def _difference(self, genesis: GameGenesis) -> str:
        """Return in what an offer differs from what the host has shown us, or ""."""
        shown = [(seat.key, seat.name) for seat in self.seats if seat.key is not None]
        offered = [(seat.identity, seat.name) for seat in genesis.seats]
        differences = {
            "This player has no seat in the room.": self.you < 0,
            "The offer names other players than the room.": offered != shown,
            "The offer has no seat for this player.": self.me not in dict(offered),
            "The offer gives this player another name.": not any(
                is_called(dict(offered).get(self.me, ""), name) for name in self.names
            ),
            "The offer is for another game than the room.": genesis.game != self.notice.game,
            "The offer has other options than the room.": (
                dict(genesis.options) != dict(self.notice.options)
            ),
            "The offer deals in another way than the room.": genesis.deal != self.notice.deal,
            "The offer treats spectators in another way than the room.": (
                genesis.spectators != self.notice.spectators
            ),
            "The offer has other expansions than the room.": (
                [extension.name for extension in genesis.extensions]
                != [extension.name for extension in self.notice.extensions]
            ),
        }
        return next((fault for fault, differs in differences.items() if differs), "")

    def _offered_notice(self, genesis: GameGenesis) -> TableNotice:
        return self.notice._replace(
            game=genesis.game,
            version=genesis.version,
            rules=genesis.rules_id,
            extensions=genesis.extensions,
        )

    def others(self) -> list[bytes]:
        """Return the keys of the host and of all others that sit there."""
        keys = dict.fromkeys([self.host, *(seat.key for seat in self.seats if seat.key)])
        return [key for key in keys if key != self.me]


def _of(seats: tuple[RoomSeat, ...], lost: Mapping[bytes, float]) -> dict[bytes, float]:
    """Return those of the lost who sit there: nobody else is kept in mind."""
    keys = {seat.key for seat in seats}
    return {key: since for key, since in lost.items() if key in keys}
