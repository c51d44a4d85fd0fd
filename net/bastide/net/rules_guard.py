"""The guard around rules at work: a plugin that raises stops its own table and nothing else."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from bastide.core.journal import JournalError
from bastide.core.plugins import reason_of
from bastide.core.table import EntryError
from bastide.net.errors import Refusal
from bastide.net.identity import plain_text

_REASON = 200


class GameError(Refusal):
    """A game that cannot be opened or go on, and why."""

    code = "game"


@contextlib.contextmanager
def rules_at_work(game: str, *through: type[Exception]) -> Iterator[None]:
    """Turn whatever the plugins of a game raise inside into one sentence.

    Refusals, and what says that an entry is wrong, go through as they are.

    Args:
        game: named in the sentence.
        through: what else goes through as it is.

    Raises:
        GameError: a plugin raised.
    """
    try:
        yield
    except (EntryError, JournalError, Refusal):
        raise
    except through:
        raise
    except Exception as error:  # third-party code may raise anything
        raise GameError(
            "The rules of {game} failed: {reason}.",
            game=game,
            reason=plain_text(reason_of(error), _REASON).rstrip("."),
        ) from error
