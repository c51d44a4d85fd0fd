"""The terminal itself: questions to it, its title and clipboard, and giving it back as it was."""

from __future__ import annotations

import atexit
import base64
import contextlib
import errno
import os
import re
import select
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TextIO

from bastide.cli import stopping, watchdog_process

if TYPE_CHECKING:
    from prompt_toolkit.output import Output

_MODES = (1000, 1002, 1003, 1015, 1006, 1004, 2004, 2026)
RESTORE = "".join(f"\x1b[?{mode}l" for mode in _MODES) + "\x1b[0m\x1b[?7h\x1b[?25h"
"""Mouse, focus, paste and synchronised modes off, plain text, lines wrap, cursor on."""

LEAVE_SCREEN = "\x1b[?1049l"
SAVE_TITLE, GIVE_TITLE_BACK = "\x1b[22;2t", "\x1b[23;2t"
PUT_BACK = f"{RESTORE}{LEAVE_SCREEN}{GIVE_TITLE_BACK}"
"""What a full screen leaves behind is undone, whoever writes it."""

BEGIN_FRAME, END_FRAME = "\x1b[?2026h", "\x1b[?2026l"
"""Terminals that know it show a frame at once; others ignore it."""

ANSWER_TIME = 0.15
"""Seconds that a terminal has to answer a question."""

_BACKGROUND = re.compile(rb"\x1b\]11;rgb:([0-9a-fA-F]+)/([0-9a-fA-F]+)/([0-9a-fA-F]+)")
_POSITION = re.compile(rb"\x1b\[(\d+);(\d+)R")
_ATTRIBUTES = re.compile(rb"\x1b\[\?[\d;]*c")
_MIDDLE = 0.5


def copy_text(text: str) -> str:
    """Return the sequence that puts a text into the clipboard (OSC 52)."""
    return f"\x1b]52;c;{base64.b64encode(text.encode()).decode()}\x07"


class Keeper:
    """Puts a terminal back as it was found, however the program ends."""

    def __init__(self, output: Output, stream: TextIO | None = None) -> None:
        self._output, self._stream = output, stream
        self._taken = False
        self._settings: list[object] | None = None

    def take(self) -> None:
        """Note the terminal's settings; called before anything is drawn."""
        self._taken = True
        self._settings = _settings(self._stream)
        self._output.write_raw(SAVE_TITLE)
        self._output.flush()
        atexit.register(self.give_back)
        stopping.before_end.add(self.give_back)
        watchdog_process.screen_is_taken(True)

    def give_back(self, clean: bool = False) -> None:
        """Restore modes, title and settings, once.

        Args:
            clean: the library has left the alternate screen already.
        """
        if not self._taken:
            return
        self._taken = False
        stopping.before_end.discard(self.give_back)
        atexit.unregister(self.give_back)
        with contextlib.suppress(OSError, ValueError):
            self._output.write_raw(RESTORE + ("" if clean else LEAVE_SCREEN) + GIVE_TITLE_BACK)
            self._output.flush()
        _set(self._stream, self._settings)
        watchdog_process.screen_is_taken(False)


def _settings(stream: TextIO | None) -> list[object] | None:
    try:
        import termios
    except ImportError:
        return None
    try:
        return termios.tcgetattr(stream) if stream is not None else None
    except (OSError, ValueError, termios.error):
        return None


def _set(stream: TextIO | None, settings: list[object] | None) -> None:
    if stream is None or settings is None:
        return
    import termios

    def put() -> None:
        termios.tcsetattr(stream, termios.TCSADRAIN, settings)  # type: ignore[arg-type]  # as got

    with contextlib.suppress(OSError, ValueError, termios.error):
        uninterrupted(put)


def uninterrupted(change: Callable[[], object]) -> None:
    """Change a terminal's settings, again whenever a signal comes in between.

    Other calls of Python try again by themselves (PEP 475), those of `termios` do not.
    """
    import termios

    while True:
        try:
            change()
        except termios.error as error:
            if error.args[0] != errno.EINTR:
                raise
        else:
            return


# questions


def has_light_background(reply: bytes) -> bool | None:
    """Return whether the answer to OSC 11 names a light colour; None for no answer."""
    found = _BACKGROUND.search(reply)
    if not found:
        return None
    red, green, blue = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    return bool(0.299 * red + 0.587 * green + 0.114 * blue > _MIDDLE)


def moved_columns(reply: bytes) -> int | None:
    """Return how many columns the cursor moved from the first one; None for no answer."""
    found = _POSITION.search(reply)
    return int(found[2]) - 1 if found else None


def ask_background() -> bool | None:
    """Ask the terminal whether its background is light; None where nobody can say.

    The question about its attributes comes last: every terminal answers that one, so nothing is
    waited for that will not come, and no late answer is taken for typing.
    """
    return has_light_background(_ask("\x1b]11;?\x1b\\\x1b[c", _ATTRIBUTES))


def draws_wide() -> bool:
    """Tell whether the terminal draws a half block two cells wide. No answer: it does not."""
    moved = moved_columns(_ask("\r▀\x1b[6n", _POSITION, after="\r\x1b[K"))
    return moved is not None and moved > 1


def _ask(question: str, end: re.Pattern[bytes], after: str = "") -> bytes:
    """Write a question to the terminal and return what it answered in time."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return b""
    with _unbuffered() as raw:
        if not raw:
            return b""
        sys.stdout.write(question)
        sys.stdout.flush()
        reply, until = b"", time.monotonic() + ANSWER_TIME
        while not end.search(reply) and (left := until - time.monotonic()) > 0:
            ready, _, _ = select.select([sys.stdin], [], [], left)
            if ready:
                reply += os.read(sys.stdin.fileno(), 256)
        sys.stdout.write(after)
        sys.stdout.flush()
        return reply


@contextlib.contextmanager
def _unbuffered() -> Iterator[bool]:
    """Read single bytes without echo, where the system knows how."""
    try:
        import termios
        import tty
    except ImportError:
        yield False
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        uninterrupted(lambda: tty.setcbreak(sys.stdin))
        yield True
    finally:
        uninterrupted(lambda: termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before))
