"""The guard around rules at work: a plugin that raises stops its own table and nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from bastide.core.blame import blame
from bastide.core.journal import JournalError
from bastide.core.messages import message
from bastide.core.rules import Rules
from bastide.core.table import EntryError
from bastide.net.errors import Refusal
from bastide.net.identity import plain_text

_REASON = 120
"""Characters of what a plugin has raised; where it has comes behind."""


class GameError(Refusal):
    """A game that cannot be opened or go on, and why."""

    code = "game"


class RulesFailed(GameError):
    """A plugin raised: neither the journal nor whoever signed an entry is to blame.

    Attributes:
        plugin: its id; where no plugin of the table is in sight, that of the game.
    """

    plugin = ""

    def at(self, entry: int, step: int, seat: int) -> RulesFailed:
        """Return the same, said of an entry of a journal; entry and seat are counted from 1."""
        where = message(
            "entry {n} (step {step}, seat {seat}): the rules of {game} failed: {reason}.",
            n=entry,
            step=step,
            seat=seat,
        )
        fields = tuple(sorted((*where.fields, *self.message.fields)))
        failed = RulesFailed.of(where._replace(fields=fields))
        failed.plugin = self.plugin
        return failed


@contextlib.contextmanager
def rules_at_work(rules: Rules, *through: type[Exception]) -> Iterator[None]:
    """Turn whatever the plugins of a table raise inside into one sentence that names the plugin.

    Refusals, and what says that an entry is wrong, go through as they are, unless it is a plugin
    that has raised them: nobody is accused because of what a rule stumbles over.

    Args:
        rules: of the table; where no plugin of it is in sight, its game is named.
        through: what else goes through as it is.

    Raises:
        RulesFailed: a plugin raised.
    """
    try:
        yield
    except (KeyboardInterrupt, Refusal):
        raise
    except BaseException as error:  # third-party code may raise anything, `SystemExit` as well
        is_said = isinstance(error, (EntryError, JournalError, *through))
        if is_said and not blame(error, rules.homes).plugin:
            raise
        raise failure(rules, error) from error


def failure(rules: Rules, error: BaseException) -> RulesFailed:
    """Return the refusal that says which plugin of a table has raised what, and where."""
    found = blame(error, rules.homes)
    failed = RulesFailed(
        "The rules of {game} failed: {reason}.",
        game=found.plugin or rules.active[0],
        reason=plain_text(found.short(_REASON), 2 * _REASON).rstrip("."),
    )
    failed.plugin = found.plugin if found.plugin in rules.active else rules.active[0]
    return failed
