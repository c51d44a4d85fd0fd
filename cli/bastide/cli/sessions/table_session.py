"""An open table as one keyboard plays at it: draft, bots, files. Local and LAN tables share it.

`TableSession` implements the port `Session` over any `Game`: something that holds a table and can
write a draft. What differs between a local and a networked game is in the subclasses.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from bastide.cli.catalogs import together
from bastide.cli.sessions import session_files
from bastide.cli.sessions.bot_play import BOT_PACE, BotPlay
from bastide.cli.sessions.judging import judge, verdict_fact
from bastide.cli.sessions.ports import Changed, Refused, Room, Session, Texts
from bastide.cli.sessions.running_game import Game
from bastide.cli.sessions.shown_table import ShownTable
from bastide.cli.wording import whole_sentence
from bastide.core.draft import Draft
from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.messages import Message
from bastide.core.plugins import Plugins
from bastide.net.errors import Refusal
from bastide.net.rules_guard import RulesFailed, failure, rules_at_work


class TableSession(ShownTable):
    """What all sessions have in common.

    Args:
        plugins, texts, game, title: as for `ShownTable`.
        pace: least seconds that a bot takes for a turn.
    """

    def __init__(
        self, plugins: Plugins, texts: Texts, game: Game, title: str, *, pace: float = BOT_PACE
    ) -> None:
        super().__init__(plugins, texts, game, title)
        self._bots = BotPlay(self, pace)
        self._told_of = game.past
        self._judging: asyncio.Task[None] | None = None
        self._absorb()

    # deciding

    @property
    def no_undo(self) -> str:
        """Return why nothing can be taken back now."""
        return "" if self.draft else self._say("Nothing of yours can be taken back.")

    def take_over(self) -> None:
        """Do nothing: this keyboard is one person's."""

    def choose(self, action: Action) -> str:
        """Add a decision to the draft."""
        acting = self.acting
        if acting is None or acting not in self.mine:
            return self._say("It is not your turn.")
        try:
            with rules_at_work(self.rules, IllegalAction):
                self._own.choose(acting, action)
        except IllegalAction as error:
            return self._refused(error)
        except Refusal as error:
            return self._failed(error)
        self._tell()
        return ""

    def _failed(self, error: Refusal) -> str:
        """Return why something could not be done."""
        return self._texts("bastide").say(error.message)

    def _refused(self, error: IllegalAction) -> str:
        """Return a refusal, and which plugin could not judge the decision or say why."""
        said = self.refusal(error.why)
        if error.stumbled is None:
            return said
        failed = failure(self.rules, error.stumbled)
        return f"{said} {self._texts('bastide').say(failed.message)}"

    def refusal(self, why: Message) -> str:
        """Return a refusal in the game's words, or in the program's."""
        words = together(self._texts, (*self.rules.active, "bastide"))
        return whole_sentence(words.say(why))

    def undo(self) -> str:
        """Take the last decision back."""
        if self._own.undo():
            self._tell()
            return ""
        return self.no_undo

    def redo(self) -> str:
        """Do again what `undo` took back."""
        try:
            with rules_at_work(self.rules):
                has_been = self._own.again()
        except Refusal as error:
            return self._failed(error)
        if not has_been:
            return self._redo_sent()
        self._tell()
        return ""

    @property
    def undoes_turn_of(self) -> str:
        """Return whose move, sent at this keyboard, the next undo takes back."""
        return ""

    @property
    def undoes_of_others(self) -> int:
        """Return how many moves of others the next undo takes back too."""
        return 0

    def _redo_sent(self) -> str:
        """Bring back what was sent and taken back; here that is nothing."""
        return self._say("There is nothing to redo.")

    @property
    def hold(self) -> str:
        """Return why a complete turn cannot be sent for now: nothing hinders it here."""
        return ""

    def confirm(self) -> str:
        """Send the draft."""
        if not self.draft:
            return self._say("There is nothing to send yet.")
        draft = self._own.complete
        if draft is None:
            return self._say("Your turn is not complete yet.")
        if self.hold:
            return self.hold
        try:
            self._game.write(draft)
        except Refusal as error:
            return self._failed(error)
        self._own.drop()
        self._absorb()
        self._tell()
        return ""

    # what happened

    def _absorb(self) -> None:
        """Take what the table has done since the last look, and let go on who can."""
        self._note_done()
        self._tell_watchers()
        if self.finished and self._judging is None:
            self._judge()
        self._bots.wake()

    def _tell_watchers(self) -> None:
        """Tell plugins that watch the table what has been done since they were told last."""
        done = self.table.done
        fresh, self._told_of = done[self._told_of :], len(done)
        watchers = self._plugins.watchers(self.rules.active) if fresh else []
        if not watchers:
            return
        state = self._faults.asked(lambda: self._told_state.clone(), None)
        if state is None:
            return
        events = tuple(event for each in fresh for event in each.events)
        for fault in self._plugins.watch(watchers, self.title, state, events):
            self._faults.watcher_failed(fault)

    def _rebuild(self) -> None:
        """Make the log again, after a take-back."""
        self._log.clear()
        self._own.drop()
        self._fault, self.is_stuck = "", False
        self._absorb()

    def _tell(self) -> None:
        self._changed()

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change."""
        self._changed = changed
        self._absorb()

    # bots

    @property
    def bot_places(self) -> Mapping[int, str]:
        """Return the bot of each place that one plays."""
        return self._game.bots

    def may_write(self) -> bool:
        """Tell whether anything can be sent now."""
        return True

    def masters_of(self, place: int) -> Mapping[int, bytes]:
        """Return no secrets: a local table knows all faces."""
        return {}

    def hand_over(self, bot: str) -> None:
        """Let a bot play the seats of this keyboard, as long as the table is open here."""
        self._game.bots |= dict.fromkeys(self._game.mine, bot)
        self._bots.wake()

    def play_for_bot(self, draft: Draft) -> None:
        """Send a bot's turn. Raises `Refusal`."""
        self._game.write(draft)
        self._fault = ""
        self._absorb()
        self._tell()

    def bot_failed(self, seat: int, fault: Message) -> None:
        """Say that chance has chosen for a bot, and why."""
        sentence = self._say(
            "The bot of {name} failed ({fault}); a move was chosen at random.",
            name=self.names[seat],
            fault=self._texts("bastide").say(fault)[:100],
        )
        self._log.add(sentence, self.table.state.turn)

    def bot_refused(self, error: Refusal) -> None:
        """Say why a bot's turn could not be kept, or not be thought of: then it is stuck."""
        self._fault = self._failed(error)
        self.is_stuck = isinstance(error, RulesFailed)
        self._tell()

    # the end, files, talk

    def _judge(self) -> None:
        """Begin to check the whole journal."""
        try:
            self._judging = asyncio.get_running_loop().create_task(self._judged())
        except RuntimeError:
            return  # no loop yet: whoever watches the table begins it

    async def _judged(self) -> None:
        verdict = await judge(self._plugins, self.table.journal)
        self.verdict = verdict_fact(self._texts("bastide"), verdict)
        self._tell()

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        super().retell(texts)
        if self.verdict:
            self._judge()

    def export(self, kind: str, path: str) -> str:
        """Write a new file and return where it is."""
        try:
            with rules_at_work(self.rules, Refused):
                t = self._texts("bastide")
                return session_files.export(self, self.table.journal, t, kind, path)
        except Refusal as error:
            raise Refused(self._texts("bastide").say(error.message)) from error

    def say(self, text: str) -> str:
        """Say something to the table."""
        return self._say("Nobody else is at this table.")

    @property
    def plays_again(self) -> str:
        """Return nobody: others cannot see this table."""
        return ""

    async def again(self) -> Session:
        """Start the same table anew."""
        raise Refused(self._say("This table cannot be started anew from here."))

    async def rematch(self) -> Room:
        """Open a table like this one to the network."""
        raise Refused(self._say("This table cannot be started anew from here."))

    async def replayed(self) -> Session:
        """Open this game from its start."""
        from bastide.cli.sessions.replay_session import ReplaySession

        own: dict[int, bytes] = {}
        for place in self._game.mine:
            own |= self.masters_of(place)
        journal, talk = self.table.journal, [*self.talk]
        return ReplaySession(self._plugins, self._texts, journal, self.title, own, talk)

    async def leave(self) -> None:
        """Close this table here; the seat is kept."""
        if self._judging and not self._judging.done():
            self._judging.cancel()
            await asyncio.gather(self._judging, return_exceptions=True)
        await self._bots.close()
