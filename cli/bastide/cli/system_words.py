"""What a system says when it refuses a file, to be told in the reader's language.

Python passes it on in English unless the locale of the process is set, which is not: numbers and
dates would change with it. What is not listed stays as the system says it.
"""

from __future__ import annotations

from bastide.cli.grammar import N_
from bastide.core.messages import Text

SAID = (
    N_("File exists"),
    N_("Is a directory"),
    N_("No space left on device"),
    N_("No such file or directory"),
    N_("Not a directory"),
    N_("Operation not permitted"),
    N_("Permission denied"),
    N_("Read-only file system"),
)
"""Reasons of a POSIX system that players meet."""


def system_reason(t: Text, error: OSError) -> str:
    """Return why the system refuses something, in the language of the messages."""
    said = error.strerror or str(error)
    return said if "{" in said else t(said)
