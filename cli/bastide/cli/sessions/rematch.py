"""Another game for those who played one on the network: a table like it, by one of them.

Whoever plays again joins the table that another of them has opened, if it equals the last one, or
opens one; strangers have to ask there. Several may open one at the same moment. Then they meet: of
the tables, the one with the most players is kept, of several that of the smallest key.

    host of another, no stranger in it --> closes it and joins the one that is kept
    guest of another, also one who was not in yet --> joins the one that is kept, or opens one
    guest of one that its host closes or is lost to --> the same
"""

from __future__ import annotations

from collections.abc import Sequence

from bastide.cli.option_words import option_of
from bastide.cli.sessions.ports import Refused, Room, Texts
from bastide.cli.sessions.rooms import GuestRoom, HostRoom
from bastide.cli.sessions.titles import title_of
from bastide.cli.wording import whole_sentence
from bastide.core.encoding import enc
from bastide.core.errors import RulesError
from bastide.core.genesis import Genesis
from bastide.core.messages import message
from bastide.net.errors import Refusal
from bastide.net.identity import fit_name
from bastide.net.links.messages import TableNotice
from bastide.net.lobby.hosted import HostedTable
from bastide.net.lobby.joined import JoinedTable
from bastide.net.lobby.reasons import GIVEN_UP, HOST_CLOSED, LINK_LOST, MEET_ELSEWHERE, NOT_OPEN
from bastide.net.lobby.terms import Dealing, setup_of
from bastide.net.node import Node, SeenTable

_HOST_GONE = tuple(map(message, (MEET_ELSEWHERE, LINK_LOST, NOT_OPEN, GIVEN_UP)))
_SHOWN = 3
"""Options and expansions that a sentence names."""


class Rematch:
    """What those who played a game want: the same table once more."""

    def __init__(self, node: Node, texts: Texts, genesis: Genesis, pace: float) -> None:
        self.node, self.texts, self.pace = node, texts, pace
        self._last = genesis
        self._company = dict(zip((s.identity for s in genesis.seats), genesis.names, strict=True))
        self._told: set[bytes] = set()
        # Word that the last table's game began, or that we have left it, may come late.
        started = node.started.items()
        self._left = {table for table, game in started if game == genesis.game_id}

    @property
    def by(self) -> str:
        """Return who of the others has opened a table that can be joined, or ""."""
        seen = self._best()
        return self._company[seen.host.key] if seen else ""

    def room(self) -> Room:
        """Join the table of another, or open one.

        Raises:
            Refused: neither can be done, or others play something else; the sentence says why.
        """
        if not self._best():
            self._tell_others()
        return self.anew()

    def anew(self, left: bytes = b"") -> Room:
        """Join a table like the last one, or open one, whatever else others play.

        Args:
            left: the table that is given up; its host may not have told the list of it yet.

        Raises:
            Refused: neither can be done; the sentence says why.
        """
        self._left.add(left)
        t = self.texts("bastide")
        try:
            seen = self._best()
            return self._joined(seen) if seen else self._opened()
        except Refusal as error:
            raise Refused(whole_sentence(t.say(error.message))) from error
        except RulesError as error:
            raise Refused(whole_sentence(str(error))) from error

    def _joined(self, seen: SeenTable) -> Room:
        return _GuestAgain(self, self.node.knock(seen, name=self._me))

    @property
    def _me(self) -> str:
        """What I was called in the game just played."""
        return self._company[self.node.identity.key]

    def _opened(self) -> Room:
        dealer: Dealing = "open" if self._last.deal == "open" else "veil"
        table = self.node.host(
            setup_of(self._last),
            fit_name(self.texts("bastide")("{name}'s table", name=self._me)),
            ask=True,
            dealer=dealer,
            company=self._company,
        )
        return _HostAgain(self, table)

    def better(self, table: HostedTable) -> SeenTable | None:
        """Return the table that is to be kept instead of one of ours, if there is any."""
        seen = self._best()
        is_ours = table.offer is None and not table.started
        if seen is None or not is_ours or any(s.key not in self._company for s in table.sitters):
            return None
        return seen if _rank(seen) < (-len(table.sitters), self.node.identity.key) else None

    def move(self, seen: SeenTable) -> Room | None:
        """Join another table; None if that fails."""
        try:
            return self._joined(seen)
        except Refusal:
            return None

    # the tables of others

    def _open(self) -> list[SeenTable]:
        """Return the open tables for this game of those who sat there, the one to keep first."""
        self._left &= {table for (_, table), seen in self.node.seen.items() if not seen.silent}
        found = [
            seen
            for (host, table), seen in self.node.seen.items()
            if host in self._company
            and seen.notice.game == self._last.game
            and seen.notice.state == "open"
            and not seen.silent
            and table not in self._left
            and table not in self.node.started  # word that the last game began may come late
        ]
        return sorted(found, key=_rank)

    def _best(self) -> SeenTable | None:
        """Return the table like the last one that is to be kept, if there is any with a seat."""
        fitting = (seen for seen in self._open() if not self._difference(seen))
        return next((s for s in fitting if len(s.notice.names) < s.notice.seats[1]), None)

    def _tell_others(self) -> None:
        """Say once that others play something else.

        Raises:
            Refused: they do.
        """
        t = self.texts("bastide")
        for seen in self._open():
            difference = self._difference(seen)
            if difference and seen.notice.table not in self._told:
                self._told.add(seen.notice.table)
                more = t(
                    'That table is in the list of tables, and `bastide join "{table}"` goes '
                    "there; play again opens one as before.",
                    table=seen.notice.name,
                )
                raise Refused(f"{difference} {more}")

    def _difference(self, seen: SeenTable) -> str:
        """Return in what a table differs from the last one, or ""."""
        notice, last = seen.notice, self._last
        say, name = self.texts("bastide"), self._company[seen.host.key]
        if enc(dict(notice.options)) != enc(dict(last.options)):
            what = self._options(notice)
            return say("{name} plays again with other options: {what}.", name=name, what=what)
        names = [each.name for each in notice.extensions]
        if names != [each.name for each in last.extensions]:
            if not names:
                return say("{name} plays again without expansions.", name=name)
            what = _listed([title_of(self.node.plugins, self.texts, each) for each in names])
            return say("{name} plays again with other expansions: {what}.", name=name, what=what)
        if notice.seats[1] != len(last.seats):
            n = notice.seats[1]
            return say("{name} plays again with another number of seats: {n}.", name=name, n=n)
        if notice.deal != last.deal or notice.spectators != last.spectators:
            return say("{name} plays again with cards dealt in another way.", name=name)
        return say.say(seen.mismatch) if seen.mismatch else ""

    def _options(self, notice: TableNotice) -> str:
        last = dict(self._last.options)
        changed = {
            key: notice.options.get(key, "-")
            for key in (*notice.options, *(key for key in last if key not in notice.options))
            if key not in notice.options or enc(notice.options[key]) != enc(last.get(key, b""))
        }
        shown = (option_of(self.node.plugins, self.texts, *each) for each in changed.items())
        return _listed([" ".join(each) for each in shown])


def _rank(seen: SeenTable) -> tuple[int, bytes]:
    """Return what the table that is kept has least of."""
    return -len(seen.notice.names), seen.host.key


def _listed(words: Sequence[str]) -> str:
    return ", ".join(words[:_SHOWN]) + "…" * (len(words) > _SHOWN)


class _HostAgain(HostRoom):
    """A table like the last one, opened here; given up for a better one."""

    def __init__(self, again: Rematch, table: HostedTable) -> None:
        self._again = again
        super().__init__(again.node, again.texts, table, pace=again.pace)

    def _node_changed(self) -> None:
        better = None if self.moved else self._again.better(self._table)
        if better and (room := self._again.move(better)):
            self.moved = room
            self._stop_watching()
            self._node.close_table(self._table, MEET_ELSEWHERE)
        super()._node_changed()


class _GuestAgain(GuestRoom):
    """A table like the last one, opened by another; left for a better one when its host is gone."""

    def __init__(self, again: Rematch, table: JoinedTable) -> None:
        self._again = again
        super().__init__(again.node, again.texts, table, pace=again.pace)

    def _node_changed(self) -> None:
        if not self.moved and self._is_given_up():
            self._stop_watching()
            self._node.get_up(self._table)
            try:
                self.moved = self._again.anew(self._table.notice.table)
            except Refused:
                if not self.closed:
                    self._table.closed(message(HOST_CLOSED))
        super()._node_changed()

    def _is_given_up(self) -> bool:
        """Tell whether the host is gone or elsewhere, or closed the table before it heard us."""
        table = self._table
        if self.closed:
            return self.is_dissolved or table.why in _HOST_GONE
        is_shown = (table.host, table.notice.table) in self._node.seen
        return not (is_shown or table.seats or table.is_begun)
