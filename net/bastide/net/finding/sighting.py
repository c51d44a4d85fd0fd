"""What somebody says of a peer on the network, before any link shows whether it is so."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bastide.net.identity import Address

MDNS = "mdns"
BEACON = "beacon"


class Sighting(NamedTuple):
    """A peer that somebody says is there; nothing in it is proven.

    `identity` is the text form of its key, `addresses` are likely ones first, `how` is `MDNS` or
    `BEACON`.
    """

    identity: str
    name: str
    addresses: tuple[Address, ...]
    how: str


OnSighting = Callable[[Sighting], None]
