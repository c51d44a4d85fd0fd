"""What links bring, handed to the part of this peer that it is for."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from bastide.net import limits
from bastide.net.contact import Contact
from bastide.net.errors import TWICE
from bastide.net.here import Here
from bastide.net.links.messages import (
    Accept,
    Chat,
    Decline,
    Digests,
    Entries,
    Evidence,
    Genesis,
    Have,
    Head,
    HeldUp,
    Knock,
    Leave,
    Offer,
    Peers,
    Room,
    Tables,
    Unknock,
    Want,
    WireMessage,
)
from bastide.net.links.rates import PerPeer
from bastide.net.lobby.hosting import Hosting
from bastide.net.lobby.introductions import Introductions
from bastide.net.lobby.joining import Joining
from bastide.net.lobby.tables import TableList
from bastide.net.lobby.talking import Talking
from bastide.net.open_games import OpenGames
from bastide.net.sync.heads import read_head
from bastide.net.sync.held_up import read_word


@dataclass(slots=True)
class Parts:
    """The parts of one peer."""

    list: TableList
    hosting: Hosting
    joining: Joining
    games: OpenGames
    talking: Talking
    introductions: Introductions


class Dispatch:
    """Knows which part each message is for, and who has to hear of a link."""

    def __init__(self, here: Here, parts: Parts) -> None:
        """Hand everything to these parts."""
        self._here, self._parts = here, parts
        self._asks = PerPeer(limits.ASKS_PER_SECOND, limits.ASKS_BURST)

    def link_changed(self, contact: Contact, linked: bool) -> None:
        """Tell all parts of a link that came or went."""
        parts, key = self._parts, contact.key
        if linked:
            parts.introductions.remember(contact)
            parts.list.greet(key)
            parts.introductions.tell(key)
            parts.introductions.tell_about(key)
            parts.hosting.linked(key)
            parts.joining.linked(key)
            parts.games.linked(key)
        else:
            self._refused(contact)
            parts.hosting.unlinked(key)
            parts.joining.unlinked(key, set(parts.games.started))
            parts.introductions.tell_about(key)
            parts.games.unlinked(key)
        self._here.changed()

    def _refused(self, contact: Contact) -> None:
        """Note where another program has our key, if that is why a link has ended."""
        fault = contact.fault
        if fault and fault.code == TWICE:
            host = str(dict(fault.message.fields)["address"])
            self._here.copies.seen(host, asyncio.get_running_loop().time())

    def copied(self, contact: Contact) -> None:
        """Tell the one that was there, and whoever looks at a table of it, of the other one."""
        self._parts.introductions.tell(contact.key, contact.copy_at)
        for game in self._parts.games.of(contact.key):
            game.happened([])
        self._here.changed()

    def copies_changed(self) -> None:
        """Tell whoever looks that our key is in use elsewhere, or is not any more."""
        for game in self._parts.games.games.values():
            game.happened([])
        self._here.changed()

    def receive(self, key: bytes, incoming: WireMessage) -> None:
        """Take a message of a linked peer.

        Raises:
            PeerError: the sender broke the protocol.
        """
        games = self._parts.games
        match incoming:
            case Have() | Want() | Entries() | Digests() | Evidence():
                games.receive(key, incoming.game, incoming)
            case HeldUp():
                games.receive(key, read_word(incoming).game, incoming)
            case Head():
                games.receive(key, read_head(incoming).game, incoming)
            case Leave(game) | Genesis(game) if game in games.games:
                games.receive(key, game, incoming)
            case _:
                self._receive_other(key, incoming)
                self._here.changed()

    def _receive_other(self, key: bytes, incoming: WireMessage) -> None:
        parts = self._parts
        match incoming:
            case Genesis(game):
                if parts.joining.is_named(incoming) and not parts.games.is_kept(game):
                    parts.joining.started(incoming)
            case Tables():
                parts.list.take(key, incoming)
                parts.joining.listed(key, {notice.table for notice in incoming.tables})
            case Peers(places):
                linked = parts.introductions.take(key, places)
                parts.games.told_links(key, linked)
                parts.joining.told_links(key, linked)
            case Chat():
                self._said(key, incoming)
            case _:
                self._receive_in_room(key, incoming)

    def _receive_in_room(self, key: bytes, incoming: WireMessage) -> None:
        """Take a message about a table that has not started.

        What this version does not do (comparing a code) ends here, too.
        """
        parts = self._parts
        match incoming:
            case Knock(table, seat):
                if self._may_ask(key):
                    parts.hosting.knocked(table, key, seat)
                    parts.introductions.tell_circle(parts.hosting.guests(table))
            case Unknock(table):
                parts.hosting.got_up(table, key)
            case Accept():
                parts.hosting.accepted(key, incoming)
                parts.joining.accepted(key, incoming)
            case Decline():
                parts.hosting.declined(key, incoming)
            case Room(table):
                parts.hosting.called(table, key, incoming)
                parts.joining.told(key, incoming)
            case Offer():
                if self._may_ask(key):
                    parts.joining.offered(key, incoming)

    def _may_ask(self, key: bytes) -> bool:
        """Tell whether a peer may ask for something that costs us more than an answer."""
        return self._asks.may_spend(key, asyncio.get_running_loop().time())

    def _said(self, key: bytes, chat: Chat) -> None:
        """Take talk: of a table, also what was still said in its room when it began."""
        games = self._parts.games
        game = games.games.get(games.started.get(chat.place, chat.place))
        if game and key in game.sync.keys:
            game.said(key, chat)
        else:
            self._parts.talking.said(key, chat, asyncio.get_running_loop().time())
