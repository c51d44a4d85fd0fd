"""Who is to blame for an exception: the plugin whose code raised it, and where."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import PurePath
from types import ModuleType
from typing import NamedTuple

from bastide.core.calls import NeverReturned, home_of, last_call
from bastide.core.errors import RulesError


class Blame(NamedTuple):
    """What is to be told of an exception.

    plugin: the id of the plugin that raised it; "" where none is in sight. said: what the exception
    says, in one line. where: the file below the plugin's package, and the line, or "".
    """

    plugin: str
    said: str
    where: str

    @property
    def reason(self) -> str:
        """What is said and where: `KeyError: 'x' (turn.py:31)`."""
        return self.short(len(self.said))

    def short(self, most: int) -> str:
        """Return the reason with so many characters of what is said."""
        cut = self.said if len(self.said) <= most else f"{self.said[: most - 1]}…"
        return f"{cut.rstrip('.')} ({self.where})" if self.where else cut


def homes_of(id: str, module: ModuleType) -> dict[str, str]:
    """Return the packages and modules whose code is a plugin's, each with the plugin's id."""
    hooks = [each for name, each in vars(module).items() if name.startswith("bastide_")]
    named = {str(getattr(hook, "__module__", "")) for hook in hooks}
    return dict.fromkeys({module.__package__ or module.__name__, *named} - {""}, id)


def blame(error: BaseException, homes: Mapping[str, str]) -> Blame:
    """Return the plugin whose code was called last before an exception was raised.

    Args:
        error: with its traceback.
        homes: plugin ids by package or module, of all plugins that it may be.
    """
    call = last_call(error, lambda call: bool(home_of(call.module, homes)))
    if call is None:
        return Blame("", reason_of(error), "")
    home = home_of(call.module, homes)
    where = _below(call.code.co_filename, call.module.removeprefix(home).count("."))
    return Blame(homes[home], reason_of(error), f"{where}:{call.line}")


def reason_of(error: BaseException) -> str:
    """Return one line that says why a plugin failed; whatever it raised, this does not."""
    if isinstance(error, RulesError | NeverReturned):
        return _first_line(str(error))
    text = _first_line(_said(error))
    name = type(error).__name__
    return f"{name}: {text}" if text else name


def _said(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # third-party code may raise anything, also while it is asked what is wrong
        return ""


def _first_line(text: str) -> str:
    return next(iter(text.strip().splitlines()), "")


def _below(path: str, depth: int) -> str:
    """Return the last parts of a path: the file, and so many folders above it, at most."""
    parts = PurePath(path).parts
    depth = max(1, depth) if parts[-1] == "__init__.py" else depth - 1
    return "/".join(parts[-1 - max(0, depth) :])
