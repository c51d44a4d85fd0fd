"""How a turn is completed that could still go on."""

from __future__ import annotations

import re
from typing import NamedTuple

from bastide.cli.sessions.ports import DraftEnd, Session
from bastide.core.events import Action
from bastide.core.messages import Message, Text, message
from bastide.core.screen import Cursor

_NAMED = re.compile(r"(\w+)\s?:")


class Sending(NamedTuple):
    """What sending a complete draft does, said of the word `done` and of the key."""

    typed: Message
    pressed: Message


_OVER = Sending(
    message("Your turn is complete: done sends it, undo takes it back."),
    message("Your turn is complete: Enter sends it, Ctrl-Z takes it back step by step."),
)
SENDING: dict[DraftEnd, Sending] = {
    "": _OVER,
    "turn": _OVER,
    "open": Sending(
        message("done shows it to all, then it goes on; undo takes it back."),
        message("Enter once more shows it to all, then it goes on; Ctrl-Z takes it back."),
    ),
    "roll": Sending(
        message("done sends it, then the dice are rolled; undo takes it back."),
        message("Enter once more sends it and rolls the dice; Ctrl-Z takes it back."),
    ),
    "deal": Sending(
        message("done sends it, then the table deals; undo takes it back."),
        message("Enter once more sends it, then the table deals; Ctrl-Z takes it back."),
    ),
    "answer": Sending(
        message("done sends it, then the turn goes on; undo takes it back."),
        message("Enter once more sends it, then the turn goes on; Ctrl-Z takes it back."),
    ),
}
"""By why the draft cannot grow; the turn goes on if it is not over."""


def incomplete(session: Session, t: Text) -> str:
    """Say why a turn cannot be sent yet; where a choice about nothing ends it, name that."""
    command = _ending(session) if session.draft else ""
    if not command:
        return t("Your turn is not complete yet: choose first.")
    return t("Your turn is not complete yet: choose, or type {word}, then done.", word=command)


def _ending(session: Session) -> str:
    """Return what is typed to do nothing more; "" if that is not possible."""
    s, seat, screen = session.state, session.eyes, session.screen
    for command, _ in screen.commands(s, seat):
        found = screen.parse(s, seat, Cursor(), command.split())
        if isinstance(found, Action) and not found.data and not found.claims:
            return command
    return ""


def sends(session: Session) -> bool:
    """Tell whether what is chosen next is sent at once, if it completes the turn."""
    return session.screen.in_hand(session.state, session.eyes).sends


def ends_as_asked(session: Session) -> bool:
    """Tell whether the draft ends the game by a step that the game has asked about before."""
    s = session.state
    return s.over and session.screen.in_hand(s, session.eyes).sends


def unlisted(session: Session, t: Text, word: str) -> str:
    """Say so of a word that is none of the game's, whatever is to be decided; else "".

    A meaning may name a second word, with a colon behind it.
    """
    usage = session.screen.usage()
    listed = {line.split()[0].casefold() for line, _ in usage}
    named = {word for _, meaning in usage for word in _NAMED.findall(meaning.casefold())}
    if not word.isalpha() or word.casefold() in listed | named:
        return ""
    return t("{word} is not among the words that help lists.", word=word)
