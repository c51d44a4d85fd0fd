"""Talk: what people say in a room before its game. The table that grows out of it goes on with it.

Everybody tells everybody that it is linked with; in a room nothing is passed on. Lines of ours that
come faster than others listen are sent one a second (`tick`).

A line is known again by its number, so no two of ours have the same, also when this program has
ended meanwhile: each run begins above what those before it may have used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bastide.net import limits
from bastide.net.here import Here
from bastide.net.links.messages import Chat
from bastide.net.links.rates import PerPeer
from bastide.net.talk import Conversation, Said, Talk, Unsent, check_line, read_line, sign_line

_LINES_OF_ONE_RUN = 2**20

_RUNS = "talk:runs"
"""Where it is counted in how many runs of the program something was said in a room."""


class Talking:
    """The talk of all rooms.

    Attributes:
        rooms: by table id.
    """

    def __init__(self, here: Here, guests: Callable[[bytes], Iterable[bytes]]) -> None:
        """Begin silent; `guests` returns the peers in a room of ours or where we have knocked."""
        self.rooms: dict[bytes, Conversation] = {}
        self._here, self._guests = here, guests
        self._rate = PerPeer(limits.CHATS_PER_SECOND, limits.CHATS_BURST)
        self._number = 0
        self._unsent = Unsent()

    def open(self, table: bytes) -> None:
        """Begin a room's talk."""
        self.rooms[table] = Conversation()

    def close(self, table: bytes) -> None:
        """Forget a room's talk."""
        self._unsent.take(table)
        self.rooms.pop(table, None)

    def of(self, table: bytes) -> list[Talk]:
        """Return what was said in a room, the last 500 lines."""
        return [*self.rooms[table].lines] if table in self.rooms else []

    def take_unsent(self, table: bytes) -> list[Talk]:
        """Take the lines of ours that have still to be sent, for the game that begins."""
        return self._unsent.take(table)

    def say(self, table: bytes, text: str, now: float) -> None:
        """Say something in a room.

        Raises:
            PeerError: too much of what was said before is still to be sent.
        """
        self._unsent.check()
        talk = sign_line(self._here.me.identity, Said(table, self._next_number(), text))
        self.rooms.setdefault(table, Conversation()).add(talk)
        self._unsent.add(talk)
        self.tick(now)

    def _next_number(self) -> int:
        """Return a number that no line of ours has had, in whatever room."""
        if self._number % _LINES_OF_ONE_RUN == 0:
            self._number = self._here.store.counted(_RUNS) * _LINES_OF_ONE_RUN
        self._number += 1
        return self._number

    def tick(self, now: float) -> None:
        """Send what of ours is due."""
        for each in self._unsent.due(now):
            table = read_line(each.line).place
            for peer in self._guests(table):
                self._here.contacts.send(peer, Chat(table, (each.line,)))

    def said(self, key: bytes, chat: Chat, now: float) -> None:
        """Take what somebody says in a room where it is; who says too much is not heard.

        Raises:
            PeerError: malformed, or not signed by the sender.
        """
        room = self.rooms.get(chat.place)
        if room is None or key not in self._guests(chat.place):
            return
        if not self._rate.may_spend(key, now):
            return
        for line in chat.lines[:1]:
            if line.key == key and read_line(line).place == chat.place and not room.knows(line):
                room.add(check_line(line))
