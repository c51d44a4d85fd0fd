"""What is said where a data folder was copied: its key may be in use twice, or it may be old."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.cli.sessions.shown_table import loop_time
from bastide.core.messages import Text
from bastide.net.node import Node


def own_copy(t: Text, hosts: Iterable[str]) -> str:
    """Return where my key is in use besides here, and what to do about it; "" if nowhere."""
    addresses = ", ".join(hosts)
    if not addresses:
        return ""
    return t(
        "Your key is in use at {addresses}, too: end bastide there or here. A copy of the data "
        "folder must not play at the same time.",
        addresses=addresses,
    )


def goes_on(t: Text) -> str:
    """Return what is said where a table goes on from a data folder, which may be an old copy."""
    return t(
        "This table goes on from the data folder of this computer. If that came from a backup, "
        "look whether your last moves are there before you play: a move made twice is proof of a "
        "cheat."
    )


def copy_of(t: Text, node: Node, key: bytes, name: str) -> str:
    """Return where another player's key is in use, if it is on two computers, else ""."""
    hosts = node.contacts.contact(key).copied(loop_time())
    if hosts is None:
        return ""
    return t(
        "The key of {name} is in use twice ({addresses}): one of the two has to end. The first one "
        "plays, the other one waits.",
        name=name,
        addresses=", ".join(dict.fromkeys(hosts)),
    )
