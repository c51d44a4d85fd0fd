"""Whether the packet filter of Linux (nftables) keeps packets out of this computer.

Its rules can be read with special rights only. What `iptables` of our days sets is among them.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import NamedTuple

_SECONDS = 3.0
_SYSTEM = "/usr/sbin:/sbin:/usr/bin:/bin"
_REFUSALS = ("drop", "reject")


class _Chain(NamedTuple):
    """A chain of rules, by family, table and name."""

    family: str
    table: str
    name: str


def dropping() -> list[str] | None:
    """Return the chains for what comes in that drop something; None if they cannot be read."""
    listed = _listed()
    return None if listed is None else dropping_in(listed)


def _listed() -> str | None:
    program = shutil.which("nft", path=_SYSTEM) if sys.platform == "linux" else None
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "-j", "list", "ruleset"],
            capture_output=True,
            text=True,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError, UnicodeDecodeError):
        return None
    return done.stdout


def dropping_in(listed: str) -> list[str] | None:
    """Return the same for what `nft -j list ruleset` prints."""
    try:
        things = [thing for thing in json.loads(listed)["nftables"] if isinstance(thing, dict)]
        chains = [thing["chain"] for thing in things if "chain" in thing]
        rules = [thing["rule"] for thing in things if "rule" in thing]
        entries = [each for each in chains if each.get("hook") == "input"]
        strict = {_chain(each) for each in entries if each.get("policy") == "drop"}
        refusing = {_chain_of(each) for each in rules if _refuses(each["expr"])}
        leads: dict[_Chain, set[_Chain]] = {}
        for each in rules:
            chain = _chain_of(each)
            leads.setdefault(chain, set()).update(
                chain._replace(name=name) for name in _targets(each["expr"])
            )
        found = [_chain(each) for each in entries]
        return [
            " ".join(each)
            for each in found
            if each in strict or not refusing.isdisjoint(_reached(each, leads))
        ]
    except (AttributeError, KeyError, TypeError, ValueError):
        return None


def _chain(chain: dict[str, str]) -> _Chain:
    return _Chain(chain["family"], chain["table"], chain["name"])


def _chain_of(rule: dict[str, str]) -> _Chain:
    return _Chain(rule["family"], rule["table"], rule["chain"])


def _refuses(parts: list[dict[str, object]]) -> bool:
    """Tell whether a rule drops packets, other than those that belong to nothing."""
    return any(each in part for part in parts for each in _REFUSALS) and not any(
        "invalid" in json.dumps(part) for part in parts
    )


def _targets(parts: list[dict[str, object]]) -> Iterator[str]:
    """Yield the names of the chains that a rule leads to."""
    for part in parts:
        for verb in ("jump", "goto"):
            lead = part.get(verb)
            if isinstance(lead, dict):
                yield str(lead["target"])


def _reached(start: _Chain, leads: dict[_Chain, set[_Chain]]) -> set[_Chain]:
    """Return a chain and all that it leads to."""
    reached, waiting = {start}, [start]
    while waiting:
        new = leads.get(waiting.pop(), set()) - reached
        reached |= new
        waiting += new
    return reached
