"""Which firewall may stand in the way, and how each of the usual ones is told to let bastide in.

A program without special rights cannot read the rules. It can see which firewall is on, and
whether packets that it sends to itself come back: they never leave this computer, so what stops
them is here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from bastide.cli import nft_rules
from bastide.core.messages import Text
from bastide.net.finding.probing import MDNS_PORT, Probed
from bastide.net.limits import BEACON_PORT

DEFAULT_PORT = 47100
"""The TCP port that advice names while none is known."""

_UFW = Path("/etc/ufw/ufw.conf")
_FIREWALLD = (Path("/run/firewalld.pid"), Path("/var/run/firewalld.pid"))
_NFTABLES = (
    Path("/etc/systemd/system/sysinit.target.wants/nftables.service"),
    Path("/etc/runlevels/default/nftables"),
)
_SOCKET_FILTER = "/usr/libexec/ApplicationFirewall/socketfilterfw"


class Firewall(NamedTuple):
    """What is known of it.

    name: `ufw`, `firewalld`, `nftables`, `windows`, `macos`, or "" where none was seen.
    stops: what did not come back, such as `UDP 5353 (eth0)`.
    port: the TCP port to let in.
    chains: those of nftables that drop what comes in; None where they could not be read.
    """

    name: str
    stops: tuple[str, ...] = ()
    port: int = DEFAULT_PORT
    chains: tuple[str, ...] | None = None

    @property
    def is_suspected(self) -> bool:
        """Whether there is a sign that something is kept out: a firewall that is on, or silence."""
        return bool(self.stops) or self.name in _NAMES

    @property
    def remedy(self) -> list[str]:
        """Return what to type, whatever the language; nothing where nothing stands in the way."""
        if not self.name and not self.stops:
            return []
        if self.name in ("", "nftables"):
            return _nftables(self.port, *(self.chains or ())[:1])
        return _COMMANDS[self.name](self.port)


def look(port: int, probed: Iterable[tuple[str, Probed]]) -> Firewall:
    """Return which firewall is here, and what it seems to stop.

    Args:
        port: the TCP port of tables, 0 if it is not known.
        probed: what came back, by name of the interface.
    """
    chains, stops = nft_rules.dropping(), tuple(_stopped(probed))
    if chains is None:
        return Firewall(_name(), stops, port or DEFAULT_PORT)
    name = _name() or ("nftables" if chains else "")
    if name == "nftables" and not chains:  # it is on, and lets everything in
        name = ""
    return Firewall(name, stops, port or DEFAULT_PORT, tuple(chains))


def _name() -> str:
    if sys.platform == "win32":
        return "windows"
    if sys.platform == "darwin":
        return "macos"
    if "enabled=yes" in (line.strip().lower() for line in _text(_UFW).splitlines()):
        return "ufw"
    if any(each.exists() for each in _FIREWALLD):
        return "firewalld"
    return "nftables" if any(each.is_symlink() or each.exists() for each in _NFTABLES) else ""


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:
        return ""


def _stopped(probed: Iterable[tuple[str, Probed]]) -> Iterable[str]:
    """Yield the ports whose packets to everybody do not come back to this computer itself."""
    for name, each in probed:
        if each.mdns and not each.mdns.returns:
            yield f"UDP {MDNS_PORT} ({name})"
        if each.beacon and not each.beacon.returns:
            yield f"UDP {BEACON_PORT} ({name})"


def _ufw(port: int) -> list[str]:
    opened = (f"{MDNS_PORT}/udp", f"{BEACON_PORT}/udp", f"{port}/tcp")
    return [f"sudo ufw allow {each}" for each in opened]


def _firewalld(port: int) -> list[str]:
    return [
        f"sudo firewall-cmd --add-service=mdns --add-port={BEACON_PORT}/udp",
        f"sudo firewall-cmd --add-port={port}/tcp",
    ]


def _nftables(port: int, chain: str = "inet filter input") -> list[str]:
    opened = (f"udp dport {MDNS_PORT}", f"udp dport {BEACON_PORT}", f"tcp dport {port}")
    return [f"sudo nft insert rule {chain} {each} accept" for each in opened]


def _windows(_: int) -> list[str]:
    return [
        f'New-NetFirewallRule -DisplayName bastide -Program "{sys.executable}" '
        "-Direction Inbound -Action Allow -Profile Private"
    ]


def _macos(_: int) -> list[str]:
    return [f'sudo {_SOCKET_FILTER} --add "{sys.executable}"']


_COMMANDS = {
    "ufw": _ufw,
    "firewalld": _firewalld,
    "windows": _windows,
    "macos": _macos,
}
_NAMES = ("ufw", "firewalld", "nftables")
"""Those of which it is seen whether they are on."""


def sentences(t: Text, firewall: Firewall) -> Sequence[str]:
    """Return what is known of the firewall, and what to do about it."""
    return [_seen(t, firewall), *_advice(t, firewall)]


def _seen(t: Text, firewall: Firewall) -> str:
    if firewall.chains:
        return t(
            "{name} keeps packets out, by {chains}: others may not find tables here, or not join",
            name=firewall.name,
            chains=", ".join(firewall.chains),
        )
    if firewall.stops:
        stops = ", ".join(firewall.stops)
        return t("something here stops {stops}: tables are not found there", stops=stops)
    if firewall.name in _NAMES:
        return t("{name} is on: without a rule for bastide others may not join", name=firewall.name)
    if firewall.name:
        return t("not looked at; if others cannot join:")
    if firewall.chains is None:
        return t(
            "neither ufw, firewalld nor nftables seems to be on (only root can read the rules); if "
            "others cannot join, look at theirs, and at the access point"
        )
    return t("none here; if others cannot join, look at theirs, and at the access point")


def _advice(t: Text, firewall: Firewall) -> list[str]:
    if firewall.name == "windows":
        return [
            t("set the network to Private and let Python in; or as administrator in PowerShell:"),
            *firewall.remedy,
        ]
    if firewall.name == "macos":
        return [
            t("System Settings, Privacy & Security, Local Network: allow the terminal; then type:"),
            *firewall.remedy,
        ]
    if not firewall.is_suspected:
        return []
    keep = t("`bastide host --port {port}` keeps to that port", port=firewall.port)
    return [*firewall.remedy, keep]
