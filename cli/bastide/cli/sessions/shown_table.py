"""What an open table shows: the position as my eyes may know it, seats, log, what is waited for."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bastide.cli.catalogs import together
from bastide.cli.sessions import session_files
from bastide.cli.sessions.faults import PluginFaults
from bastide.cli.sessions.guarded_screen import guarded
from bastide.cli.sessions.hands import hands_of
from bastide.cli.sessions.own_draft import OwnDraft
from bastide.cli.sessions.ports import (
    About,
    Awaited,
    Changed,
    DraftEnd,
    Fact,
    Hands,
    LogItem,
    Offer,
    Replay,
    Seat,
    TalkItem,
    Texts,
)
from bastide.cli.sessions.running_game import Game
from bastide.cli.sessions.session_log import TableLog, done_since
from bastide.cli.sessions.titles import title_of, titles_of
from bastide.cli.sessions.views import View
from bastide.core.events import Event
from bastide.core.messages import Text
from bastide.core.plugins import Plugins
from bastide.core.rules import Rules
from bastide.core.screen import GameScreen
from bastide.core.state import PUBLIC, State
from bastide.core.table import Table


class ShownTable:
    """The part of a session that only looks.

    Args:
        plugins: what is installed.
        texts: messages in the chosen language.
        game: the running game.
        title: the table's name.
    """

    replay: Replay | None = None
    invite = ""
    is_stuck = False

    def __init__(self, plugins: Plugins, texts: Texts, game: Game, title: str) -> None:
        self._plugins, self._texts, self._game = plugins, texts, game
        self.title = title
        self._changed: Changed = lambda: None
        self._own = OwnDraft(game.table)
        self._log = TableLog()
        self._view, self._told = View(), View()
        self._since = 0.0
        self._awaited: tuple[int, int] = (-1, -1)
        self._fault = ""
        self._faults = PluginFaults(
            game.table, self._log, lambda: self._texts("bastide"), lambda: self._changed()
        )
        self.verdict: Fact | None = None
        self.screen: GameScreen = self._make_screen()

    @property
    def table(self) -> Table:
        """Return the table."""
        return self._game.table

    @property
    def plugin_ids(self) -> list[str]:
        """The game and its extensions."""
        genesis = self.table.genesis
        return [genesis.game, *(extension.name for extension in genesis.extensions)]

    @property
    def game(self) -> str:
        """Return game and extensions for people."""
        return titles_of(self._plugins, self._texts, self.plugin_ids)

    @property
    def about(self) -> Sequence[About]:
        """Return how it is played, for game and extensions, as far as they say so."""
        return [about for name in self.plugin_ids if (about := self._about(name)).sentences]

    def _about(self, name: str) -> About:
        said = self._texts(name)
        sentences = tuple(map(said, self._plugins.manifests[name].about))
        return About(title_of(self._plugins, self._texts, name), sentences)

    @property
    def rules(self) -> Rules:
        """Return the rules of the table."""
        return self.table.rules

    @property
    def state(self) -> State:
        """Return the position as my eyes may know it, with the draft played.

        The table itself may know more: every face at a local one, and at one of the network those
        of the bots that are played here.
        """
        return self._view.of(self._own.state, self.table.journal.step, self.eyes)

    @property
    def settled(self) -> State:
        """Return the position as my eyes may know it, without what is not sent yet."""
        return self.table.state.view(self.eyes)

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
        return mine[0] if mine else PUBLIC

    @property
    def hands(self) -> Hands:
        """Return who can know the hidden cards of this table."""
        return hands_of(self._plugins, self.plugin_ids, self.table.genesis.deal)

    @property
    def acting(self) -> int | None:
        """Return the seat that has to decide."""
        if self._own.seat is not None:
            return self._own.seat
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
        return self._own.steps

    @property
    def needs_confirm(self) -> bool:
        """Tell whether my draft is complete."""
        return self._own.complete is not None

    @property
    def draft_end(self) -> DraftEnd:
        """Return why a complete draft cannot grow."""
        return self._own.end

    @property
    def fresh(self) -> tuple[Event, ...]:
        """Return the events since the last turn of who looks: what `news` tells of."""
        done = done_since(self.table.done, self.eyes, self.table.state.turn)
        return tuple(event for each in done for event in each.events)

    @property
    def news(self) -> Sequence[LogItem]:
        """Return the lines of the log since the last turn of who looks."""
        return self._log.since(self.table.done, self.eyes, self.table.state.turn)

    @property
    def log(self) -> Sequence[LogItem]:
        """Return all lines of the log."""
        return self._log.items

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
    def awaited(self) -> Awaited | None:
        """Return whom `waiting` names: nobody, where all play at this computer."""
        return None

    @property
    def unseen_by(self) -> Sequence[str]:
        """Return nobody: all see this table at this computer."""
        return ()

    @property
    def cut_off(self) -> float | None:
        """Return None: a table of this computer needs no network."""
        return None

    @property
    def faults(self) -> Sequence[str]:
        """Return what plugins have failed at here, each once, oldest first."""
        return self._faults.told

    @property
    def progress(self) -> str:
        """Return what takes its time meanwhile."""
        return ""

    @property
    def projections(self) -> Sequence[float]:
        """Return what each seat would have if the game ended now; what it has if unknown."""
        s, rules = self.state, self.rules
        now = [*map(float, s.scores)]
        return self._faults.asked(lambda: [*map(float, rules.projections(s))], now)

    @property
    def ranking(self) -> Sequence[tuple[int, int]]:
        """Return (place, seat), best first; by points where the rules cannot say it."""
        s = self.state
        return self._faults.asked(lambda: self.rules.ranking(s), by_points(s))

    @property
    def handover(self) -> str:
        """Return to whom the keyboard has to be passed: to nobody, it is one person's."""
        return ""

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
        return session_files.kinds_of(self.screen)

    # what happened

    def _note_done(self) -> None:
        """Take what the table has done since the last look."""
        table = self.table
        self._log.absorb(table.done, self._told_state, self.screen, self.names)
        awaited = (table.state.turn, table.journal.step)
        if awaited != self._awaited:
            self._awaited, self._since = awaited, loop_time()

    @property
    def _told_state(self) -> State:
        """The position as all who read the log may know it: one person, or everybody."""
        eyes = self.mine[0] if len(self.mine) == 1 else PUBLIC
        return self._told.of(self.table.state, self.table.journal.step, eyes)

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        self._texts = texts
        self.screen = self._make_screen()
        self._log.retell(self._told_state, self.screen, self.names)

    def _make_screen(self) -> GameScreen:
        renderer = self._plugins.renderer(self.table.genesis.game)
        return guarded(self.rules, self.words, renderer, self._faults.screen_failed)

    @property
    def words(self) -> Text:
        """Return the messages of the game and its extensions."""
        return together(self._texts, (*self.rules.active, "bastide"))

    def _say(self, id: str, /, **fields: object) -> str:
        return self._texts("bastide")(id, **fields)


def by_points(s: State) -> list[tuple[int, int]]:
    """Return (place, seat) by points alone, best first."""
    seats = sorted(range(s.seats), key=lambda seat: -s.scores[seat])
    return [(1 + sum(points > s.scores[seat] for points in s.scores), seat) for seat in seats]


def loop_time() -> float:
    """Return the event loop's time in seconds; 0 where no loop runs."""
    try:
        return asyncio.get_running_loop().time()
    except RuntimeError:
        return 0.0
