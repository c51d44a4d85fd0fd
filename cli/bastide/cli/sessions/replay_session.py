"""A finished or running game, seen again from its start."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bastide.cli.sessions.hands import hides_cards
from bastide.cli.sessions.ports import LogItem, Offer, TalkItem, Texts
from bastide.cli.sessions.table_session import TableSession
from bastide.core.draft import Draft
from bastide.core.events import Event
from bastide.core.journal import Entry, Journal, parse_body
from bastide.core.plugins import Plugins
from bastide.core.state import PUBLIC, State
from bastide.core.table import Table
from bastide.net.errors import PeerError
from bastide.net.games import open_table
from bastide.net.rules_guard import RulesFailed, rules_at_work

DECISIONS = ("move", "reveal")
"""Kinds of entries that a step of a replay comes from."""


class _Recorded:
    """A game that only shows what is in its journal."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.bots: dict[int, str] = {}
        self.past = len(table.done)

    @property
    def mine(self) -> tuple[int, ...]:
        """Return no places: nobody plays."""
        return ()

    def write(self, draft: Draft) -> None:
        """Refuse."""
        raise PeerError("A replay cannot be changed.")


class ReplaySession(TableSession):
    """A `Session` that steps through a journal; it is its own `replay`.

    Args:
        plugins: what is installed.
        texts: messages in the chosen language.
        journal: of a game; its proofs are not checked again.
        title: the table's name.
        own: the master secrets of our own places, the first one that of the place whose hand is
            shown. Without any, what everybody knows is shown.
        talk: what was said at the table; no journal says when, so all of it is shown at each step.
    """

    def __init__(
        self,
        plugins: Plugins,
        texts: Texts,
        journal: Journal,
        title: str,
        own: Mapping[int, bytes] | None = None,
        talk: Sequence[TalkItem] = (),
    ) -> None:
        self._talk = talk
        self._place = next(iter(own or ()), None)
        table = open_table(plugins, journal.genesis, journal.accepts, self._place, own)
        self._states: list[State] = []
        self._done: list[int] = []
        self.at = 0
        failed = self._record_all(table, journal)
        if not self._states:  # nothing is played on this position any more
            self._states, self._done = [table.state], [len(table.done)]
        super().__init__(plugins, texts, _Recorded(table), title)
        if failed:
            self._faults.refused(failed)
        self.replay = self
        self.go(0)

    def _record_all(self, table: Table, journal: Journal) -> RulesFailed | None:
        """Play a journal as far as the rules go; return what they have failed with."""
        try:
            for step in journal.steps:
                with rules_at_work(table.rules):
                    self._record(table, step)
        except RulesFailed as error:
            return error
        return None

    def _record(self, table: Table, step: Sequence[Entry]) -> None:
        """Add a step to the table; keep the position after a decision, and before the first one."""
        if parse_body(step[0].body).kind not in DECISIONS:
            for entry in step:
                table.add(entry)
            return
        if not self._states:
            self._keep(table)
        before = len(table.done)
        for entry in step:
            table.add(entry)
        if len(table.done) > before:
            self._keep(table)

    def _keep(self, table: Table) -> None:
        self._states.append(table.state.clone())
        self._done.append(len(table.done))

    @property
    def length(self) -> int:
        """Return the number of steps."""
        return len(self._states) - 1

    def go(self, at: int) -> None:
        """Show the position after a step; out of range: the nearest end."""
        self.at = max(0, min(at, self.length))
        self._tell()

    @property
    def state(self) -> State:
        """Return the position that is shown, as our eyes may know it."""
        return self._view.of(self._shown, self.at, self.eyes)

    @property
    def settled(self) -> State:
        """Return the position that is shown: a replay has no draft."""
        return self.state

    @property
    def _shown(self) -> State:
        return self._states[self.at]

    @property
    def eyes(self) -> int:
        """Return whose hand is shown: that of our own place, if we sat there.

        At a table of this computer, which knows all faces, it is who acts next; nobody while its
        game goes on with hidden cards.
        """
        if self._place is not None:
            return self.table.seat_of(self._place)
        s, genesis = self._shown, self.table.genesis
        secret = not self.table.over and hides_cards(self._plugins, self.plugin_ids)
        return s.seat if genesis.local and not s.over and not secret else PUBLIC

    @property
    def acting(self) -> int | None:
        """Return nobody: nothing is to be decided."""
        return None

    @property
    def finished(self) -> bool:
        """Tell whether the end is shown."""
        return self.table.over and self.at == self.length

    @property
    def log(self) -> Sequence[LogItem]:
        """Return the lines of the log up to the position that is shown."""
        done = self._done[self.at]
        return self._log.items[: self._log.ends[done - 1]] if done else []

    @property
    def talk(self) -> Sequence[TalkItem]:
        """Return what was said at the table, whichever step is shown."""
        return self._talk

    @property
    def fresh(self) -> tuple[Event, ...]:
        """Return what the step that is shown brought."""
        if not self.at:
            return ()
        brought = self.table.done[self._done[self.at - 1] : self._done[self.at]]
        return tuple(event for done in brought for event in done.events)

    @property
    def offers(self) -> frozenset[Offer]:
        """Return what can be done: write it to a file."""
        return frozenset({"export"})
