"""Tables that have not started, as the screens see them: one that I hold, one where I knocked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from bastide.cli.networks import awaited
from bastide.cli.option_words import option_of
from bastide.cli.sessions.any_room import AnyRoom
from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.node_waits import wait_until
from bastide.cli.sessions.ports import (
    Fact,
    Refused,
    Seat,
    Texts,
)
from bastide.cli.sessions.reach import unreached
from bastide.core.messages import message
from bastide.net.errors import Refusal
from bastide.net.identity import Ticket
from bastide.net.links.messages import TableNotice
from bastide.net.lobby.hosted import HostedTable
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.naming import Labels
from bastide.net.lobby.reasons import HOST_CLOSED
from bastide.net.lobby.seating import CLOSED
from bastide.net.node import Node
from bastide.net.whereabouts import Invitation

START_SECONDS = 30.0
"""How long the others have to sign before the host may start again."""
_CHANGES_TOLD = 3


class HostRoom(AnyRoom):
    """A room that is mine to start."""

    hosting = True
    closed = ""
    is_dissolved = False
    me = 0

    def __init__(
        self, node: Node, texts: Texts, table: HostedTable, *, pace: float = BOT_PACE
    ) -> None:
        super().__init__(node, texts, table.id, table.seating.labels, pace)
        self._table = table

    @property
    def _notice(self) -> TableNotice:
        return self._table.notice()

    @property
    def _invitation(self) -> Invitation:
        return self._node.invitation()

    @property
    def facts(self) -> Sequence[Fact]:
        """Return options and plugin versions, and before them that nobody can come."""
        text = self._texts("bastide")
        choice = self._node.choice
        if fault := unreached(text, self.invites, is_chosen=bool(choice.words)):
            fault = awaited(text, choice.last) or fault
        elif self._node.is_cut_off:  # where others could come before
            fault = text("No network is up: nobody else can sit down until one is.")
        elif self._node.is_unheard():
            fault = text(
                "What this table announces does not come back: nobody may see it in the list. "
                "Others join by address or ticket; `bastide doctor` says more."
            )
        return [*([Fact(self._say("network"), fault, False)] if fault else []), *super().facts]

    def _sitting(self) -> list[tuple[bytes, str]]:
        return [(sitter.key, sitter.name) for sitter in self._table.sitters]

    @property
    def _lost(self) -> Mapping[bytes, float]:
        return self._table.seating.lost

    @property
    def is_heard(self) -> bool:
        """Return True: whoever comes can be talked to."""
        return True

    @property
    def no_start(self) -> str:
        """Return why the host cannot start yet."""
        fault = self._table.no_start() or None
        return self._texts("bastide").say(fault) if fault else ""

    @property
    def notice(self) -> str:
        """Return whose key is in use twice, and why the last start came to nothing, or who went.

        While no network is up here, that is the reason why others are missed.
        """
        news = self._table.news
        said = self._texts("bastide").say(news) if news else self._refused
        cut_off = self._cut_off_from(self._table.guests())
        return f"{self._copied} {cut_off or said}".strip()

    @property
    def _refused(self) -> str:
        refusal = self._table.refusal
        return self._texts("bastide").say(refusal) if refusal and not self._table.offer else ""

    @property
    def asking(self) -> Sequence[Seat]:
        """Return those who wait for my yes, their names told from those who sit."""
        return [self._seat(sitter.key, sitter.name) for sitter in self._table.asking]

    def admit(self, name: str, yes: bool) -> str:
        """Answer somebody of `asking`."""
        for sitter in self._table.asking:
            if sitter.name == name:
                self._node.admit(self._table, sitter.peer, yes)
                return ""
        return self._say("Nobody called {name} is asking.", name=name)

    async def start(self) -> None:
        """Start the game with who is there."""
        try:
            self._node.begin(self._table)
            async with asyncio.timeout(START_SECONDS):
                await wait_until(self._node, self._is_decided)
            if self._id not in self._node.started:
                raise Refused(self._refused)
        except Refusal as error:
            raise Refused(self._texts("bastide").say(error.message)) from error
        except TimeoutError:
            self._table.fail(message("Not everybody signed in time; start again."))
            raise Refused(self._refused) from None

    def _is_decided(self) -> bool:
        """Tell whether the game that was offered has begun, or is offered no more."""
        return self._id in self._node.started or self._table.offer is None

    async def leave(self) -> None:
        """Close the table."""
        self._stop_watching()
        if self._session is None:
            self._node.close_table(self._table)


class GuestRoom(AnyRoom):
    """A room where I have knocked."""

    hosting = False
    asking: Sequence[Seat] = ()

    def __init__(
        self, node: Node, texts: Texts, table: JoinedTable, *, pace: float = BOT_PACE
    ) -> None:
        super().__init__(node, texts, table.notice.table, Labels({}), pace)
        self._table = table

    @property
    def _notice(self) -> TableNotice:
        return self._table.notice

    @property
    def invites(self) -> Sequence[str]:
        """Return addresses and ticket of the host, as long as there is something to join."""
        return [] if self.closed else super().invites

    @property
    def _invitation(self) -> Invitation:
        key = self._table.host
        addresses = self._node.contacts.contact(key).shareable
        return Invitation(addresses, tuple(Ticket(key, address) for address in addresses))

    def _sitting(self) -> list[tuple[bytes, str]]:
        there = [(seat.key, seat.name) for seat in self._table.seats if seat.key is not None]
        return [(key, self._labels.give(key, name)) for key, name in there]

    @property
    def _lost(self) -> Mapping[bytes, float]:
        table = self._table
        if self.closed:
            return {}
        return table.lost if table.lost_at is None else {table.host: table.lost_at}

    @property
    def me(self) -> int:
        """Return my index in `seats`."""
        return self._table.you if self._table.you >= 0 else -1

    @property
    def closed(self) -> str:
        """Return why this room is gone."""
        if self._table.you != CLOSED or self._session:
            return ""
        why = self._table.why
        if why is None or why.id == HOST_CLOSED:
            return self._say("{name} has closed the table.", name=self._host_name)
        return self._texts("bastide").say(why)

    @property
    def is_heard(self) -> bool:
        """Tell whether there is anybody to talk to: nobody is where there is no link."""
        return self._table.lost_at is None and not self.closed

    @property
    def is_dissolved(self) -> bool:
        """Tell whether its host has closed it."""
        why = self._table.why
        return bool(self.closed) and (why is None or why.id == HOST_CLOSED)

    @property
    def notice(self) -> str:
        """Return whose key is in use twice, what the host has changed, and how a start goes."""
        return f"{self._copied} {self._news}".strip()

    @property
    def _news(self) -> str:
        text, table = self._texts("bastide"), self._table
        if not self.closed and (cut_off := self._cut_off_from([table.host])):
            return cut_off
        if table.lost_at is not None and not self.closed:
            return text(
                "The link to {name} is lost. It is dialled again, and your seat is kept for "
                "up to a minute.",
                name=self._host_name,
            )
        return self._start_news or (text.say(table.news) if table.news else "")

    @property
    def _start_news(self) -> str:
        if changes := self._changes:
            return self._say("The host has changed: {changes}. Enter agrees.", changes=changes)
        if self._table.is_signed and len(self.seats) > 2:
            return self._unsigned
        return self._say("The game starts in a moment.") if self._table.offer else ""

    @property
    def _unsigned(self) -> str:
        """Return who is waited for, where the host's program says so."""
        sitting = dict(self._sitting())
        if names := [sitting[key] for key in self._table.unsigned if key in sitting]:
            return self._say("You have signed. Not signed yet: {names}.", names=", ".join(names))
        return self._say("You have signed; not all of the others have yet.")

    @property
    def _changes(self) -> str:
        changed = self._table.changed.items()
        shown = [
            " ".join(option_of(self._node.plugins, self._texts, key, "-" if new is None else new))
            for key, new in changed
        ]
        return ", ".join(shown[:_CHANGES_TOLD]) + "…" * (len(shown) > _CHANGES_TOLD)

    @property
    def _host_name(self) -> str:
        names = self._notice.names
        return names[0] if names else self._node.contacts.contact(self._table.host).name

    @property
    def no_start(self) -> str:
        """Return why I cannot start, the host does; "" if I have to agree to a change."""
        is_asked = self._table.changed and not self.closed
        return "" if is_asked else self._say("The host starts the game.")

    def admit(self, name: str, yes: bool) -> str:
        """Refuse: this is the host's."""
        return self._say("Only the host lets people in.")

    async def start(self) -> None:
        """Agree to what the host has changed; to start is the host's."""
        if no_start := self.no_start:
            raise Refused(no_start)
        self._node.agree(self._table)

    async def leave(self) -> None:
        """Get up."""
        self._stop_watching()
        if self._session is None:
            self._node.get_up(self._table)
