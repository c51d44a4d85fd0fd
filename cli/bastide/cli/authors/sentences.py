"""Sentences for what a plugin does wrong: where it is, what it is, and what to do."""

from __future__ import annotations

from bastide.cli.catalogs import in_words
from bastide.core.calls import NeverReturned, home_of, last_call
from bastide.core.conformance import ConformanceError
from bastide.core.errors import RulesError
from bastide.core.messages import Text
from bastide.core.places import Place, place_of, raised_at, short_path
from bastide.core.plugins import Fault, Plugins, reason_of


def said_of(t: Text, error: BaseException) -> str:
    """Return what an error says, in the reader's language where it can be; without a full stop."""
    if isinstance(error, ConformanceError):
        return in_words(t, t.say(error.message)).rstrip(".")
    if isinstance(error, NeverReturned):
        n = round(error.seconds)
        return t("it has not returned after {n} seconds: end the loop or the waiting there", n=n)
    if not isinstance(error, RulesError):
        return t("{reason}; mend that line", reason=reason_of(error).rstrip("."))
    said = in_words(t, t.say(error.message)).rstrip(".")
    if error.__cause__ is None or raised_at(error.__cause__) is None:
        return said
    return said_of(t, error.__cause__)  # a plugin's function has raised


def place_of_error(error: BaseException, home: str = "") -> Place | None:
    """Return the plugin's line that raised something, or what the check found at fault.

    Args:
        error: what was raised.
        home: the package or module of the plugin that is checked: its own line goes before those
            of a plugin that it calls.
    """
    at = getattr(error, "at", None)
    if at is not None and error.__cause__ is None:
        return place_of(at)
    own = last_call(error, lambda call: bool(home_of(call.module, [home]))) if home else None
    if own is not None:
        return Place(short_path(own.code.co_filename, own.module), own.line, own.code.co_name)
    if isinstance(error, ConformanceError):
        return error.place
    if isinstance(error, SyntaxError) and error.filename:
        return Place(short_path(error.filename, "package.module"), error.lineno or 0)
    return raised_at(error) or (place_of(at) if at is not None else None)


def fault_sentence(t: Text, error: BaseException, home: str = "") -> str:
    """Return place and fault, without a full stop."""
    place, said = place_of_error(error, home), said_of(t, error)
    return f"{place}: {said}" if place else said


def fault_text(t: Text, fault: Fault) -> str:
    """Return why a plugin fails and what to do, without a full stop."""
    return (fault_sentence(t, fault.error) if fault.error else fault.reason).rstrip(".")


def load_sentence(t: Text, plugins: Plugins, fault: Fault) -> str:
    """Say that a plugin cannot be loaded, or that it fails when it is asked, and why."""
    reason = fault_text(t, fault)
    if fault.name in plugins.manifests:
        return t("Plugin {name} fails: {reason}.", name=fault.name, reason=reason)
    return t("{name} cannot be loaded: {reason}.", name=fault.name, reason=reason)
