"""The words that choose network interfaces: a name, an address or a network each."""

from __future__ import annotations

import re

from bastide.core.messages import Text
from bastide.net.finding.choosing import is_network
from bastide.net.identity import plain_text

_NETWORK, _HOST = "192.168.7.0/24", "192.168.7.20"

_ADDRESS = re.compile(r"[\d.]*\.[\d.]*|.*:.*")
"""What can be no name of an interface, only an address, right or wrong."""


def unfit(t: Text, word: str, shown: str) -> str:
    """Return why a word can choose no interface, or "".

    Args:
        t: the program's messages.
        word: an interface, an address or a network.
        shown: the word as it is named in the sentence.
    """
    if plain_text(word, len(word)) != word:
        return t("{value} holds control characters", value=shown)
    if is_network(word):
        return ""
    if "," in word:
        return t("{value} names several: give each by itself", value=shown)
    if "/" in word:
        return t("{value} is no network; write one as {example}", value=shown, example=_NETWORK)
    if _ADDRESS.fullmatch(word):
        return t("{value} is no address; write one as {example}", value=shown, example=_HOST)
    return ""
