"""What a front end can look at: tables, games, talk, and where this peer is on the network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from bastide.net.dispatch import Parts
from bastide.net.finding.choosing import Choice
from bastide.net.finding.discovery import Discovery
from bastide.net.finding.sighting import Sighting
from bastide.net.here import Here
from bastide.net.links.listen import Listener
from bastide.net.live import LiveGame
from bastide.net.lobby.hosted import HostedTable
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.tables import SeenTable
from bastide.net.openings import Openings
from bastide.net.storage.store import GameRow
from bastide.net.talk import Conversation
from bastide.net.whereabouts import Invitation, Whereabouts

Changed = Callable[[], None]


class ShownNode:
    """The part of a node that only looks."""

    _here: Here
    _parts: Parts
    _place: Whereabouts
    _openings: Openings
    _watchers: list[Changed]

    # tables and games

    @property
    def seen(self) -> dict[tuple[bytes, bytes], SeenTable]:
        """The tables of others, by host and table id."""
        return self._parts.list.seen

    @property
    def hosted(self) -> dict[bytes, HostedTable]:
        """The tables that this peer holds, by id."""
        return self._parts.hosting.tables

    @property
    def joined(self) -> dict[bytes, JoinedTable]:
        """The tables of others where this peer has knocked, by id."""
        return self._parts.joining.tables

    @property
    def games(self) -> dict[bytes, LiveGame]:
        """The open games, by id."""
        return self._parts.games.games

    @property
    def started(self) -> dict[bytes, bytes]:
        """The game that came of each table, by table id."""
        return self._parts.games.started

    @property
    def talk(self) -> dict[bytes, Conversation]:
        """What was said in rooms, by table id."""
        return self._parts.talking.rooms

    @property
    def left_behind(self) -> dict[bytes, str]:
        """The names of the tables whose game began when we had just left the room, by game id."""
        return self._parts.joining.left_behind

    def unfinished(self) -> list[GameRow]:
        """Return the stored games that are not over."""
        return self._parts.games.unfinished()

    def came_of(self, row: GameRow, host: bytes, table: bytes) -> bool:
        """Tell whether a stored game is the one that a host shows as a table."""
        return self._openings.came_of(row, host, table)

    # the network

    @property
    def listener(self) -> Listener:
        """What takes links; its port is 0 while nobody listens."""
        return self._place.listener

    @property
    def discovery(self) -> Discovery | None:
        """What looks for others; None before the start."""
        return self._place.discovery

    @property
    def choice(self) -> Choice:
        """The network interfaces that the user has chosen."""
        return self._place.choice

    @property
    def copies(self) -> list[str]:
        """The hosts where my key is in use as well, as was said lately."""
        return self._here.copies.hosts

    def cut_off_at(self, game: LiveGame) -> float | None:
        """Return since when no network is up here for which others at a table are out of reach."""
        down = self._place.down_at
        return down if down is not None and game.is_out_of_reach else None

    @property
    def is_cut_off(self) -> bool:
        """Whether no network is up here."""
        return self._place.down_at is not None

    def is_cut_off_from(self, keys: Iterable[bytes]) -> bool:
        """Tell whether no network is up here by which a peer of these is linked otherwise."""
        contacts = map(self._here.contacts.contact, keys)
        is_missed = any(each.link is None and each.needs_network for each in contacts)
        return is_missed and self.is_cut_off

    def is_unheard(self) -> bool:
        """Tell whether what is announced here does not come back, so that nobody may see it."""
        return self._place.is_unheard(asyncio.get_running_loop().time())

    def unanswered(self) -> list[Sighting]:
        """Return who announced itself on the network, but was never reached there."""
        return self._place.sightings.unanswered()

    def invitation(self) -> Invitation:
        """Return the addresses where this peer listens, and a ticket for each."""
        return self._place.invitation()

    # changes

    def watch(self, changed: Changed) -> Callable[[], None]:
        """Call `changed` after every change; return what ends that."""
        self._watchers.append(changed)
        return lambda: self._watchers.remove(changed)

    def _changed(self) -> None:
        for changed in list(self._watchers):
            changed()
