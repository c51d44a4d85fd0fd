"""The mark of a message that stands in a table or an option and is looked up later."""

from __future__ import annotations


def N_(text: str) -> str:  # the usual name of this mark
    """Mark a message that is looked up later."""
    return text
