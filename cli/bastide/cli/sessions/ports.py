"""What the screens need of the world, so that local and LAN tables look the same.

`Lobby` is the list of tables and what can be done from it, `Room` a table that has not started,
`Session` a table that is open, `Replay` what one that is looked at again can do besides. Whoever
implements them owns sockets, dealers, journals and bots; the screens own keys and cells. Everything
is called on the event loop's thread. All of it, values included, is imported from here.

Wishes that cannot be granted are answered with one sentence in the reader's language: the quick
calls of a session return it ("" means done), the coroutines of lobby and room raise `Refused`.
After every change, also one that a call of the screens caused, `changed` of `watch` is called;
calling it too often costs nothing, since redraws are capped.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from bastide.cli.sessions.replay_port import Replay
from bastide.cli.sessions.table_port import Session
from bastide.cli.sessions.values import (
    GONE,
    About,
    Awaited,
    Changed,
    DraftEnd,
    Fact,
    Hands,
    HostWish,
    LocalWish,
    LogItem,
    Offer,
    Presence,
    Refused,
    Seat,
    TableRow,
    TableState,
    TalkItem,
    Texts,
    Trust,
)
from bastide.core.plugins import Plugins

__all__ = [
    "GONE",
    "About",
    "Awaited",
    "Changed",
    "DraftEnd",
    "Fact",
    "Hands",
    "HostWish",
    "Lobby",
    "LocalWish",
    "LogItem",
    "Offer",
    "Presence",
    "Refused",
    "Replay",
    "Room",
    "Seat",
    "Session",
    "TableRow",
    "TableState",
    "TalkItem",
    "Texts",
    "Trust",
]


class Room(Protocol):
    """A table before it starts."""

    @property
    def title(self) -> str:
        """Return the table's name."""
        ...

    @property
    def game(self) -> str:
        """Return game and extensions for people."""
        ...

    @property
    def facts(self) -> Sequence[Fact]:
        """Return options and plugin versions."""
        ...

    @property
    def seats(self) -> Sequence[Seat]:
        """Return who is there, the host first."""
        ...

    @property
    def places(self) -> tuple[int, int]:
        """Return the least and greatest number of seats."""
        ...

    @property
    def is_listed(self) -> bool:
        """Tell whether people play in the order of `seats`; else that is drawn at the start."""
        ...

    @property
    def hands(self) -> Hands:
        """Return who can know the hidden cards of this table."""
        ...

    @property
    def me(self) -> int:
        """Return my index in `seats`; -1 while the host has not said yes."""
        ...

    @property
    def hosting(self) -> bool:
        """Tell whether this table is mine to start."""
        ...

    @property
    def no_start(self) -> str:
        """Return why I cannot start yet, or "": I can, or agree to what the host has changed."""
        ...

    @property
    def notice(self) -> str:
        """Return what has just happened to the start of the game that concerns me, or ""."""
        ...

    @property
    def asking(self) -> Sequence[Seat]:
        """Return those who wait for the host's yes; only the host sees them."""
        ...

    @property
    def invites(self) -> Sequence[str]:
        """Return addresses and ticket for others to type, the best one first."""
        ...

    @property
    def is_heard(self) -> bool:
        """Tell whether there is anybody to talk to."""
        ...

    @property
    def talk(self) -> Sequence[TalkItem]:
        """Return what was said, oldest first; `seat` is the index in `seats`."""
        ...

    @property
    def closed(self) -> str:
        """Return why this room is gone (refused, host left), or ""."""
        ...

    @property
    def is_dissolved(self) -> bool:
        """Tell whether it is gone because its host has closed it."""
        ...

    @property
    def moved(self) -> Room | None:
        """Return the room that goes on in place of this one: several had opened the same table."""
        ...

    @property
    def session(self) -> Session | None:
        """Return the table once it has started."""
        ...

    def say(self, text: str) -> str:
        """Say something to the room; at most 500 bytes."""
        ...

    def admit(self, name: str, yes: bool) -> str:
        """Answer somebody of `asking`."""
        ...

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        ...

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change; replaces the one before."""
        ...

    async def start(self) -> None:
        """Start the game with who is there; `session` follows. Raises `Refused`."""
        ...

    async def leave(self) -> None:
        """Get up, or close the table if it is mine."""
        ...


class Lobby(Protocol):
    """The tables that can be seen from here, and what can be done."""

    @property
    def name(self) -> str:
        """Return my name."""
        ...

    @property
    def key(self) -> str:
        """Return the last four characters of my key."""
        ...

    @property
    def plugins(self) -> Plugins:
        """Return what is installed: games, extensions, options, bots."""
        ...

    @property
    def last_game(self) -> str:
        """Return the id of the game that I began last, or ""."""
        ...

    @property
    def tables(self) -> Sequence[TableRow]:
        """Return all tables, mine that are unfinished included, in the order to show."""
        ...

    @property
    def interfaces(self) -> Sequence[str]:
        """Return where tables are looked for: `wlan0 192.168.1.23`."""
        ...

    @property
    def left_out(self) -> Sequence[str]:
        """Return where else they could be, and why they are not looked for: `tun0 (a VPN)`."""
        ...

    @property
    def notice(self) -> str:
        """Return why there is no network for us, or what hinders it, as a sentence, or ""."""
        ...

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        ...

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change; replaces the one before."""
        ...

    async def host(self, wish: HostWish) -> Room:
        """Open a table to the network. Raises `Refused`."""
        ...

    async def join(self, id: str) -> Room:
        """Ask for a seat at a table of the list. Raises `Refused`."""
        ...

    async def join_address(self, text: str) -> Room:
        """Ask for a seat at `host:port` or a ticket. Raises `Refused`."""
        ...

    async def resume(self, id: str) -> Session:
        """Open an unfinished table of mine (state `yours`). Raises `Refused`."""
        ...

    def deletion(self, id: str) -> str:
        """Return what to ask before an unfinished table of mine is deleted; "" if it is gone."""
        ...

    async def delete(self, id: str) -> None:
        """Delete an unfinished table of mine, or take it off the list. Raises `Refused`."""
        ...

    async def play(self, wish: LocalWish) -> Session:
        """Open a game at this computer. Raises `Refused`."""
        ...

    async def rename(self, name: str) -> None:
        """Change my name. Raises `Refused`."""
        ...
