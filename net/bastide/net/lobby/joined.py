"""A table of another peer where we have knocked: what the host says, and what we may sign."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bastide.core.errors import RulesError
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.journal import JournalError
from bastide.core.plugins import Plugins
from bastide.net import limits
from bastide.net.errors import MALFORMED, PeerError
from bastide.net.identity import plain_text
from bastide.net.links.messages import Extension, Offer, Room, RoomSeat, TableNotice
from bastide.net.lobby.hosted import CLOSED, WAITS
from bastide.net.lobby.terms import read_genesis, same_rules, setup_of


@dataclass(slots=True)
class JoinedTable:
    """A table of another peer where we have knocked.

    seats: as the last `room` said. you: our seat, -1 while we wait, -2 when it is closed, and then
    `why`. offer: what we have signed.
    """

    plugins: Plugins
    notice: TableNotice
    host: bytes
    me: bytes
    seats: tuple[RoomSeat, ...] = ()
    you: int = WAITS
    why: str = ""
    offer: GameGenesis | None = None

    def room(self, room: Room) -> None:
        """Take what the host says of the room.

        Raises:
            PeerError: it gives us a seat where another sits.
        """
        if room.you >= 0:
            keys = [seat.key for seat in room.seats]
            if room.you >= len(keys) or keys[room.you] != self.me:
                raise PeerError("The host gives away a seat that is not ours.", code=MALFORMED)
        self.seats, self.you = room.seats, room.you
        self.why = plain_text(room.why, limits.WHY_BYTES)
        self.notice = self.notice._replace(options=dict(room.options))

    def closed(self, why: str) -> None:
        """Note that there will be no game for us."""
        self.you, self.why = CLOSED, why

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
        self.offer = genesis
        return genesis

    def _difference(self, genesis: GameGenesis) -> str:
        """Return in what an offer differs from what the host has shown us, or ""."""
        shown = [(seat.key, seat.name) for seat in self.seats if seat.key is not None]
        offered = [(seat.identity, seat.name) for seat in genesis.seats]
        differences = {
            "The offer names other players than the room.": offered != shown,
            "The offer has no seat for this player.": self.me not in dict(offered),
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
            extensions=tuple(Extension(*extension) for extension in genesis.extensions),
        )

    def others(self) -> list[bytes]:
        """Return the keys of the host and of all others that sit there."""
        keys = dict.fromkeys([self.host, *(seat.key for seat in self.seats if seat.key)])
        return [key for key in keys if key != self.me]

    def places(self) -> Sequence[int]:
        """Return our places in the offered genesis."""
        seats = self.offer.seats if self.offer else ()
        return [n for n, seat in enumerate(seats) if seat.identity == self.me]
