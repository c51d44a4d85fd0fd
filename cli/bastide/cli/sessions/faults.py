"""What plugins have failed at, at one open table: told once each, in the log and to who looks."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from types import CodeType
from typing import TypeVar

from bastide.cli.catalogs import in_words
from bastide.cli.marking import N_
from bastide.cli.sessions.guarded_screen import Failing
from bastide.cli.sessions.session_log import TableLog
from bastide.core.blame import Blame, blame
from bastide.core.calls import NeverReturned
from bastide.core.messages import Text
from bastide.core.plugins import Fault
from bastide.core.table import Table
from bastide.net.errors import Refusal
from bastide.net.identity import plain_text
from bastide.net.rules_guard import failure, rules_at_work

T = TypeVar("T")

_REASON = 60
"""Characters of what a screen has raised: the sentence is to fit two lines of a small window."""

_WHOLE = 300
"""The same for the log, which is read at leisure."""

_SENTENCES = {
    "screen": N_("The screen of {game} failed: {reason}. The plain one is shown."),
    "word": N_("The screen of {game} failed: {reason}. The rest of it goes on."),
}


_WATCHER = N_("Plugin {plugin} failed: {reason}. It is told nothing more of what happens.")


class PluginFaults:
    """The faults of one table.

    Args:
        table: the running table.
        log: where they are told.
        text: returns the program's messages in the language chosen.
        changed: is called after each new one.

    Attributes:
        told: the sentences, oldest first.
    """

    def __init__(
        self, table: Table, log: TableLog, text: Callable[[], Text], changed: Callable[[], None]
    ) -> None:
        self.told: list[str] = []
        self._table, self._log, self._text, self._changed = table, log, text, changed
        self._endless: set[CodeType] = set()

    def screen_failed(self, error: BaseException, failing: Failing) -> None:
        """Say what a screen has raised, and what takes over."""
        rules = self._table.rules
        if failing == "rules":
            self.refused(failure(rules, error))
            return
        found = blame(error, rules.homes)
        game = found.plugin or rules.active[0]
        self.tell(*self._short_and_whole(_SENTENCES[failing], found, game=game))

    def _short_and_whole(self, said: str, found: Blame, **fields: str) -> list[str]:
        """Return a sentence for the window, and the same with all of the reason for the log."""
        t = self._text()
        return [
            t(said, reason=in_words(t, plain_text(found.short(most), 2 * most)), **fields)
            for most in (_REASON, _WHOLE)
        ]

    def watcher_failed(self, fault: Fault) -> None:
        """Say that a plugin failed when it was told what happens here."""
        found = Blame(fault.name, fault.reason, "")
        if fault.error and (raised := fault.error.__cause__):
            found = blame(raised, self._table.rules.homes)
        self.tell(*self._short_and_whole(_WATCHER, found, plugin=fault.name))

    def refused(self, error: Refusal) -> None:
        """Say that the rules have failed."""
        self.tell(self._text().say(error.message))

    def tell(self, sentence: str, whole: str = "") -> None:
        """Say something once. It may be while a page is painted: what changes is told later.

        Args:
            sentence: as the window has room for it.
            whole: the same for the log; "": no longer.
        """
        if sentence in self.told:
            return
        self.told.append(sentence)
        self._log.add(whole or sentence, self._table.state.turn)
        with contextlib.suppress(RuntimeError):  # no loop yet: whoever watches looks by itself
            asyncio.get_running_loop().call_soon(self._changed)

    def asked(self, ask: Callable[[], T], otherwise: T) -> T:
        """Return what the rules answer; something else where a plugin raises.

        A question to which no answer came is not asked again, since a screen asks at each frame.
        """
        code = getattr(ask, "__code__", None)
        if code in self._endless:
            return otherwise
        try:
            with rules_at_work(self._table.rules):
                return ask()
        except Refusal as error:
            if isinstance(code, CodeType) and isinstance(error.__cause__, NeverReturned):
                self._endless.add(code)
            self.refused(error)
            return otherwise
