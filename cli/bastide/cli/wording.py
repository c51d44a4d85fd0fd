"""Texts made to fit: broken into lines, cut at an end, times in short."""

from __future__ import annotations

import re
from pathlib import Path

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


def after(text: str, line: str) -> str:
    """Return what is left of a text behind the first line that it was broken into."""
    n = sum(not char.isspace() for char in line)
    for at, char in enumerate(text):
        if n == 0:
            return text[at:].strip()
        n -= not char.isspace()
    return ""


def clauses(text: str, width: int, ellipsis: str) -> str:
    """Cut a sentence that is too long after a clause, if more than half of it is left."""
    if text_width(text) <= width:
        return text
    cut = fit(text, width, ellipsis)
    end = max(cut.rfind(", "), cut.rfind("; "))
    return f"{cut[:end]}{ellipsis}" if end > len(text) // 2 else cut


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
