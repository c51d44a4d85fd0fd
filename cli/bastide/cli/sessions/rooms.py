"""Tables that have not started, as the screens see them: one that I hold, one where I knocked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from bastide.cli.networks import awaited
from bastide.cli.option_words import option_of
from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.copied import copy_of, own_copy
from bastide.cli.sessions.hands import hands_at, hands_facts
from bastide.cli.sessions.lan_session import LanSession, trust_of
from bastide.cli.sessions.ports import (
    Changed,
    Fact,
    Hands,
    Refused,
    Room,
    Seat,
    Session,
    TalkItem,
    Texts,
)
from bastide.cli.sessions.reach import unreached
from bastide.cli.sessions.shown_table import title_of, titles_of
from bastide.core.messages import message
from bastide.core.plugins import SEATING, Plugins
from bastide.net.errors import Refusal
from bastide.net.identity import Ticket, last_four
from bastide.net.limits import CHAT_BYTES
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


class _Room:
    """What both kinds of rooms share; `labels` are the names that are shown here."""

    moved: Room | None = None

    def __init__(self, node: Node, texts: Texts, table: bytes, labels: Labels, pace: float) -> None:
        self._node, self._texts, self._id, self._pace = node, texts, table, pace
        self._labels = labels
        self._changed: Changed = lambda: None
        self._session: LanSession | None = None
        self._unwatch: Callable[[], None] = node.watch(self._node_changed)

    def _node_changed(self) -> None:
        self._changed()

    def _stop_watching(self) -> None:
        self._unwatch()
        self._unwatch = lambda: None

    @property
    def _notice(self) -> TableNotice:
        raise NotImplementedError

    @property
    def title(self) -> str:
        """Return the table's name."""
        return self._notice.name

    @property
    def game(self) -> str:
        """Return game and extensions for people."""
        return game_title(self._node.plugins, self._texts, self._notice)

    @property
    def facts(self) -> Sequence[Fact]:
        """Return options and plugin versions."""
        return facts_of(self._node.plugins, self._texts, self._notice)

    @property
    def is_listed(self) -> bool:
        """Tell whether people play in the order in which they sit down."""
        return self._notice.options.get(SEATING.name) == "listed"

    @property
    def hands(self) -> Hands:
        """Return who can know the hidden cards of this table."""
        return hands_at(self._node.plugins, self._notice)

    @property
    def places(self) -> tuple[int, int]:
        """Return the least and greatest number of seats."""
        return self._notice.seats

    @property
    def invites(self) -> Sequence[str]:
        """Return addresses and ticket for others to type: those of the host."""
        return [*map(str, self._invitation.addresses), *map(str, self._invitation.tickets)]

    @property
    def _invitation(self) -> Invitation:
        raise NotImplementedError

    @property
    def talk(self) -> Sequence[TalkItem]:
        """Return what was said."""
        said = self._node.talk.get(self._id)
        return [self._talk_item(each.key, each.text) for each in (said.lines if said else [])]

    def _talk_item(self, key: bytes, text: str) -> TalkItem:
        for n, (other, name) in enumerate(self._sitting()):
            if other == key:
                return TalkItem(name, text, n)
        left = self._node.contacts.contact(key).name
        return TalkItem(self._labels.give(key, left) if left else "?", text)

    def _sitting(self) -> list[tuple[bytes, str]]:
        raise NotImplementedError

    @property
    def _copied(self) -> str:
        """Return whose key is in use on two computers: mine, or that of somebody who sits here."""
        text, me = self._texts("bastide"), self._node.identity.key
        others = [each for each in self._sitting() if each[0] != me]
        said = (copy_of(text, self._node, *each) for each in others)
        return own_copy(text, self._node.copies) or next(filter(None, said), "")

    @property
    def seats(self) -> Sequence[Seat]:
        """Return who is there, the host first."""
        return [
            Seat(name, key=last_four(key), trust=trust_of(self._node, key), identity=key)
            for key, name in self._sitting()
        ]

    @property
    def session(self) -> Session | None:
        """Return the table once it has started."""
        game_id = self._node.started.get(self._id)
        if self._session is None and game_id in self._node.games:
            self._session = LanSession(
                self._node, self._texts, self._node.games[game_id], self.title, pace=self._pace
            )
            self._stop_watching()
        return self._session

    def say(self, text: str) -> str:
        """Say something to the room."""
        if len(text.encode()) > CHAT_BYTES:
            return self._say("That is too long to say at once: at most {n} bytes.", n=CHAT_BYTES)
        try:
            self._node.say(self._id, text)
        except Refusal as error:
            return self._texts("bastide").say(error.message)
        return ""

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        self._texts = texts

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change."""
        self._changed = changed

    def _say(self, id: str, /, **fields: object) -> str:
        return self._texts("bastide")(id, **fields)


class HostRoom(_Room):
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
        return [*([Fact(self._say("network"), fault, False)] if fault else []), *super().facts]

    def _sitting(self) -> list[tuple[bytes, str]]:
        return [(sitter.key, sitter.name) for sitter in self._table.sitters]

    @property
    def no_start(self) -> str:
        """Return why the host cannot start yet."""
        fault = self._table.no_start() or None
        return self._texts("bastide").say(fault) if fault else ""

    @property
    def notice(self) -> str:
        """Return whose key is in use twice, and why the last start came to nothing."""
        return f"{self._copied} {self._refused}".strip()

    @property
    def _refused(self) -> str:
        refusal = self._table.refusal
        return self._texts("bastide").say(refusal) if refusal and not self._table.offer else ""

    @property
    def asking(self) -> Sequence[str]:
        """Return the names of those who wait for my yes, told from those who sit."""
        return [sitter.name for sitter in self._table.asking]

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
                while self._id not in self._node.started:
                    if self._table.offer is None:
                        raise Refused(self._refused)
                    await asyncio.sleep(0.02)
        except Refusal as error:
            raise Refused(self._texts("bastide").say(error.message)) from error
        except TimeoutError:
            self._table.fail(message("Not everybody signed in time; start again."))
            raise Refused(self._refused) from None

    async def leave(self) -> None:
        """Close the table."""
        self._stop_watching()
        if self._session is None:
            self._node.close_table(self._table)


class GuestRoom(_Room):
    """A room where I have knocked."""

    hosting = False
    asking: Sequence[str] = ()

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


def game_title(plugins: Plugins, texts: Texts, notice: TableNotice) -> str:
    """Return game and extensions for people."""
    names = [notice.game, *(extension.name for extension in notice.extensions)]
    return titles_of(plugins, texts, names)


def facts_of(plugins: Plugins, texts: Texts, notice: TableNotice) -> list[Fact]:
    """Return hands, options and plugin versions, each with what is good or bad about it."""
    facts = hands_facts(texts("bastide"), hands_at(plugins, notice))
    facts += [Fact(*option_of(plugins, texts, key, value)) for key, value in notice.options.items()]
    wanted = [(notice.game, notice.version, notice.rules), *notice.extensions]
    for name, version, rules in wanted:
        own = plugins.manifests.get(name)
        same = own is not None and plugins.rules_id(name) == rules
        facts.append(Fact(title_of(plugins, texts, name), version, same))
    return facts
