"""A networked game that this keyboard plays at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from bastide.cli.catalogs import together
from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.copied import copy_of, goes_on, own_copy
from bastide.cli.sessions.hands import hands_sentence
from bastide.cli.sessions.ports import (
    Awaited,
    LogItem,
    Offer,
    Presence,
    Room,
    Seat,
    TalkItem,
    Texts,
    Trust,
)
from bastide.cli.sessions.shown_table import loop_time
from bastide.cli.sessions.spoken import talk_items
from bastide.cli.sessions.stored_games import keep_scores
from bastide.cli.sessions.table_session import TableSession
from bastide.cli.waiting_words import waits_for_names
from bastide.core.journal import parse_body
from bastide.core.table import Done
from bastide.net.errors import Refusal
from bastide.net.identity import last_four
from bastide.net.limits import CHAT_BYTES
from bastide.net.live import LiveGame
from bastide.net.node import Node
from bastide.net.presence import State
from bastide.net.rules_guard import RulesFailed
from bastide.net.storage.store import Trust as Known

if TYPE_CHECKING:
    from bastide.cli.sessions.rematch import Rematch

_TRUST: dict[Known, Trust] = {
    Known.UNKNOWN: "unknown",
    Known.SEEN: "seen",
    Known.VERIFIED: "verified",
}

_GONE: dict[State, Presence] = {State.LEFT: "left", State.LOST: "lost", State.UNSEEN: "away"}


def trust_of(node: Node, key: bytes) -> Trust:
    """Return what is known of a key."""
    if key == node.identity.key:
        return "self"
    known = node.store.peer(key)
    return _TRUST[known.trust] if known else "unknown"


class LanSession(TableSession):
    """A `Session` over a `LiveGame`."""

    def __init__(
        self, node: Node, texts: Texts, game: LiveGame, title: str, *, pace: float = BOT_PACE
    ) -> None:
        self._node, self._live = node, game
        super().__init__(node.plugins, texts, game, title, pace=pace)
        self._is_awaiting_all = bool(game.past)
        if game.past:
            self._log.add(goes_on(texts("bastide")), self.table.state.turn)
        self._unlisten = game.listen(self._happened)
        self._unwatch = node.watch(self._node_changed)
        self._told_again = ""
        tickets = node.invitation().tickets
        self.invite = str(tickets[0]) if tickets else ""
        self._copied: set[int] = set()
        self._tell_copies()

    def _tell_copies(self) -> None:
        """Say which key of this table is in use on two computers, once until that is over."""
        text, sync = self._texts("bastide"), self._live.sync
        said: dict[int, str] = {}
        for place, seat in enumerate(self.table.genesis.seats):
            if place not in sync.signers:
                said[place] = copy_of(text, self._node, seat.identity, seat.name)
            elif seat.identity == self._node.identity.key:
                said[place] = own_copy(text, self._node.copies)
        now = {place for place, sentence in said.items() if sentence}
        for place in now - self._copied:
            if place not in sync.signers or sync.may_write:  # else `waiting` says it
                self._faults.tell(said[place])
        self._copied = now

    def _tell_all_here(self) -> None:
        """Say once, after the warning of a backup, that all are here: they have what it lacks."""
        if self._is_awaiting_all and all(map(self._live.is_here, self._others)):
            self._is_awaiting_all = False
            self._log.add(self._say("All players are here."), self.table.state.turn)

    def _happened(self, done: list[Done]) -> None:
        self._tell_copies()
        self._tell_all_here()
        self._own.drop_late()
        self._absorb()
        self._tell()

    def _node_changed(self) -> None:
        """Tell of who plays again, at the end."""
        if (again := self.plays_again) != self._told_again:
            self._told_again = again
            self._tell()

    def _failed(self, error: Refusal) -> str:
        """Return why something of mine could not be done; where a plugin is why, all are told."""
        if isinstance(error, RulesFailed):
            self._live.sync.hindrances.say(error.plugin)
        return super()._failed(error)

    def may_write(self) -> bool:
        """Tell whether anything can be sent now."""
        return self._live.sync.may_write

    def masters_of(self, place: int) -> Mapping[int, bytes]:
        """Return the secret of a place of ours where hands are hidden; it stays in this computer.

        A bot gets that of its own seat and no other.
        """
        masters = self._live.row.masters
        if not self.hands or place not in masters:
            return {}
        return {place: masters[place]}

    def _seat(self, seat: int) -> Seat:
        place = self.table.place_of(seat)
        key = self.table.genesis.seats[place].identity
        if place in self._live.sync.signers:
            return super()._seat(seat)._replace(key=last_four(key))
        about = Seat(self.names[seat], key=last_four(key), trust=trust_of(self._node, key))
        state, since = self._live.standing(place)
        if state is State.HERE:
            return about._replace(presence="thinking" if seat == self.acting else "")
        return about._replace(presence=_GONE[state], since=max(0.0, loop_time() - since))

    @property
    def waiting(self) -> str:
        """Return what the table waits for where that is more than a decision."""
        if trouble := self._trouble():
            return trouble
        if awaited := self.awaited:
            is_cut_off = self.cut_off is not None
            return waits_for_names(self._texts("bastide"), self.seats, is_cut_off, awaited)
        return super().waiting

    def _trouble(self) -> str:
        """Return why the table does not go on whoever is there, or ""."""
        text, sync = self._texts("bastide"), self._live.sync
        if sync.stop:
            return together(self._texts, (*self.rules.active, "bastide")).say(sync.stop.reason)
        if sync.pause:
            return text.say(sync.pause)
        copied = "" if sync.may_write else own_copy(text, self._node.copies)
        return copied or self._held_up(sync.awaited())

    @property
    def awaited(self) -> Awaited | None:
        """Return whom the table waits for where that is more than a decision.

        Where all have to do their part, such as to deal, those who are not there hold up the rest.
        """
        if self.finished or self._trouble():
            return None
        others, sync = self._others, self._live.sync
        deciding = {self.table.place_of(seat) for seat in self.table.acting}
        owing = [n for n in sync.awaited() if n in others and n not in deciding]
        away = [n for n in others if not self._live.is_here(n)]
        if owing:
            return self._of_seats(away or owing)
        if sync.may_write:
            return None
        return self._of_seats(away or others)._replace(is_any_enough=len(away) == len(others))

    @property
    def _others(self) -> list[int]:
        """The places that others play."""
        sync = self._live.sync
        return [n for n in range(len(sync.keys)) if n not in sync.signers]

    def _of_seats(self, places: Sequence[int]) -> Awaited:
        seats = range(len(self.names))
        return Awaited(tuple(seat for seat in seats if self.table.place_of(seat) in places))

    @property
    def unseen_by(self) -> Sequence[str]:
        """Return the names of those that have not said yet that they have the last step."""
        if not self.finished or self._live.stop:
            return ()
        return [self.table.genesis.names[place] for place in self._live.sync.behind()]

    @property
    def cut_off(self) -> float | None:
        """Return for how many seconds no network has been up here, if one is needed for others."""
        since = self._node.cut_off_at(self._live)
        return None if since is None else max(0.0, loop_time() - since)

    @property
    def hold(self) -> str:
        """Return why a complete turn cannot be sent for now: nobody is linked, or has answered."""
        sync = self._live.sync
        if sync.may_write or self._live.stop or sync.pause or self._node.copies:
            return ""
        return self._say("{why} Your turn is kept: send it then.", why=self.waiting)

    def _held_up(self, places: Sequence[int]) -> str:
        """Return whose program, that plays one of these places, is held up by a plugin, or ""."""
        sync = self._live.sync
        for place in filter(self._live.is_here, places):
            if plugin := sync.hindrances.of(sync.keys[place]):
                return self._say(
                    "The program of {name} is held up: its plugin {plugin} failed.",
                    name=self.table.genesis.names[place],
                    plugin=plugin,
                )
        return ""

    @property
    def progress(self) -> str:
        """Return what takes its time meanwhile, such as a deck that is being sealed.

        Who has to do it can not while others are away that have to do their part.
        """
        going_on = self._live.progress
        if going_on is None or not all(map(self._live.is_here, self._others)):
            return ""
        return together(self._texts, (*self.rules.active, "bastide")).say(going_on)

    @property
    def log(self) -> Sequence[LogItem]:
        """Return all lines of the log; the first one says who can know hidden cards."""
        said = hands_sentence(self._texts("bastide"), self.hands)
        return [LogItem(said, None, 0), *super().log] if said else super().log

    @property
    def offers(self) -> frozenset[Offer]:
        """Return what can be done with the game besides leaving it."""
        again: frozenset[Offer] = frozenset({"rematch"}) if self.finished else frozenset()
        return super().offers | again

    @property
    def no_undo(self) -> str:
        """Return why nothing can be taken back now."""
        if self.draft:
            return ""
        if not self._has_decided():
            return self._say("Nothing of yours can be taken back.")
        return self._say("Sent: at this table a move cannot be taken back.")

    def _has_decided(self) -> bool:
        """Tell whether anything that was sent is mine."""
        sent = (parse_body(step.body).place for step, *_ in self.table.journal.steps)
        return any(place in self._live.mine for place in sent)

    @property
    def talk(self) -> Sequence[TalkItem]:
        """Return what was said."""
        return talk_items(self.table, self._live.talk)

    def say(self, text: str) -> str:
        """Say something to the table."""
        if len(text.encode()) > CHAT_BYTES:
            return self._say("That is too long to say at once: at most {n} bytes.", n=CHAT_BYTES)
        try:
            self._live.say(self._node.identity.key, text)
        except Refusal as error:
            return self._failed(error)
        return ""

    @cached_property
    def _again(self) -> Rematch:
        from bastide.cli.sessions.rematch import Rematch  # a room in turn opens sessions

        return Rematch(self._node, self._texts, self.table.genesis, self._bots.pace)

    @property
    def plays_again(self) -> str:
        """Return who has opened a table like this finished one, or ""."""
        return self._again.by if self.finished else ""

    async def rematch(self) -> Room:
        """Open a table like this one to the network, or join that of another player of it."""
        self._again.texts = self._texts
        return self._again.room()

    async def leave(self) -> None:
        """Close this table here; the seat is kept."""
        self._unlisten()
        self._unwatch()
        await super().leave()
        keep_scores(self._node.store, self.table)
        self._node.leave(self._live)
