"""A host's table and its guests in memory: what is sent goes straight to whom it is for."""

from __future__ import annotations

from bastide.core.plugins import Plugins, Setup
from bastide.net.hosted import HostedTable, Sitter
from bastide.net.identity import Identity
from bastide.net.joined import JoinedTable
from bastide.net.messages import Accept, Offer, Room, WireMessage
from tests.net.simulation import plugins

ANN, BOB, CAT, DAN = (Identity(bytes([n]) * 32) for n in (1, 2, 3, 4))
NAMES = {ANN.key: "Ann", BOB.key: "Bob", CAT.key: "Cat", DAN.key: "Dan"}
TABLE = b"t" * 16
NONCE = b"n" * 32


class House:
    """Ann holds a table of the test game. `sent` is what she has told each guest, in order."""

    def __init__(
        self, seats: int = 3, *, ask: bool = False, options: dict[str, str] | None = None
    ) -> None:
        self.plugins: Plugins = plugins()
        self.sent: dict[bytes, list[WireMessage]] = {}
        self.table = HostedTable(
            plugins=self.plugins,
            send=lambda key, message: self.sent.setdefault(key, []).append(message),
            id=TABLE,
            name="Ann's table",
            setup=Setup("race", seats, options=tuple((options or {}).items())),
            least=2,
            me=Sitter(ANN.key, "Ann", ANN.key),
            ask=ask,
        )

    def knock(self, *guests: Identity, seat: bool = True) -> None:
        for guest in guests:
            self.table.knock(guest.key, NAMES[guest.key], seat)

    def last(self, guest: Identity) -> WireMessage:
        """Return what a guest was told last."""
        return self.sent[guest.key][-1]

    def room(self, guest: Identity) -> Room:
        """Return how the room is as a guest was told last."""
        rooms = [m for m in self.sent[guest.key] if isinstance(m, Room)]
        return rooms[-1]

    def names(self) -> list[str]:
        return [sitter.name for sitter in self.table.sitters]

    def joined(self, guest: Identity) -> JoinedTable:
        """Return a guest's view of the table, after all that it was told."""
        table = JoinedTable(plugins(), self.table.notice(), ANN.key, guest.key)
        for message in self.sent[guest.key]:
            if isinstance(message, Room):
                table.room(message)
        return table

    def offer(self) -> Offer:
        return Offer(self.table.make_offer(NONCE).data, TABLE)

    def accept(self, *signers: Identity) -> list[bool]:
        """Let some sign the offer; return what each signature brought."""
        offer = self.table.offer
        assert offer is not None
        places = {seat.identity: place for place, seat in enumerate(offer.seats)}
        return [
            self.table.accept(Accept(offer.game_id, places[s.key], s.sign("accept", offer.game_id)))
            for s in signers
        ]
