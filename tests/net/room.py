"""A host's table and its guests in memory: what is sent goes straight to whom it is for."""

from __future__ import annotations

from collections.abc import Mapping
from types import ModuleType

from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.plugins import Plugins, Setup
from bastide.net.identity import Identity
from bastide.net.links.messages import Accept, Offer, Room, WireMessage
from bastide.net.lobby.hosted import HostedTable
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.seating import Sitter
from bastide.net.lobby.terms import Dealing, dealer_of
from tests.net.race import plugins, race

ANN, BOB, CAT, DAN = (Identity(bytes([n]) * 32) for n in (1, 2, 3, 4))
NAMES = {ANN.key: "Ann", BOB.key: "Bob", CAT.key: "Cat", DAN.key: "Dan"}
TABLE = b"t" * 16
NONCE = b"n" * 32


def hidden_race() -> ModuleType:
    """Return the test game as one that says of itself that it hides cards."""
    module = race()

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("race", "1.0", "game", seats=(2, 6), hidden=True)

    module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]  # a made-up module
    return module


def hiding() -> Plugins:
    """Return plugins with a game that hides cards."""
    return Plugins({"race": hidden_race})


class House:
    """Ann holds a table of the test game. `sent` is what she has told each guest, in order."""

    def __init__(
        self,
        seats: int = 3,
        *,
        ask: bool = False,
        options: dict[str, str] | None = None,
        hidden: bool = False,
        dealer: Dealing = "veil",
        company: Mapping[bytes, str] | None = None,
    ) -> None:
        self.plugins: Plugins = hiding() if hidden else plugins()
        setup = Setup("race", seats, options=tuple((options or {}).items()))
        self.sent: dict[bytes, list[WireMessage]] = {}
        self.table = HostedTable(
            plugins=self.plugins,
            send=lambda key, message: self.sent.setdefault(key, []).append(message),
            id=TABLE,
            name="Ann's table",
            setup=setup,
            least=2,
            me=Sitter(ANN.key, "Ann", ANN.key),
            ask=ask,
            deal=dealer_of(self.plugins, setup, dealer),
            company=company or {},
        )

    def knock(self, *guests: Identity, seat: bool = True, now: float = 0.0) -> None:
        for guest in guests:
            self.table.knock(guest.key, NAMES[guest.key], seat, now)

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
        names = {NAMES[guest.key]}
        table = JoinedTable(self.plugins, self.table.notice(), ANN.key, guest.key, names)
        for message in self.sent[guest.key]:
            if isinstance(message, Room):
                table.room(message, 0.0)
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
