"""The list of tables over a `Node`: what the lobby screen shows and does."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bastide.cli.journal_faults import journal_fault
from bastide.cli.networks import awaited, passed_over
from bastide.cli.sessions import local_session
from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.copied import own_copy
from bastide.cli.sessions.lan_session import LanSession
from bastide.cli.sessions.local_session import LocalSession
from bastide.cli.sessions.ports import (
    Changed,
    HostWish,
    LocalWish,
    Refused,
    Room,
    Session,
    TableRow,
    Texts,
)
from bastide.cli.sessions.rooms import GuestRoom, HostRoom
from bastide.cli.sessions.stored_games import Stored, delete, question
from bastide.cli.sessions.stored_titles import StoredTitles
from bastide.cli.sessions.table_rows import TableRows
from bastide.cli.wording import whole_sentence
from bastide.core.errors import RulesError
from bastide.core.journal import JournalError
from bastide.core.plugins import Plugins
from bastide.net.errors import PeerError, Refusal
from bastide.net.finding.sighting import Sighting
from bastide.net.identity import (
    Address,
    is_address_like,
    is_ticket,
    last_four,
    parse_address,
    parse_ticket,
)
from bastide.net.local import load_game
from bastide.net.node import Node, SeenTable
from bastide.net.storage.store import GameRow, GameStatus

FIND_SECONDS = 5.0
"""How long a peer that was dialled has to tell its tables."""


class LanLobby:
    """The port `Lobby` over a node.

    Args:
        node: started or not; local games need no network.
        texts: messages in the chosen language.
        pace: least seconds that a bot takes for a turn.
        is_apart: another program has the network, with this data folder; only the tables of this
            computer can be played here.
        is_watched: a person sees the rooms that are joined here, not only a bot.
    """

    def __init__(
        self,
        node: Node,
        texts: Texts,
        *,
        pace: float = BOT_PACE,
        is_apart: bool = False,
        is_watched: bool = True,
    ) -> None:
        self._node, self._texts, self._pace = node, texts, pace
        self._is_apart, self._is_watched = is_apart, is_watched
        self._changed: Changed = lambda: None
        node.watch(lambda: self._changed())

    @property
    def name(self) -> str:
        """Return my name."""
        return self._node.me.name

    @property
    def key(self) -> str:
        """Return the last four characters of my key."""
        return last_four(self._node.identity.key)

    @property
    def plugins(self) -> Plugins:
        """Return what is installed."""
        return self._node.plugins

    @property
    def last_game(self) -> str:
        """Return the id of the game that I began last, or ""."""
        stored = self._node.store.games()
        return stored[0].genesis.game if stored else ""

    @property
    def interfaces(self) -> Sequence[str]:
        """Return where tables are looked for."""
        discovery = self._node.discovery
        found = discovery.interfaces if discovery else []
        return [f"{each.name} {(each.ipv4 + each.ipv6)[0]}" for each in found]

    @property
    def left_out(self) -> Sequence[str]:
        """Return where else they could be, and why they are not looked for."""
        return passed_over(self._texts("bastide"), self._node.choice.last)

    @property
    def notice(self) -> str:
        """Return why there is no network here, or what keeps others from being found, or ""."""
        if not self._is_apart:
            return self._copied() or self._left_behind() or self._hindered()
        return self._say(
            "Another bastide uses the network with this data folder: close it, or start this one "
            "with another folder (--home). Tables at this computer are open to you."
        )

    def _copied(self) -> str:
        return own_copy(self._texts("bastide"), self._node.copies)

    def _hindered(self) -> str:
        """Return what keeps others from being found, or ""."""
        return self._unanswered() or self._fault() or self._awaited()

    def _left_behind(self) -> str:
        """Return which of my tables began when I had just left it, or ""."""
        left = self._node.left_behind
        names = [left[row.game_id] for row in self._unfinished() if row.game_id in left]
        if not names:
            return ""
        return self._say(
            "The game at {name} began as you left: it is in the list, and the others wait for you.",
            name=names[0],
        )

    def _unanswered(self) -> str:
        """Return who was sighted last and does not answer, or ""."""
        sighted = [each for each in self._node.unanswered() if not self._is_here(each)]
        if not sighted:
            return ""
        return self._say(
            "{name} ({address}) has ended, or cannot be reached: then look at the firewall there, "
            "or at an access point that keeps computers apart.",
            name=sighted[-1].name,
            address=sighted[-1].addresses[0],
        )

    def _is_here(self, sighting: Sighting) -> bool:
        """Tell whether a program ran on this very computer: no firewall hides it, it has ended."""
        discovery = self._node.discovery
        cards = discovery.interfaces if discovery else []
        own = {host for card in cards for host in card.ipv4 + card.ipv6}
        return any(address.host.partition("%")[0] in own for address in sighting.addresses)

    def _fault(self) -> str:
        """Return one way of finding others that does not work, or ""."""
        discovery = self._node.discovery
        faults = list(discovery.faults.values()) if discovery else []
        return self._texts("bastide").say(faults[0].message) if faults else ""

    def _awaited(self) -> str:
        return awaited(self._texts("bastide"), self._node.choice.last)

    def _check_network(self) -> None:
        if self._is_apart:
            raise Refused(self.notice)

    @property
    def tables(self) -> Sequence[TableRow]:
        """Return mine that are unfinished, then those of others; a table of both is mine.

        Those of mine that cannot be read come last.
        """
        stored = self._unfinished()
        others = [table for table in self._seen() if self._stored_game(table, stored) is None]
        rows, damaged = self._rows, self._node.store.bad_games()
        return [*map(rows.stored, stored), *map(rows.seen, others), *map(rows.damaged, damaged)]

    @property
    def shown(self) -> Sequence[TableRow]:
        """Return the tables that others show, those that I sit at included."""
        return [self._rows.seen(table) for table in self._seen()]

    @property
    def _rows(self) -> TableRows:
        return TableRows(self._node, self._texts)

    def _seen(self) -> list[SeenTable]:
        return sorted(self._node.seen.values(), key=lambda t: (t.silent, t.notice.name.casefold()))

    def _stored_game(self, table: SeenTable, stored: Sequence[GameRow]) -> GameRow | None:
        """Return the unfinished game of mine that a table of another is."""
        host, id = table.host.key, table.notice.table
        return next((row for row in stored if self._node.came_of(row, host, id)), None)

    def _unfinished(self) -> list[GameRow]:
        return [row for row in self._stored if row.game_id not in self._node.games]

    @property
    def _stored(self) -> list[GameRow]:
        """My unfinished tables with their titles, also those that are open."""
        games = self._titles.games()
        return [row for row in games if row.status is GameStatus.PLAYING]

    @property
    def _titles(self) -> StoredTitles:
        return StoredTitles(self._node.store, self.plugins, self._texts)

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        self._texts = texts

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change."""
        self._changed = changed

    # what can be done

    async def host(self, wish: HostWish) -> Room:
        """Open a table to the network."""
        self._check_network()
        try:
            table = self._node.host(wish.setup, wish.name, ask=wish.ask, dealer=wish.dealer)
        except (Refusal, RulesError) as error:
            raise Refused(self._refusal(error)) from error
        return HostRoom(self._node, self._texts, table, pace=self._pace)

    async def join(self, id: str) -> Room:
        """Ask for a seat at a table of the list."""
        self._check_network()
        for (host, table), seen in self._node.seen.items():
            if f"{host.hex()}:{table.hex()}" == id:
                return self._knock(seen)
        raise Refused(self._say("This table is not there any more."))

    def _knock(self, seen: SeenTable) -> Room:
        self._check_open(seen)
        try:
            table = self._node.knock(seen, is_watched=self._is_watched)
        except Refusal as error:
            raise Refused(self._refusal(error)) from error
        return GuestRoom(self._node, self._texts, table, pace=self._pace)

    def _check_open(self, seen: SeenTable) -> None:
        """Refuse a table whose game has begun, before anything is sent.

        Raises:
            Refused: it has; the sentence says how to go on if the game is mine.
        """
        name = seen.notice.name
        if seen.notice.state == "open":
            return
        if row := self._stored_game(seen, self._unfinished()):
            id = row.game_id.hex()[:8]
            raise Refused(
                self._say(
                    "You have a seat at {name}: `bastide resume {id}` goes on with it.",
                    name=name,
                    id=id,
                )
            )
        if seen.notice.state == "over":
            raise Refused(self._say("The game at {name} is over.", name=name))
        raise Refused(self._say("{name} is in play already; nobody can join it.", name=name))

    async def join_address(self, text: str) -> Room:
        """Ask for a seat at `host:port` or a ticket."""
        self._check_network()
        if not is_address_like(text):
            raise Refused(
                self._say(
                    "No table called {name} is in the list. An address looks like "
                    "192.168.1.20:47100, a ticket begins with bastide://.",
                    name=text,
                )
            )
        try:
            key = await self._node.dial(*_target(text))
        except Refusal as error:
            raise Refused(self._refusal(error)) from error
        there = await self._tables_of(key)
        open_there = [table for table in there if table.notice.state == "open"]
        if not open_there:
            for table in there:
                self._check_open(table)
            raise Refused(self._copied() or self._say("No open table there."))
        if len(open_there) > 1:
            rows = [self._rows.seen(table) for table in open_there]
            names = ", ".join(f"{row.name} ({row.game})" for row in rows)
            raise Refused(
                self._say("There are several tables there: {names}; join one by name.", names=names)
            )
        return self._knock(open_there[0])

    async def _tables_of(self, key: bytes) -> list[SeenTable]:
        """Return the tables of a peer that was just dialled, as soon as it has told them."""
        told = asyncio.Event()
        unwatch = self._node.watch(told.set)
        try:
            async with asyncio.timeout(FIND_SECONDS):
                while not self._of(key):
                    told.clear()
                    await told.wait()
        except TimeoutError:
            return []
        finally:
            unwatch()
        return self._of(key)

    def _of(self, key: bytes) -> list[SeenTable]:
        return [table for (host, _), table in self._node.seen.items() if host == key]

    async def resume(self, id: str) -> Session:
        """Open an unfinished table of mine."""
        for row in self._stored:
            if f"game:{row.game_id.hex()}" == id:
                return self.open(row)
        raise Refused(self._say("This table is not there any more."))

    def open(self, row: GameRow) -> Session:
        """Open a stored game again.

        Raises:
            Refused: it cannot be opened; the sentence says why.
        """
        node = self._node
        if not row.genesis.local:
            self._check_network()
        try:
            if row.genesis.local:
                game = load_game(node.store, node.plugins, node.identity, row)
                return LocalSession(node.plugins, self._texts, game, pace=self._pace)
            return LanSession(node, self._texts, node.resume(row), row.title, pace=self._pace)
        except (Refusal, JournalError) as error:
            raise Refused(self._refusal(error)) from error

    def deletion(self, id: str) -> str:
        """Return what to ask before an unfinished table of mine is deleted; "" if it is gone."""
        stored = self._deletable(id)
        return question(self._texts("bastide"), stored) if stored else ""

    def _deletable(self, id: str) -> Stored | None:
        """Return an unfinished or damaged table of mine."""
        found: list[Stored] = [*self._unfinished(), *self._node.store.bad_games()]
        return next((each for each in found if f"game:{each.game_id.hex()}" == id), None)

    async def delete(self, id: str) -> None:
        """Delete an unfinished table of mine, or take it off the list if others sit there."""
        stored = self._deletable(id)
        if stored is None:
            raise Refused(self._say("This table is not there any more."))
        try:
            delete(self._node.store, stored)
        except Refusal as error:
            raise Refused(self._refusal(error)) from error
        self._changed()

    async def play(self, wish: LocalWish) -> Session:
        """Open a game at this computer."""
        node = self._node
        return local_session.begin(
            node.store, node.plugins, self._texts, node.identity, self.name, wish, pace=self._pace
        )

    async def rename(self, name: str) -> None:
        """Change my name."""
        try:
            self._node.rename(name)
        except PeerError as error:
            raise Refused(self._refusal(error)) from error

    def _refusal(self, error: Exception) -> str:
        text = self._texts("bastide")
        if isinstance(error, Refusal):
            return whole_sentence(text.say(error.message))
        return whole_sentence(journal_fault(text, str(error)))

    def _say(self, id: str, /, **fields: object) -> str:
        return self._texts("bastide")(id, **fields)


def _target(text: str) -> tuple[Address, bytes | None]:
    if is_ticket(text):
        ticket = parse_ticket(text)
        return ticket.address, ticket.key
    return parse_address(text), None
