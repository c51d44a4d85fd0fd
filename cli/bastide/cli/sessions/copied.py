"""What is said where one key is in use on two computers: a data folder was copied."""

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
