"""What people in a room are told: sentences of ours, and words of the other side, in quotes.

Reasons travel as English text. A guest shows those of its host that are known as its own words, in
the reader's language; whatever else comes, from either side, is cleaned, cut and quoted.
"""

from __future__ import annotations

from bastide.core.messages import Message, message
from bastide.net.identity import plain_text

NO_WATCHING = "Watching is not possible at this table."
NO_NAME = "A player needs a name."
STARTED = "The game has started already."
ALL_TAKEN = "All seats are taken."
HOST_SAID_NO = "The host said no."
HOST_CLOSED = "The host closed the table."
NOT_IN_TIME = "You did not sign in time."
AWAY_TOO_LONG = "Your link was lost for too long: your seat is free."
MEET_ELSEWHERE = "The players of the last game meet at another table."

_HOST_WORDS = (
    *(NO_WATCHING, NO_NAME, STARTED, ALL_TAKEN),
    *(HOST_SAID_NO, HOST_CLOSED, NOT_IN_TIME, AWAY_TOO_LONG, MEET_ELSEWHERE),
)

LEFT = "{name} left before the game began."
LOST = "The link to {name} was lost before the game began."
BAD_SIGNATURE = "{name} sent a signature that does not hold."

HAS_LEFT = "{name} has left."
HAS_NO_SEAT = "{name} has no seat any more."
SEAT_KEPT = "The link to {name} is lost: the seat is kept for up to a minute."
SEAT_FREED = "{name} did not come back after the link was lost: the seat is free."
"""What is said in a room of who is gone while nothing is to be signed."""

LINK_LOST = "The link to the host is lost."
NOT_OPEN = "The table is not open any more."
GIVEN_UP = (
    "Your link to the host was lost for too long: your seat is free. The table may still be open."
)

SHOWN = 400
"""Characters of a reason that are shown."""
_QUOTES = str.maketrans(dict.fromkeys('"“”„«»', "'"))


def quotable(text: str) -> str:
    """Return words of the other side as they can stand in quotes."""
    return plain_text(text, SHOWN).translate(_QUOTES).strip()


def said_by_host(why: str) -> Message | None:
    """Return what a host says of a room, or None: it says nothing."""
    if why in _HOST_WORDS:
        return Message(why)
    words = quotable(why)
    return message('The host says: "{words}"', words=words) if words else None


def not_signed(name: str, why: str) -> Message:
    """Return that somebody has declined, and the reason that the other program gives."""
    words = quotable(why)
    if not words:
        return message("{name} did not sign, and gives no reason.", name=name)
    return message('{name} did not sign: "{why}"', name=name, why=words)


def broken_by_host(name: str, fault: str) -> Message:
    """Return that a host's program is at fault that its room is gone, and what it did."""
    return message(
        "The program of {name} has broken the rules of the network: {reason}.",
        name=name,
        reason=fault.rstrip("."),
    )
