"""Who can reach a table of this computer, told from the addresses that it shows."""

from __future__ import annotations

from collections.abc import Iterable
from ipaddress import ip_address

from bastide.core.messages import Text
from bastide.net.identity import is_ticket, parse_address


def unreached(t: Text, invites: Iterable[str], *, is_chosen: bool) -> str:
    """Return a sentence if others cannot come, else "".

    Args:
        t: the program's messages.
        invites: addresses and tickets, as others type them.
        is_chosen: the user has chosen interfaces; others may be up.
    """
    hosts = [parse_address(each).host for each in invites if not is_ticket(each)]
    if not hosts and is_chosen:
        return t("No chosen interface can be used: nobody else can sit down until one can.")
    if not hosts:
        return t("No network is up: nobody else can sit down until one is.")
    if not all(_is_loopback(host) for host in hosts):
        return ""
    if is_chosen:
        return t(
            "Only programs on this computer reach this table: of what was chosen, loopback alone "
            "is up."
        )
    return t("No network is up: only programs on this computer reach this table.")


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host.partition("%")[0]).is_loopback
    except ValueError:
        return False
