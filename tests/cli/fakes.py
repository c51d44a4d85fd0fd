"""Ports without a network: a lobby, a room and a session over the kernel and its local dealer."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

from bastide.cli.catalogs import Catalogs, own_catalogs, together
from bastide.cli.config import Config
from bastide.cli.depth import Display
from bastide.cli.screens.shell import Shell
from bastide.cli.sessions.ports import (
    About,
    Awaited,
    Changed,
    DraftEnd,
    Fact,
    Hands,
    HostWish,
    LocalWish,
    LogItem,
    Offer,
    Refused,
    Replay,
    Seat,
    TableRow,
    TalkItem,
    Texts,
)
from bastide.core.dealer import LocalDealer
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event
from bastide.core.messages import English
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import IllegalAction, Rules
from bastide.core.screen import GameScreen
from bastide.core.state import State

NAMES = ("Ada", "Blaise", "Chloé", "Dmitri", "Élodie", "Frédéric-Guillaume von Habsburg")


def english(domain: str) -> English:
    """Return the texts as they stand in the code."""
    return English()


class FakeSession:
    """A table at one keyboard; seats that are not `mine` play at random."""

    def __init__(
        self,
        plugins: Plugins,
        setup: Setup,
        mine: Sequence[int] = (0,),
        seed: int = 1,
        texts: Texts = english,
    ) -> None:
        self.plugins, self.setup, self.mine = plugins, setup, mine
        self.rules: Rules = plugins.compose(setup)
        self.dealer = LocalDealer(seed.to_bytes(32, "big"))
        self.chance = random.Random(seed)
        self.title = "Saturday table"
        self.settled = self.rules.new()
        self.drafts: list[State] = []
        self.chosen: list[Action] = []
        self.undone: list[Action] = []
        self.done: list[tuple[int, int | None, Action | Event]] = []
        self.mark = 0
        self._said: tuple[object, ...] = ()
        self._log: list[LogItem] = []
        self.talk: list[TalkItem] = []
        self.said_seats = {seat: Seat(NAMES[seat]) for seat in range(setup.seats)}
        self.turn_seconds = 451.0
        self.waiting = ""
        self.awaited: Awaited | None = None
        self.cut_off: float | None = None
        self.progress = ""
        self.hold = ""
        self.faults: Sequence[str] = ()
        self.is_stuck = False
        self.handover = ""
        self.about: Sequence[About] = ()
        self.hands: Hands = ""
        self.verdict: Fact | None = Fact("", "All 181 moves signed and verified.", True)
        self.unseen_by: Sequence[str] = ()
        self.offers: frozenset[Offer] = frozenset(("again", "replay", "export"))
        self.exports: Sequence[str] = ("bastide", "txt")
        self.invite = ""
        self.plays_again = ""
        self.replay: Replay | None = None
        self.exported: list[tuple[str, str]] = []
        self.sent = 0
        self.left = False
        self._changed: Changed = lambda: None
        self.retell(texts)
        self._settle(None, None)
        self._bots()

    # what is shown

    @property
    def game(self) -> str:
        """Return the game's title."""
        return self.plugins.manifest(self.setup.game).title

    @property
    def state(self) -> State:
        """Return the position with the draft played."""
        return self.drafts[-1] if self.drafts else self.settled

    @property
    def seats(self) -> Sequence[Seat]:
        """Return who sits there."""
        return list(self.said_seats.values())

    @property
    def projections(self) -> Sequence[float]:
        """Return the points if the game ended now."""
        return self.rules.projections(self.state)

    @property
    def ranking(self) -> Sequence[tuple[int, int]]:
        """Return who is at which place."""
        return self.rules.ranking(self.state)

    @property
    def eyes(self) -> int:
        """Return the seat whose eyes the screen has."""
        acting = self.acting
        return acting if acting in self.mine and acting is not None else next(iter(self.mine), -1)

    @property
    def acting(self) -> int | None:
        """Return who has to decide."""
        if self.settled.over:
            return None
        return self.settled.seat

    @property
    def draft(self) -> int:
        """Return how many decisions are not sent."""
        return len(self.drafts)

    @property
    def needs_confirm(self) -> bool:
        """Tell whether the draft cannot grow."""
        if not self.drafts:
            return False
        s = self.state
        return (
            s.over or bool(s.waiting) or s.seat != self.settled.seat or s.turn != self.settled.turn
        )

    @property
    def draft_end(self) -> DraftEnd:
        """Return why the draft cannot grow."""
        return "turn" if self.needs_confirm else ""

    @property
    def no_undo(self) -> str:
        """Return why nothing can be taken back."""
        return "" if self.drafts else "Sent: at this table a move cannot be taken back."

    @property
    def fresh(self) -> tuple[Event, ...]:
        """Return what happened since my last turn."""
        return tuple(what for _, _, what in self.done[self.mark :] if isinstance(what, Event))

    @property
    def news(self) -> Sequence[LogItem]:
        """Return the lines since my last turn."""
        return self.log[self.mark :]

    @property
    def log(self) -> Sequence[LogItem]:
        """Return the log, told anew with every line and for every screen."""
        names = tuple(seat.name for seat in self.seats)
        said = (self.screen, names, len(self.done))
        if self._said != said:
            self._said, say = said, self.screen.say
            self._log = [
                LogItem(said, seat, turn, what, seat is not None and names[seat] in said)
                for turn, seat, what in self.done
                for said in (say(self.settled, what, names),)
            ]
        return self._log

    @property
    def finished(self) -> bool:
        """Tell whether the game is over."""
        return self.settled.over

    # what is done

    def take_over(self) -> None:
        """Note that the keyboard was passed on."""
        self.handover = ""
        self._changed()

    def choose(self, action: Action) -> str:
        """Add a decision to the draft."""
        if self.needs_confirm:
            return "Your turn is complete."
        try:
            after = self.rules.step(self.state, action)
        except IllegalAction as error:
            return str(error)
        self.drafts.append(after)
        self.chosen.append(action)
        self.undone.clear()
        self._changed()
        return ""

    @property
    def undoes_turn_of(self) -> str:
        """Return whose turn would go: what is sent stays."""
        return ""

    @property
    def undoes_of_others(self) -> int:
        """Return how many moves of others would go: what is sent stays."""
        return 0

    def undo(self) -> str:
        """Take a decision back."""
        self.drafts.pop()
        self.undone.append(self.chosen.pop())
        self._changed()
        return ""

    def redo(self) -> str:
        """Play it again."""
        if not self.undone:
            return "There is nothing to redo."
        later = self.undone[:-1]
        self.choose(self.undone[-1])
        self.undone = later
        return ""

    def confirm(self) -> str:
        """Send the draft."""
        if self.hold:
            return self.hold
        self.sent += 1
        drafts, chosen = self.drafts, self.chosen
        self.drafts, self.chosen, self.undone = [], [], []
        for after, action in zip(drafts, chosen, strict=True):
            self._settle(after, action)
        self.mark = len(self.done)
        self._bots()
        self._changed()
        return ""

    def _settle(self, after: State | None, action: Action | None) -> None:
        before = self.settled
        if after is not None:
            self.settled = after
        s = self.settled
        while s.waiting:
            s = self.settled = self._answered(s)
        events, s.events = s.events, []
        names = NAMES[: s.seats]
        if action is not None and not any(
            self.screen.say(s, event, names) for event in events if event.kind != "score"
        ):
            self.done.append((before.turn, before.seat, action))
        for event in events:
            first = event.data[0] if event.data else None
            seat = first if isinstance(first, int) and 0 <= first < s.seats else None
            self.done.append((before.turn, seat, event))

    def _answered(self, s: State) -> State:
        t = s.clone()
        t.events = s.events[:]
        self.rules.answer(t, self.dealer.answer(t))
        return t

    def _bots(self) -> None:
        while not self.settled.over and self.settled.seat not in self.mine:
            self.step_bot()

    def step_bot(self) -> None:
        """Let the seat to act decide at random."""
        action = self.chance.choice(self.rules.legal(self.settled))
        self._settle(self.rules.step(self.settled, action), action)

    def say(self, text: str) -> str:
        """Say something."""
        if len(text.encode()) > 500:
            return "That is too long: at most 500 bytes."
        self.talk.append(TalkItem(NAMES[self.eyes], text, self.eyes))
        self._changed()
        return ""

    def export(self, kind: str, path: str) -> str:
        """Note what would be written."""
        if path.startswith("/nowhere"):
            raise Refused(f"{path}: the folder does not exist.")
        self.exported.append((kind, path))
        return path

    def retell(self, texts: Texts) -> None:
        """Make the screen anew."""
        text = self.words = together(texts, (*self.rules.active, "bastide"))
        renderer = self.plugins.renderer(self.setup.game)
        made: GameScreen = (
            renderer.make(self.rules, text) if renderer else DefaultScreen(self.rules, text)
        )
        self.screen = made

    def watch(self, changed: Changed) -> None:
        """Note who listens."""
        self._changed = changed

    async def again(self) -> FakeSession:
        """Start anew."""
        return FakeSession(self.plugins, self.setup, self.mine, seed=2)

    async def rematch(self) -> FakeRoom:
        """Open a table like this one."""
        lobby = FakeLobby(self.plugins)
        return FakeRoom(lobby, self.setup, "Ada's table", hosting=True)

    async def replayed(self) -> FakeSession:
        """Open a replay."""
        return ReplayedSession(self)

    async def leave(self) -> None:
        """Note that the screen was closed."""
        self.left = True


class ReplayedSession(FakeSession):
    """A session that steps through the positions of another one."""

    def __init__(self, played: FakeSession) -> None:
        super().__init__(played.plugins, played.setup, tuple(range(played.setup.seats)), seed=1)
        self.mine = ()
        self.positions, self.ends = [self.settled], [0]
        while not self.settled.over:
            self.step_bot()
            self.positions.append(self.settled)
            self.ends.append(len(self.done))
        self.replay, self.events = self, self.done
        self.at = 0
        self.go(0)

    @property
    def acting(self) -> int | None:
        """Return nobody."""
        return None

    @property
    def length(self) -> int:
        """Return the number of steps."""
        return len(self.positions) - 1

    def go(self, at: int) -> None:
        """Show the position after a step."""
        self.at = max(0, min(at, self.length))
        self.settled = self.positions[self.at]
        self.done = self.events[: self.ends[self.at]]
        self.mark = self.ends[max(0, self.at - 1)]


class FakeRoom:
    """A waiting room that starts when it is told to."""

    def __init__(self, lobby: FakeLobby, setup: Setup, title: str, hosting: bool) -> None:
        self.lobby, self.setup, self.title, self.hosting = lobby, setup, title, hosting
        self.game = lobby.plugins.manifest(setup.game).title
        self.facts: Sequence[Fact] = (Fact("Turn order", "drawn"), Fact("Plugins", "same", True))
        self.seats: list[Seat] = [Seat("Ada", key="7q2f", trust="self")]
        self.hands: Hands = ""
        self.places = lobby.plugins.manifest(setup.game).seats
        self.me = 0
        self.asking: list[Seat] = []
        self.is_heard = True
        self.invites: Sequence[str] = ("bastide://" + "k" * 52 + "@192.168.1.23:47100",)
        self.talk: list[TalkItem] = []
        self.closed, self.notice = "", ""
        self.is_dissolved = False
        self.is_listed = ("seating", "listed") in setup.options
        self.moved: FakeRoom | None = None
        self.session: FakeSession | None = None
        self.gone = False
        self._changed: Changed = lambda: None

    @property
    def no_start(self) -> str:
        """Return why it cannot start."""
        return "" if len(self.seats) >= self.places[0] else "One more player is needed."

    def say(self, text: str) -> str:
        """Say something."""
        self.talk.append(TalkItem("Ada", text, 0))
        return ""

    def admit(self, name: str, yes: bool) -> str:
        """Answer somebody."""
        self.asking = [asker for asker in self.asking if asker.name != name]
        if yes:
            self.seats.append(Seat(name, key="a1b2"))
        return ""

    def retell(self, texts: Texts) -> None:
        """Nothing here is told."""

    def watch(self, changed: Changed) -> None:
        """Note who listens."""
        self._changed = changed

    async def start(self) -> None:
        """Start with who is there."""
        setup = self.setup
        self.session = FakeSession(
            self.lobby.plugins,
            Setup(setup.game, len(self.seats), setup.extensions, setup.options),
        )
        self._changed()

    async def leave(self) -> None:
        """Get up."""
        self.gone = True


class FakeLobby:
    """A list of tables that knows what it was asked for."""

    def __init__(self, plugins: Plugins, tables: Sequence[TableRow] = ()) -> None:
        self.plugins, self.tables = plugins, tables
        self.name, self.key = "Chloé", "7q2f"
        self.interfaces: Sequence[str] = ("wlan0 192.168.1.23", "eth0 10.0.0.5")
        self.left_out: Sequence[str] = ()
        self.wishes: list[object] = []
        self.refusal, self.notice, self.last_game = "", "", ""
        self.language = ""
        self.rooms: list[FakeRoom] = []
        self._changed: Changed = lambda: None

    def retell(self, texts: Texts) -> None:
        """Note the language."""
        self.language = getattr(texts, "language", "")

    def watch(self, changed: Changed) -> None:
        """Note who listens."""
        self._changed = changed

    def _note(self, wish: object) -> None:
        if self.refusal:
            raise Refused(self.refusal)
        self.wishes.append(wish)

    async def host(self, wish: HostWish) -> FakeRoom:
        """Open a table."""
        self._note(wish)
        room = FakeRoom(self, wish.setup, wish.name, hosting=True)
        self.rooms.append(room)
        return room

    async def join(self, id: str) -> FakeRoom:
        """Join a table."""
        self._note(("join", id))
        room = FakeRoom(self, Setup(self.plugins.games()[0].id, 2), "Kitchen duel", hosting=False)
        self.rooms.append(room)
        return room

    async def join_address(self, text: str) -> FakeRoom:
        """Join an address."""
        self._note(("address", text))
        return await self.join(text)

    async def resume(self, id: str) -> FakeSession:
        """Resume a table."""
        self._note(("resume", id))
        return FakeSession(self.plugins, Setup(self.plugins.games()[0].id, 2))

    def deletion(self, id: str) -> str:
        """Return what to ask."""
        return next((f"Delete {row.name}?" for row in self.tables if row.id == id), "")

    async def delete(self, id: str) -> None:
        """Delete a table."""
        self._note(("delete", id))
        self.tables = [row for row in self.tables if row.id != id]

    async def play(self, wish: LocalWish) -> FakeSession:
        """Play here."""
        self._note(wish)
        persons = wish.setup.seats - len(wish.bots)
        return FakeSession(self.plugins, wish.setup, tuple(range(persons)))

    async def rename(self, name: str) -> None:
        """Take another name."""
        self._note(("rename", name))
        self.name = name


def make_shell(
    lobby: FakeLobby, folder: Path, display: Display | None = None, language: str = "en"
) -> Shell:
    """Return a shell with the program's own catalogues."""
    catalogs = Catalogs([*own_catalogs(), *lobby.plugins.catalogs()])
    return Shell(lobby, catalogs, Config(), folder, display or Display(), language)
