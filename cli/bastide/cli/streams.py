"""Standard output and input as the program uses them: whatever the encoding, nothing breaks.

What an encoding lacks is written as its nearest ASCII character. When the reader of a pipe has
gone away the rest of the output goes nowhere.
"""

from __future__ import annotations

import codecs
import contextlib
import io
import locale
import os
import sys
from collections.abc import Iterator, Mapping
from typing import TextIO

from bastide.cli.plain_letters import to_ascii

NEAREST = "bastide-nearest"
"""The name of the error handler that writes the nearest ASCII character."""


def _nearest(error: UnicodeError) -> tuple[str | bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return to_ascii(error.object[error.start : error.end]), error.end


codecs.register_error(NEAREST, _nearest)


def true_encoding(encoding: str, environ: Mapping[str, str], utf8_mode: bool) -> str:
    """Return the encoding that an output can show.

    In the C locale Python writes UTF-8 all the same, which nobody there can read.

    Args:
        encoding: what Python chose.
        environ: the environment; who names an encoding in it gets that one.
        utf8_mode: whether Python is in its UTF-8 mode.
    """
    if not utf8_mode or environ.get("PYTHONUTF8") or environ.get("PYTHONIOENCODING"):
        return encoding
    return locale.getencoding()


_kept: list[TextIO] = []
"""Streams in whose place others write: one that is forgotten is closed."""


def whole(stream: TextIO) -> TextIO:
    """Return a stream that writes all of a text.

    Where Python leaves output unbuffered (`-u`, PYTHONUNBUFFERED), a write that a signal interrupts
    returns early, and nobody writes the rest. A buffer does. The stream itself stays usable: of
    `sys.__stdout__` Python asks how large the terminal is.
    """
    if not (isinstance(stream, io.TextIOWrapper) and isinstance(stream.buffer, io.RawIOBase)):
        return stream
    stream.flush()
    _kept.append(stream)
    buffer = io.BufferedWriter(stream.buffer)
    return io.TextIOWrapper(buffer, stream.encoding, stream.errors, line_buffering=True)


def prepare() -> None:
    """Make standard output and error write all, with replacements, and input read anything."""
    sys.stdout, sys.stderr = whole(sys.stdout), whole(sys.stderr)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            encoding = true_encoding(stream.encoding, os.environ, bool(sys.flags.utf8_mode))
            with contextlib.suppress(LookupError, ValueError, OSError):
                stream.reconfigure(encoding=encoding, errors=NEAREST)
    if isinstance(sys.stdin, io.TextIOWrapper):
        with contextlib.suppress(ValueError, OSError):
            sys.stdin.reconfigure(errors="replace")


_reserved: list[TextIO] = []


@contextlib.contextmanager
def reserving() -> Iterator[None]:
    """Keep standard output for `reserved` alone; what others print goes to standard error."""
    _reserved.append(sys.stdout)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            yield
    finally:
        _reserved.pop()


def reserved() -> TextIO:
    """Return the standard output, also where it is kept from others."""
    return _reserved[-1] if _reserved else sys.stdout


def output_encoding() -> str:
    """Return the encoding of standard output; "ascii" when there is none."""
    return getattr(sys.stdout, "encoding", None) or "ascii"


def shown(text: str) -> str:
    """Return a text in characters that standard output can show."""
    encoding = output_encoding()
    return text.encode(encoding, NEAREST).decode(encoding)


def is_terminal() -> bool:
    """Tell whether a person sits at both ends."""
    return is_tty(sys.stdin) and is_tty(sys.stdout)


def is_tty(stream: object) -> bool:
    """Tell whether a stream is a terminal."""
    try:
        return isinstance(stream, io.IOBase) and stream.isatty()
    except ValueError:  # closed
        return False


def abandon_output() -> None:
    """Send what is still to be written nowhere: its reader has gone away."""
    with contextlib.suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
