"""What those at a table are called: each key has one name there, and nobody that of another."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bastide.net import limits


class Labels:
    """The names of those who are at a table, or were.

    The first of a name has it plain, the next one gets a number. A name stays with its key also
    while that is away; at most 256 are known, and those that were asked for longest ago go first.
    """

    def __init__(self, known: Mapping[bytes, str]) -> None:
        """Begin with what some keys were called before."""
        self._shown = dict(known)

    def give(self, key: bytes, name: str) -> str:
        """Return what somebody who says to have this name is called here, from now on."""
        shown = self._shown.pop(key, "")
        if not is_called(shown, name):
            shown = _free(name, self._shown.values())
        self._shown[key] = shown
        if len(self._shown) > limits.CONTACTS_KEPT:
            del self._shown[next(iter(self._shown))]
        return shown


def is_called(shown: str, name: str) -> bool:
    """Tell whether this name may be shown so: as it is, or with a number after it."""
    number = shown.rpartition(" ")[2]
    is_number = number.isascii() and number.isdecimal() and len(number) < 4
    return shown == name or (
        is_number and int(number) > 1 and shown == _numbered(name, int(number))
    )


def _free(name: str, taken: Collection[str]) -> str:
    """Return a name, with the least number that tells it from others if it is theirs."""
    number, free = 1, name
    while free in taken:
        number += 1
        free = _numbered(name, number)
    return free


def _numbered(name: str, number: int) -> str:
    """Return a name with a number, cut so that a seat can have it."""
    tail = f" {number}"
    kept = name.encode()[: limits.NAME_BYTES - len(tail)].decode(errors="ignore")
    return kept.rstrip() + tail
