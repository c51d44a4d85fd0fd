"""Talk: what people say in a room before its game. At a table the game itself keeps it.

Everybody tells everybody that it is linked with; nothing is passed on, since talk is not signed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from bastide.net import limits
from bastide.net.here import Here
from bastide.net.identity import plain_text
from bastide.net.links.messages import Chat
from bastide.net.links.rates import PerPeer


@dataclass(slots=True)
class RoomTalk:
    """What was said in a room before its game: (key, text), the last 500 lines."""

    lines: deque[tuple[bytes, str]] = field(default_factory=lambda: deque(maxlen=limits.TALK_KEPT))
    said: int = 0


class Talking:
    """The talk of all rooms.

    Attributes:
        rooms: by table id.
    """

    def __init__(self, here: Here, guests: Callable[[bytes], Iterable[bytes]]) -> None:
        """Begin silent; `guests` returns the peers in a room of ours or where we have knocked."""
        self.rooms: dict[bytes, RoomTalk] = {}
        self._here, self._guests = here, guests
        self._rate = PerPeer(limits.CHATS_PER_SECOND, limits.CHATS_BURST)

    def open(self, table: bytes) -> None:
        """Begin a room's talk."""
        self.rooms[table] = RoomTalk()

    def close(self, table: bytes) -> None:
        """Forget a room's talk."""
        self.rooms.pop(table, None)

    def may_talk(self, key: bytes, now: float) -> bool:
        """Tell whether a peer may say something now; who says too much is not heard."""
        return self._rate.may_spend(key, now)

    def say(self, table: bytes, text: str) -> None:
        """Say something in a room."""
        room = self.rooms.setdefault(table, RoomTalk())
        room.said += 1
        room.lines.append((self._here.key, text))
        for peer in self._guests(table):
            self._here.contacts.send(peer, Chat(table, room.said, text))

    def said(self, key: bytes, chat: Chat) -> None:
        """Take what somebody says in a room where it is."""
        room = self.rooms.get(chat.place)
        if room and key in self._guests(chat.place):
            room.lines.append((key, plain_text(chat.text, limits.CHAT_BYTES)))
