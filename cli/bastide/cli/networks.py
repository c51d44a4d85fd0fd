"""The network interfaces that the user has chosen, and what is said of all of them."""

from __future__ import annotations

from bastide.cli.program import Program
from bastide.core.messages import Text
from bastide.net.finding.choosing import Choice, LeftOut, Reason, Survey
from bastide.net.identity import Identity
from bastide.net.node import Node
from bastide.net.storage.store import Store

_TOLD = (Reason.UNCHOSEN, Reason.TUNNEL)
"""Why an interface is left out that others could be found on."""


def choice_of(program: Program) -> Choice:
    """Return the interfaces that were chosen: by `--interface`, else in the configuration."""
    return Choice(program.flags.interfaces or program.config.texts("network.interfaces"))


def node_of(program: Program, store: Store, identity: Identity | None = None) -> Node:
    """Return this computer as a peer, on the interfaces that were chosen."""
    choice = choice_of(program)
    return Node(store, program.plugins, program.player, identity, choice=choice)


def reason_word(t: Text, reason: Reason) -> str:
    """Say in a few words why an interface is left out."""
    words = {
        Reason.UNCHOSEN: t("not chosen"),
        Reason.DOWN: t("not up"),
        Reason.TUNNEL: t("a VPN"),
        Reason.NO_ADDRESS: t("no address"),
        Reason.LOOPBACK: t("this computer alone"),
    }
    return words[reason]


def passed_over(t: Text, found: Survey) -> list[str]:
    """Return the interfaces that others might be on and that are left out: `wlan0 (not chosen)`."""
    return [
        f"{each.interface.name} ({reason_word(t, each.reason)})"
        for each in found.left_out
        if _leads_outside(each)
    ]


def _leads_outside(each: LeftOut) -> bool:
    interface = each.interface
    return each.reason in _TOLD and interface.is_reachable and not interface.is_loopback


def awaited(t: Text, found: Survey) -> str:
    """Say what was chosen and cannot be used yet, or ""."""
    absent = ", ".join(word for word in found.awaited if word not in found.unreachable)
    bare = ", ".join(word for word in found.awaited if word in found.unreachable)
    said = [_absent(t, found, absent)] if absent else []
    if bare:
        said.append(
            t("Waiting for {names}: nothing there has an address that others can use.", names=bare)
        )
    return " ".join(said)


def _absent(t: Text, found: Survey, names: str) -> str:
    left = [each.interface for each in found.left_out if each.reason is not Reason.DOWN]
    up = sorted({each.name for each in (*found.used, *left) if each.hosts})
    if not up:
        return t("Waiting for {names}: no interface is up here now.", names=names)
    return t(
        "Waiting for {names}: no such interface is up here now, only {others}.",
        names=names,
        others=", ".join(up),
    )
