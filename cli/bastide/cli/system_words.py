"""What a system says when it refuses, told in the reader's language."""

from __future__ import annotations

from bastide.core.messages import Text
from bastide.net import system_reasons


def system_reason(t: Text, error: OSError | UnicodeError) -> str:
    """Return why the system refuses something; it begins small, to be cited in a sentence."""
    said = system_reasons.system_reason(error)
    return said if "{" in said else t(said)
