"""Sentences for what a plugin does wrong: where it is, what it is, and what to do."""

from __future__ import annotations

from bastide.cli.catalogs import in_words
from bastide.core.errors import RulesError
from bastide.core.messages import Text
from bastide.core.places import Place, place_of, raised_at, short_path
from bastide.core.plugins import reason_of
from bastide.core.testing import ConformanceError


def said_of(t: Text, error: BaseException) -> str:
    """Return what an error says, in the reader's language where it can be; without a full stop."""
    if isinstance(error, ConformanceError | RulesError):
        return in_words(t, t.say(error.message)).rstrip(".")
    return t("{reason}; mend that line", reason=reason_of(error).rstrip("."))


def place_of_error(error: BaseException) -> Place | None:
    """Return the plugin's line that raised something, or what the check found at fault."""
    if isinstance(error, ConformanceError):
        return error.place
    if isinstance(error, SyntaxError) and error.filename:
        return Place(short_path(error.filename, "package.module"), error.lineno or 0)
    inner = error.__cause__
    at = getattr(error, "at", None)
    found = raised_at(error) or (raised_at(inner) if inner else None)
    return found or (place_of(at) if at is not None else None)


def fault_sentence(t: Text, error: BaseException) -> str:
    """Return place and fault, without a full stop."""
    place, said = place_of_error(error), said_of(t, error)
    return f"{place}: {said}" if place else said
