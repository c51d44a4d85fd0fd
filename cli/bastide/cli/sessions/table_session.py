"""An open table as one keyboard sees it: draft, log, names, bots. Local and LAN tables share it.

`TableSession` implements the port `Session` over any `Game`: something that holds a table and can
write a draft. What differs between a local and a networked game is in the subclasses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from bastide.cli.catalogs import together
from bastide.cli.sessions.bot_worker import BotWorker
from bastide.cli.sessions.ports import (
    Changed,
    Fact,
    LogItem,
    Offer,
    Refused,
    Replay,
    Seat,
    Session,
    TalkItem,
    Texts,
)
from bastide.cli.sessions.session_log import told
from bastide.cli.simulation import bot_seed
from bastide.core.default_screen import DefaultScreen
from bastide.core.draft import Draft
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Event
from bastide.core.journal import JournalFile, write_file
from bastide.core.messages import Message
from bastide.core.plugins import Plugins
from bastide.core.rules import Rules
from bastide.core.screen import GameScreen, Look
from bastide.core.state import State
from bastide.core.table import Done, Table
from bastide.net.errors import Refusal
from bastide.net.games import judge_content

BOT_PACE = 0.4
"""Least seconds a bot takes for a turn, so that people can follow."""

AGAIN_SECONDS = 5.0
"""How long a bot waits when its turn could not be kept."""


class Game(Protocol):
    """A running game that a session shows."""

    table: Table
    bots: dict[int, str]

    @property
    def mine(self) -> tuple[int, ...]:
        """Return the places that people at this keyboard play."""
        ...

    def write(self, draft: Draft) -> object:
        """Send the decisions of a draft. Raises `Refusal`."""
        ...


class TableSession:
    """What all sessions have in common.

    Args:
        plugins: what is installed.
        texts: messages in the chosen language.
        game: the running game.
        title: the table's name.
        pace: least seconds that a bot takes for a turn.
    """

    replay: Replay | None = None
    invite = ""

    def __init__(
        self, plugins: Plugins, texts: Texts, game: Game, title: str, *, pace: float = BOT_PACE
    ) -> None:
        self._plugins, self._texts, self._game = plugins, texts, game
        self.title = title
        self._pace = pace
        self._changed: Changed = lambda: None
        self._draft: Draft | None = None
        self._draft_step = 0
        self._log: list[LogItem] = []
        self._log_ends: list[int] = []
        self._absorbed = 0
        self._events: list[Event] = []
        self._fresh_from = 0
        self._since = 0.0
        self._awaited: tuple[int, int] = (-1, -1)
        self._workers: dict[int, BotWorker] = {}
        self._thinking: asyncio.Task[None] | None = None
        self._judging: asyncio.Task[None] | None = None
        self._fault = ""
        self.verdict: Fact | None = None
        self.screen: GameScreen = self._make_screen()
        self._absorb(self.table.done)

    # what is shown

    @property
    def table(self) -> Table:
        """Return the table."""
        return self._game.table

    @property
    def game(self) -> str:
        """Return game and extensions for people."""
        names = [self.table.genesis.game, *(e.name for e in self.table.genesis.extensions)]
        return " + ".join(title_of(self._plugins, self._texts, name) for name in names)

    @property
    def rules(self) -> Rules:
        """Return the rules of the table."""
        return self.table.rules

    @property
    def state(self) -> State:
        """Return the position as my eyes may know it, with the draft played."""
        s = self._draft.state if self._draft else self.table.state
        return s.view(self.eyes) if self.table.genesis.local else s

    @property
    def names(self) -> tuple[str, ...]:
        """Return the display names in turn order."""
        return self.table.names

    @property
    def mine(self) -> Sequence[int]:
        """Return the seats that this keyboard plays."""
        return sorted(self.table.seat_of(place) for place in self._game.mine)

    @property
    def eyes(self) -> int:
        """Return the seat whose eyes the screen has."""
        acting = self.acting
        mine = self.mine
        if acting is not None and acting in mine:
            return acting
        return mine[0] if mine else -1

    @property
    def acting(self) -> int | None:
        """Return the seat that has to decide."""
        if self._draft and self._draft.actions:
            return self._draft.seat
        acting = self.table.acting
        mine = [seat for seat in acting if seat in self.mine]
        return (mine or list(acting) or (None,))[0]

    @property
    def seats(self) -> Sequence[Seat]:
        """Return who sits there, in turn order."""
        return [self._seat(seat) for seat in range(self.table.state.seats)]

    def _seat(self, seat: int) -> Seat:
        place = self.table.place_of(seat)
        if place in self._game.bots:
            return Seat(self.names[seat], "bot")
        return Seat(self.names[seat], "thinking" if seat == self.acting else "", trust="self")

    @property
    def draft(self) -> int:
        """Return how many of my decisions are played but not sent."""
        return len(self._draft.actions) if self._draft else 0

    @property
    def needs_confirm(self) -> bool:
        """Tell whether my draft is complete."""
        return bool(self._draft and self._draft.actions and not self._draft.open)

    @property
    def fresh(self) -> tuple[Event, ...]:
        """Return the events since my own last confirmed turn."""
        return tuple(self._events[self._fresh_from :])

    @property
    def log(self) -> Sequence[LogItem]:
        """Return all lines of the log."""
        return self._log

    @property
    def talk(self) -> Sequence[TalkItem]:
        """Return what was said."""
        return []

    @property
    def turn_seconds(self) -> float:
        """Return the time since the awaited decision began."""
        return max(0.0, loop_time() - self._since) if self._since else 0.0

    @property
    def waiting(self) -> str:
        """Return what the table waits for where that is more than a decision."""
        return self._fault

    @property
    def finished(self) -> bool:
        """Tell whether the game is over."""
        return self.table.over

    @property
    def offers(self) -> frozenset[Offer]:
        """Return what can be done with the game besides leaving it."""
        return frozenset({"export", "replay"} if self.finished else {"export"})

    @property
    def exports(self) -> Sequence[str]:
        """Return the kinds of files that can be written."""
        kinds = ["bastide", "txt"]
        return [*kinds, "svg"] if hasattr(self.screen, "svg") else kinds

    # deciding

    @property
    def no_undo(self) -> str:
        """Return why nothing can be taken back now."""
        return "" if self.draft else self._say("Nothing of yours can be taken back.")

    def choose(self, action: Action) -> str:
        """Add a decision to the draft."""
        acting = self.acting
        if acting is None or acting not in self.mine:
            return self._say("It is not your turn.")
        if self._draft is None or self._draft.seat != acting:
            self._draft = Draft(self.table, acting)
            self._draft_step = self.table.journal.step
        try:
            self._draft.choose(action)
        except IllegalAction as error:
            return self.refusal(error.why)
        self._tell()
        return ""

    def refusal(self, why: Message) -> str:
        """Return a refusal in the game's words, or in the program's."""
        said = together(self._texts, (*self.rules.active, "bastide")).say(why)
        return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")

    def undo(self) -> str:
        """Take the last decision back."""
        if self._draft and self._draft.undo():
            self._tell()
            return ""
        return self.no_undo

    def redo(self) -> str:
        """Play again what `undo` took back."""
        if self._draft and self._draft.again():
            self._tell()
            return ""
        return self._say("There is nothing to play again.")

    def confirm(self) -> str:
        """Send the draft."""
        draft = self._draft
        if draft is None or not draft.actions:
            return self._say("There is nothing to send yet.")
        if draft.open:
            return self._say("Your turn is not complete yet.")
        try:
            self._game.write(draft)
        except Refusal as error:
            return self._texts("bastide").say(error.message)
        self._draft = None
        self._absorb_new()
        self._fresh_from = len(self._events)
        self._tell()
        return ""

    # what happened

    def _absorb_new(self) -> None:
        """Take what the table has done since the last look."""
        self._absorb(self.table.done[self._absorbed :])

    def _absorb(self, done: Sequence[Done]) -> None:
        for each in done:
            self._log += told(each, self.table.state, self.screen, self.names)
            self._events += each.events
            self._log_ends.append(len(self._log))
        self._absorbed = len(self.table.done)
        awaited = (self.table.state.turn, self.table.journal.step)
        if awaited != self._awaited:
            self._awaited, self._since = awaited, loop_time()
        if self.finished and self._judging is None:
            self._judge()
        self._wake_bots()

    def _rebuild(self) -> None:
        """Make the log again, after a take-back."""
        self._log, self._log_ends, self._events, self._absorbed = [], [], [], 0
        self._draft = None
        self._absorb(self.table.done)
        self._fresh_from = min(self._fresh_from, len(self._events))

    def _tell(self) -> None:
        self._changed()

    # bots

    def _wake_bots(self) -> None:
        if self._thinking and not self._thinking.done():
            return
        if self._bot_to_move() is None:
            return
        try:
            self._thinking = asyncio.get_running_loop().create_task(self._play_bots())
        except RuntimeError:
            return  # no loop yet: `watch` wakes them

    def _bot_to_move(self) -> int | None:
        for seat in self.table.acting:
            if self.table.place_of(seat) in self._game.bots and self._may_write():
                return seat
        return None

    def _may_write(self) -> bool:
        return True

    async def _play_bots(self) -> None:
        """Let bots play as long as it is a bot's turn."""
        while (seat := self._bot_to_move()) is not None:
            draft = Draft(self.table, seat)
            started = loop_time()
            step = self.table.journal.step
            while draft.open:
                action, fault = await self._worker(seat).choose(self.table, draft)
                if self.table.journal.step != step:
                    break
                draft.choose(action)
                if fault:
                    self._bot_failed(seat, fault)
            await asyncio.sleep(max(0.0, self._pace - (loop_time() - started)))
            if self.table.journal.step != step or not self._may_write():
                continue
            try:
                self._game.write(draft)
            except Refusal as error:
                await self._refused_bot(error)
                continue
            self._fault = ""
            self._absorb_new()
            self._tell()

    async def _refused_bot(self, error: Refusal) -> None:
        """Say why a bot's turn could not be kept, such as a full disk, and wait to try again."""
        self._fault = self._texts("bastide").say(error.message)
        self._tell()
        await asyncio.sleep(AGAIN_SECONDS)

    def hand_over(self, bot: str) -> None:
        """Let a bot play the seats of this keyboard, as long as the table is open here."""
        self._game.bots |= dict.fromkeys(self._game.mine, bot)
        self._wake_bots()

    def _bot_failed(self, seat: int, fault: str) -> None:
        sentence = self._say(
            "The bot of {name} failed ({fault}); a move was chosen at random.",
            name=self.names[seat],
            fault=fault[:100],
        )
        self._log.append(LogItem(sentence, None, self.table.state.turn))

    def _worker(self, seat: int) -> BotWorker:
        place = self.table.place_of(seat)
        if place not in self._workers:
            genesis = self.table.genesis
            seed = bot_seed(genesis.seed or genesis.game_id, place)
            accepts = self.table.journal.accepts
            bot = self._game.bots[place]
            self._workers[place] = BotWorker(genesis, accepts, bot, place, seed)
        return self._workers[place]

    # the end, files, talk

    def _judge(self) -> None:
        """Check the whole journal aside, so that the screen does not stand still."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        self._judging = loop.create_task(self._judged())

    async def _judged(self) -> None:
        journal = self.table.journal
        entries = tuple(entry for step in journal.steps for entry in step)
        content = JournalFile(journal.genesis.data, journal.accepts, entries, journal.digest)
        verdict = await asyncio.get_running_loop().run_in_executor(
            None, judge_content, self._plugins, content
        )
        if verdict.good:
            text = self._texts("bastide").count(
                "All {n} entry is signed and verified.",
                "All {n} entries are signed and verified.",
                verdict.entries,
            )
            self.verdict = Fact("", text, True)
        else:
            said = self._say("The journal does not hold: {fault}.", fault=verdict.fault)
            self.verdict = Fact("", said, False)
        self._tell()

    def export(self, kind: str, path: str) -> str:
        """Write a file and return where it is."""
        target = Path(path).expanduser()
        try:
            target.write_bytes(self._content(kind))
        except OSError as error:
            reason = error.strerror or str(error)
            raise Refused(
                self._say("{path} cannot be written: {reason}.", path=str(target), reason=reason)
            ) from error
        return str(target)

    def _content(self, kind: str) -> bytes:
        if kind == "bastide":
            return write_file(self.table.journal)
        if kind == "txt":
            return self._transcript().encode()
        if kind == "svg" and "svg" in self.exports:
            svg: Callable[[State, tuple[str, ...]], str] = self.screen.svg  # type: ignore[attr-defined]  # optional
            return svg(self.state, self.names).encode()
        kinds = ", ".join(self.exports)
        raise Refused(self._say("{kind} is not one of {kinds}.", kind=kind, kinds=kinds))

    def _transcript(self) -> str:
        """Return the board in characters, then all lines of the log."""
        look = Look(depth="none", glyphs="unicode", names=self.names)
        board = self.screen.board_text(self.state, self.eyes, look)
        return "\n".join([*board, "", *(item.sentence for item in self._log), ""])

    def say(self, text: str) -> str:
        """Say something to the table."""
        return self._say("Nobody else is at this table.")

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        self._texts = texts
        self.screen = self._make_screen()
        state, names = self.table.state, self.names
        self._log = [
            item._replace(sentence=self.screen.say(state, item.what, names)) if item.what else item
            for item in self._log
        ]
        if self.verdict:
            self._judge()

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change."""
        self._changed = changed
        self._absorb_new()
        if self.finished and self.verdict is None and self._judging is None:
            self._judge()

    async def again(self) -> Session:
        """Start the same table anew."""
        raise Refused(self._say("This table cannot be started anew from here."))

    async def replayed(self) -> Session:
        """Open this game from its start."""
        from bastide.cli.sessions.replay_session import ReplaySession

        return ReplaySession(self._plugins, self._texts, self.table.journal, self.title)

    async def leave(self) -> None:
        """Close this table here; the seat is kept."""
        running = [task for task in (self._thinking, self._judging) if task and not task.done()]
        for task in running:
            task.cancel()
        # They end before their bots do: a bot's broken pipe must not look like a bot's fault.
        await asyncio.gather(*running, return_exceptions=True)
        for worker in self._workers.values():
            worker.close()

    # inside

    def _make_screen(self) -> GameScreen:
        game = self.table.genesis.game
        renderer = self._plugins.renderer(game)
        if renderer:
            return renderer.make(self.rules, together(self._texts, self.rules.active))
        return DefaultScreen(self.rules, together(self._texts, (*self.rules.active, "bastide")))

    def _say(self, id: str, /, **fields: object) -> str:
        return self._texts("bastide")(id, **fields)


def title_of(plugins: Plugins, texts: Texts, name: str) -> str:
    """Return a plugin's name for people."""
    manifest = plugins.manifests.get(name)
    return texts(name)(manifest.title) if manifest and manifest.title else name


def loop_time() -> float:
    """Return the event loop's time in seconds; 0 where no loop runs."""
    try:
        return asyncio.get_running_loop().time()
    except RuntimeError:
        return 0.0
