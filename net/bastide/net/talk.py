"""Lines of talk: signed by who said them, kept as they came, cleaned when they are shown.

A line is the key of who said it, bytes that this key signed (where, a number of its own, the text)
and the signature. So it can be passed on and kept, and nobody can put words into another's mouth.
Talk is no part of a journal: nothing follows from it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from typing import NamedTuple, cast

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.errors import BUSY, SIGNATURE, PeerError
from bastide.net.identity import Identity, plain_text, verify
from bastide.net.links.messages import Line, Place
from bastide.net.links.rates import Bucket
from bastide.net.links.schema import Row, Whole, Words, read_encoded


class Said(NamedTuple):
    """What a line says: in a room (16 bytes) or at a table (32), the how manyth, and what."""

    place: bytes
    number: int
    text: str


_AT_ONCE = limits.CHATS_BURST - 2
"""Lines sent at once: fewer than are heard, as the next ones may travel faster."""

_SHAPE = Row(Said, (Place(), Whole(0, 2**53 - 1), Words(limits.CHAT_BYTES)))


class Talk(NamedTuple):
    """A line as it is shown: who said it, the text, and the line that it comes from."""

    key: bytes
    text: str
    line: Line


def sign_line(identity: Identity, said: Said) -> Talk:
    """Return a line of one's own, cut to what may be sent; it is shown as it was typed."""
    cut = said.text.encode()[: limits.CHAT_BYTES].decode(errors="ignore")
    body = enc(list(said._replace(text=cut)))
    return Talk(identity.key, said.text, Line(identity.key, body, identity.sign("chat", body)))


def read_line(line: Line) -> Said:
    """Return what a line says, its signature unverified.

    Raises:
        PeerError: it is malformed.
    """
    return cast(Said, read_encoded(_SHAPE, line.body, "talk"))  # it makes that


def check_line(line: Line) -> Talk:
    """Return a line of another as it is shown.

    Raises:
        PeerError: it is malformed, or not signed by whom it names.
    """
    text = plain_text(read_line(line).text, limits.CHAT_BYTES)
    if not verify(line.key, "chat", line.body, line.signature):
        raise PeerError("Talk came whose signature is not that of its speaker.", code=SIGNATURE)
    return Talk(line.key, text, line)


class Conversation:
    """What was said, each line once: the last 500.

    A line that is gone does not come back: of each speaker the number of the last one is known.

    Attributes:
        lines: the oldest first.
    """

    def __init__(self, kept: Iterable[Talk] = ()) -> None:
        """Begin with what was kept of it."""
        self.lines: deque[Talk] = deque()
        self._known: set[Line] = set()
        self._gone: dict[tuple[bytes, bytes], int] = {}
        for each in kept:
            self.add(each)
        if len(self.lines) == limits.TALK_KEPT:  # there may have been more
            for each in reversed(self.lines):
                said = read_line(each.line)
                self._gone[each.key, said.place] = said.number - 1

    def knows(self, line: Line) -> bool:
        """Tell whether a line is there, or was."""
        said = read_line(line)
        return line in self._known or said.number <= self._gone.get((line.key, said.place), -1)

    def add(self, talk: Talk) -> None:
        """Add a line at the end; the oldest one goes where there are too many."""
        self.lines.append(talk)
        self._known.add(talk.line)
        if len(self.lines) > limits.TALK_KEPT:
            old = self.lines.popleft().line
            said = read_line(old)
            self._known.discard(old)
            gone = old.key, said.place
            self._gone[gone] = max(said.number, self._gone.get(gone, 0))

    def next_number(self, key: bytes, place: bytes) -> int:
        """Return the number of a speaker's next line."""
        said = [read_line(each.line) for each in self.lines if each.key == key]
        numbers = [each.number for each in said if each.place == place]
        return max([*numbers, self._gone.get((key, place), 0)]) + 1


class Unsent:
    """Lines of ours that are not sent yet: they go out no faster than others listen.

    A few go at once, then one a second. At most 32 wait, so that one frame can hold them.
    """

    def __init__(self) -> None:
        """Begin with none."""
        self._lines: list[Talk] = []
        self._pace = Bucket(limits.CHATS_PER_SECOND, _AT_ONCE, 0.0)

    def check(self) -> None:
        """Check that another line may be said.

        Raises:
            PeerError: too many are waiting.
        """
        if len(self._lines) >= limits.TALK_TOLD:
            raise PeerError(
                "That is too fast: {n} lines of yours are still to be sent, one a second.",
                code=BUSY,
                n=len(self._lines),
            )

    def add(self, talk: Talk) -> None:
        """Let a line wait."""
        self._lines.append(talk)

    def due(self, now: float) -> list[Talk]:
        """Take what may be sent now, the oldest first."""
        taken = 0
        while taken < len(self._lines) and self._pace.may_spend(1, now):
            taken += 1
        due, self._lines = self._lines[:taken], self._lines[taken:]
        return due

    def take(self, place: bytes) -> list[Talk]:
        """Take all lines of a place: somebody else sends them, or nobody."""
        found = [each for each in self._lines if read_line(each.line).place == place]
        self._lines = [each for each in self._lines if each not in found]
        return found

    def go_on(self, lines: Iterable[Talk], now: float) -> None:
        """Let lines wait whose speaker has just said as much as may be said at once."""
        self._lines += lines
        if self._lines:
            self._pace.spend(_AT_ONCE, now)
