"""Tables where somebody sits that says whatever a test wants."""

from __future__ import annotations

from bastide.core.encoding import dec, enc
from bastide.core.journal import Seat
from bastide.core.plugins import Setup
from bastide.net.links.messages import Knock, Room, RoomSeat, Tables
from bastide.net.lobby.terms import genesis_of
from bastide.net.node import Node
from tests.net.meeting import Meeting, RawPeer
from tests.net.race import plugins
from tests.net.room import House

TABLE = b"r" * 16
GAME = b"g" * 32
NOTICE = House(3).table.notice()._replace(table=TABLE, name="Raw's table")


async def raw_host(
    met: Meeting, seats: tuple[RoomSeat, ...] | None = None
) -> tuple[Node, RawPeer, tuple[RoomSeat, ...]]:
    """Let Bob knock at a table of somebody raw, and be told of the room."""
    bob = met.nodes["Bob"]
    raw = await met.stranger(bob)
    raw.send(Tables((NOTICE,)))
    await met.until(lambda: bool(bob.seen))
    bob.knock(met.seen("Bob"))
    await raw.hear(Knock)
    shown = seats or (
        RoomSeat(raw.key, "Raw"),
        RoomSeat(bob.identity.key, "Bob"),
        RoomSeat(None, "-"),
    )
    raw.send(Room(TABLE, shown, 1, {"seating": "drawn"}, ""))
    await met.until(lambda: bob.joined[TABLE].you == 1)
    return bob, raw, shown


def genesis_with(*seats: tuple[bytes, str], **changes: object) -> bytes:
    made = genesis_of(
        plugins(), Setup("race", len(seats)), [Seat(*s) for s in seats], deal="open", nonce=GAME
    )
    return enc({**dec(made.data), **changes})


async def raw_guest(met: Meeting, seats: int = 2) -> tuple[Node, RawPeer, bytes]:
    """Let somebody raw sit at Ann's table; return the host, the guest and the table's id."""
    ann = met.nodes["Ann"]
    table = ann.host(Setup("race", seats), "T")
    raw = await met.stranger(ann)
    raw.send(Knock(table.id, True))
    await raw.hear(Room)
    return ann, raw, table.id
