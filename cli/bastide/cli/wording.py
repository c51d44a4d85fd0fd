"""Texts made to fit: broken into lines, cut at an end, times in short."""

from __future__ import annotations

import re
from pathlib import Path

from bastide.cli.sessions.ports import Seat
from bastide.core.messages import Text
from bastide.core.screen import column_width, fit, text_width

_NUMBER = re.compile(r"\s+([0-9]{1,2})$")


def fit_name(name: str, width: int, ellipsis: str) -> str:
    """Cut a name to a width in cells; a number at its end, which tells it from others, is kept."""
    number = _NUMBER.search(name)
    if text_width(name) <= width or not number or width <= len(number[1]):
        return fit(name, width, ellipsis)
    head, room = name[: number.start()], width - len(number[1])
    return (fit(head, room, ellipsis) or fit(head, room, "")) + number[1]


def moved_words(t: Text, closed: str, is_mine: bool) -> str:
    """Return why I am at another table now.

    Args:
        t: the language.
        closed: why the room before is gone, or "".
        is_mine: the table is one that I have opened.
    """
    if is_mine:
        return (
            f"{closed} {t('You have opened a table like it, which the others can join.')}".strip()
        )
    return t("Another player had opened the same table: you sit there now.")


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines of at most `width` cells, at blanks where there are any."""
    lines: list[str] = []
    for paragraph in text.split("\n"):
        line = ""
        for word in paragraph.split(" "):
            longer = f"{line} {word}" if line else word
            if text_width(longer) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            line = word
            while text_width(line) > width > 0:
                part = fit(line, width, "") or line[:1]
                lines.append(part)
                line = line[len(part) :]
        lines.append(line)
    return lines


def cut(text: str, width: int, most: int, ellipsis: str) -> list[str]:
    """Break a text into at most so many lines; an ellipsis says that there is more.

    Long words, such as paths, are shortened in their middle first: what is said of them matters.
    """
    lines = wrap(text, width)
    if len(lines) > most:
        lines = wrap(shortened(text, ellipsis), width)
    if len(lines) <= most:
        return lines
    if most < 1:
        return []
    last = " ".join(lines[most - 1 :]).strip()
    return [*lines[: most - 1], fit(last, width, ellipsis)]


_LONG = re.compile(r"\S{40,}")
_KEPT = 16
"""Characters of a long word that are left at both of its ends."""


def shortened(text: str, ellipsis: str) -> str:
    """Return a text whose longest words have only their beginnings and ends."""
    return _LONG.sub(lambda word: word[0][:_KEPT] + ellipsis + word[0][-_KEPT:], text)


_WHOLE = re.compile(r"`[^`]*`\S*|bastide join \S+|\S+")
"""What is to be copied in one piece: commands in marks, and the one that names a table; a word."""

_INDENT = " " * 8
"""Before what stands in a column that has no room beside the one before."""

_COLUMN = re.compile(r"\s*\S.*?\s{2,}(?=\S)|\s*")
"""What stands before the last column of a line, or its indent."""


def broken(line: str, width: int) -> list[str]:
    """Break a line for a terminal between words; what follows stands below its last column.

    A word longer than the width stays whole: the terminal goes on in its next row, and it can be
    copied.
    """
    if text_width(line) <= width:
        return [line]
    found = _COLUMN.match(line)
    head = found[0] if found else ""
    if text_width(head) > width // 2:
        if head.strip():
            return [head.rstrip(), *broken(_INDENT + line[len(head) :], width)]
        head = ""
    indent, lines, now = " " * text_width(head), list[str](), head
    for word in _WHOLE.findall(line[len(head) :]):
        longer = now + " " * bool(now.strip() and now != head) + word
        if text_width(longer) > width and now.strip() and now != head:
            lines.append(now)
            longer = indent + word
        now = longer
    return [*lines, now]


def clauses(text: str, width: int, ellipsis: str) -> str:
    """Cut a sentence that is too long after a clause, if more than half of it is left."""
    if text_width(text) <= width:
        return text
    cut = fit(text, width, ellipsis)
    end = max(cut.rfind(", "), cut.rfind("; "))
    return f"{cut[:end].rstrip()}{ellipsis}" if end > len(text) // 2 else cut


def tail(text: str, width: int) -> str:
    """Return as much of the end of a text as fits a width in cells."""
    used, at = 0, len(text)
    while at > 0 and used + column_width(text[at - 1]) <= width:
        at -= 1
        used += column_width(text[at])
    return text[at:]


def home_path(path: Path) -> str:
    """Return where a file is, whole, so that it can be copied; the home folder as `~`."""
    whole = path.absolute()
    try:
        return str(Path("~") / whole.relative_to(Path.home()))
    except (ValueError, RuntimeError):  # it is elsewhere, or nobody's home is known
        return str(whole)


def decimal(t: Text, value: float, digits: int) -> str:
    """Return a number with so many digits behind the point, as people write it."""
    whole, _, decimals = f"{value:.{digits}f}".partition(".")
    return t("{whole}.{decimals}", whole=whole, decimals=decimals) if decimals else whole


def minutes(seconds: float) -> str:
    """Return a time as `7:31`, or `1:02:05` from an hour on."""
    whole = max(0, int(seconds))
    hours, rest = divmod(whole, 3600)
    if hours:
        return f"{hours}:{rest // 60:02}:{rest % 60:02}"
    return f"{rest // 60}:{rest % 60:02}"


def whole_sentence(text: str) -> str:
    """Return what the kernel or a plugin says as a sentence: a capital first, a sign at its end."""
    said = text.strip()
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")


def presence(t: Text, who: Seat) -> str:
    """Return what somebody is doing, in a word or two; "" for who is there and need not act."""
    if who.presence == "lost":
        return t("link lost, {time}", time=minutes(who.since))
    if who.presence == "left":
        return t("has left, {time}", time=minutes(who.since))
    if who.presence == "away":
        return t("not here yet, {time}", time=minutes(who.since))
    words = {"thinking": t("thinking"), "bot": t("bot")}
    return words.get(who.presence, "")
