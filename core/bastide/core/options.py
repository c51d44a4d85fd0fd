"""The choices that the host of a table makes."""

from __future__ import annotations

from dataclasses import dataclass

from bastide.core.encoding import INTEGER_LIMIT
from bastide.core.errors import RulesError
from bastide.core.messages import Message, message

OptionValue = bool | int | str

MAX_OPTION = 160
"""Bytes of an option's key (`<plugin>.<name>`), and of a value that is text."""


@dataclass(frozen=True, slots=True)
class Option:
    """A choice that the host of a table makes.

    Its type is that of `default`. `choices` are the allowed values, or else `low` to `high`
    (both included) for numbers. `title` is a message id: a short name for the lobby. `endless`
    are values with which a game may go on for ever; checks then do not wait for its end.
    """

    name: str
    default: OptionValue
    title: str
    choices: tuple[OptionValue, ...] = ()
    low: int | None = None
    high: int | None = None
    endless: tuple[OptionValue, ...] = ()


SEATING = Option("seating", "drawn", "Turn order", choices=("drawn", "listed"))
"""The option that every table has; its key in a genesis is `seating`."""

_KINDS = {
    bool: message("option {key}: {value} is neither yes nor no"),
    int: message("option {key}: {value} is not a number"),
    str: message("option {key}: {value} is not a text"),
}
_CHOICES = message("option {key}: {value} is not one of {limit}")
_LOW = message("option {key}: {value} is less than {limit}")
_HIGH = message("option {key}: {value} is more than {limit}")
_LONG = message("option {key}: {value} is not printable text of at most {limit} bytes")
_LONGEST = 40
"""Characters of a wrong value that are shown."""
_WORDS = {"yes": True, "true": True, "on": True, "no": False, "false": False, "off": False}


def _wrong(
    what: Message, key: str, value: OptionValue, limit: int | str | None = None
) -> RulesError:
    fields: dict[str, int | str] = {"key": key, "value": _shown(value)}
    if limit is not None:
        fields["limit"] = limit
    return RulesError(what._replace(fields=tuple(fields.items())))


def _shown(value: OptionValue) -> str:
    """Return a wrong value as it is typed: on one line, and cut, since a peer may send any."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    line = "".join(each if each.isprintable() else " " for each in str(value)).strip()
    return line if 0 < len(line) <= _LONGEST else f'"{line[:_LONGEST]}{"…" * bool(line)}"'


def check_option(key: str, option: Option, value: OptionValue) -> OptionValue:
    """Return a value that an option allows.

    Raises:
        RulesError: wrong type, not one of the choices, out of range, too long.
    """
    kind = type(option.default)
    if type(value) is not kind:
        raise _wrong(_KINDS[kind], key, value)
    if option.choices and value not in option.choices:
        allowed = ", ".join(map(str, option.choices))
        raise _wrong(_CHOICES, key, value, allowed)
    if isinstance(value, str):
        if not is_word(value, MAX_OPTION):
            raise _wrong(_LONG, key, value, MAX_OPTION)
    elif not isinstance(value, bool):
        _check_range(key, option, value)
    return value


def _check_range(key: str, option: Option, value: int) -> None:
    low = 1 - INTEGER_LIMIT if option.low is None else option.low
    high = INTEGER_LIMIT - 1 if option.high is None else option.high
    if value < low:
        raise _wrong(_LOW, key, value, low)
    if value > high:
        raise _wrong(_HIGH, key, value, high)


def is_word(text: str, most: int) -> bool:
    """Tell whether peers would take a text: printable, and at most so many bytes of UTF-8."""
    return text.isprintable() and len(text.encode()) <= most


def parse_option(text: str, option: Option) -> OptionValue:
    """Return the value that somebody typed for an option.

    Raises:
        RulesError: it does not read as the option's type.
    """
    if isinstance(option.default, bool):
        if text.lower() not in _WORDS:
            raise _wrong(_KINDS[bool], option.name, text)
        return _WORDS[text.lower()]
    if isinstance(option.default, int):
        try:
            return int(text)
        except ValueError:
            raise _wrong(_KINDS[int], option.name, text) from None
    return text


def own_options(name: str, options: dict[str, OptionValue]) -> dict[str, OptionValue]:
    """Return a plugin's own options, by their short names."""
    prefix = name + "."
    return {k.removeprefix(prefix): v for k, v in options.items() if k.startswith(prefix)}
