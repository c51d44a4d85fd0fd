"""What the process of a bot does: it answers one question after the other.

It is told the table first and then, with each question, the entries that are new. Its answer is
one action, or why there is none. It ends without a word as soon as whoever asks is gone, also while
the bot thinks.
"""

from __future__ import annotations

import os
import pickle
import signal
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import BinaryIO

from bastide.cli.loading import load_plugins
from bastide.core.draft import Draft
from bastide.core.events import Action
from bastide.core.hookspecs import Chooser
from bastide.core.journal import Entry, parse_genesis
from bastide.core.messages import Message, message
from bastide.core.state import State
from bastide.core.table import Table
from bastide.net.games import fold, open_table

READY = Message("ready")
"""What comes back first: questions can be written, for they are read at once."""


def verbatim(reason: str) -> Message:
    """Return what an exception says; nobody can translate it."""
    return Message("{reason}", (("reason", reason),))


class BotError(Exception):
    """A bot that hung, raised, or chose what is not possible.

    Attributes:
        message: the reason.
    """

    def __init__(self, reason: Message) -> None:
        super().__init__(reason)
        self.message = reason


@dataclass(slots=True)
class Task:
    """One bot for one place of one table.

    Attributes:
        genesis: of the table, as bytes.
        accepts: the signatures under it.
        bot: the bot's id.
        place: whose decisions it makes.
        seed: for its own chance.
        masters: master secret of its place, where it needs that to know its own hand.
    """

    genesis: bytes
    accepts: tuple[bytes, ...]
    bot: str
    place: int
    seed: int
    masters: Mapping[int, bytes] = field(default_factory=dict, repr=False)


@dataclass(slots=True)
class Question:
    """What is asked: the next decision of a seat, after these further entries."""

    entries: list[Entry]
    drafted: list[Action]
    seat: int


def main() -> None:
    """Answer whoever holds the other end of the standard streams, until nobody does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    read, write = _own_pipes()
    questions: SimpleQueue[Question] = SimpleQueue()
    task: Task = pickle.load(read)
    _send(write, READY)
    threading.Thread(target=_listen, args=(read, questions), daemon=True).start()
    thinker: _Thinker | None = None
    while True:
        question = questions.get()
        try:
            thinker = thinker or _Thinker(task)
            _send(write, thinker.answer(question))
        except BotError as error:
            _send(write, error.message)
        except BaseException as error:  # a bot is third-party code and may raise anything
            _send(write, verbatim(f"{type(error).__name__}: {error}"))


def _own_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the pipes to whoever asks; what a bot reads and prints itself goes nowhere."""
    pipes = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)
    return pipes


def _listen(read: BinaryIO, questions: SimpleQueue[Question]) -> None:
    """Pass questions on; end the process when no more can come, whatever the bot does then."""
    try:
        while True:
            questions.put(pickle.load(read))
    finally:
        os._exit(0)


def _send(write: BinaryIO, answer: Action | Message) -> None:
    """Write an answer whole or not at all, as one that cannot be pickled."""
    data = pickle.dumps(answer)
    try:
        write.write(data)
        write.flush()
    except OSError:
        os._exit(0)


class _Thinker:
    def __init__(self, task: Task) -> None:
        genesis = parse_genesis(task.genesis)
        plugins = load_plugins()
        eyes = None if genesis.local else task.place
        self.table: Table = open_table(plugins, genesis, task.accepts, eyes, masters=task.masters)
        self.seed = task.seed
        self.bot = plugins.bots(genesis.game).get(task.bot)
        self.chooser: Chooser | None = None

    def answer(self, question: Question) -> Action:
        """Fold what is new, play the draft, and let the bot choose."""
        fold(self.table, question.entries)
        draft = Draft(self.table, question.seat)
        for action in question.drafted:
            draft.choose(action)
        return self._choose(question.seat, draft.state.view(question.seat))

    def _choose(self, seat: int, view: State) -> Action:
        if self.chooser is None:
            if self.bot is None:
                raise BotError(message("this bot is not installed"))
            self.chooser = self.bot.make(self.table.rules, seat, self.seed)
        return self.chooser(view)
