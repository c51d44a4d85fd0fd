"""A game at this computer: solo, hot-seat, bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from bastide.cli.sessions.bot_play import BOT_PACE
from bastide.cli.sessions.hands import hides_cards, unfinished_secret
from bastide.cli.sessions.ports import LocalWish, Offer, Refused, Session, Texts
from bastide.cli.sessions.stored_games import keep_scores
from bastide.cli.sessions.stored_titles import StoredTitles
from bastide.cli.sessions.table_session import TableSession
from bastide.cli.wording import whole_sentence
from bastide.core.draft import Draft
from bastide.core.errors import RulesError
from bastide.core.events import Action
from bastide.core.genesis import distinct
from bastide.core.journal import Entry, parse_body
from bastide.core.plugins import Plugins
from bastide.core.state import PUBLIC
from bastide.net.errors import PeerError, Refusal
from bastide.net.identity import Identity, player_name
from bastide.net.lobby.terms import setup_of
from bastide.net.local import LocalGame, new_game
from bastide.net.storage.store import Store


class TakenBack(NamedTuple):
    """What was sent from a step on and is no more, with what the keyboard then was at."""

    step: int
    entries: list[Entry]
    draft: Draft | None


class LocalSession(TableSession):
    """A `Session` over a `LocalGame`.

    Where several people play in turn and cards are hidden, the keyboard is passed on: until the
    next one has taken it over, the screen shows what everybody may know. Nobody has it from then
    on, not even who had it before. What a hidden card has told cannot be forgotten: there, taking
    back ends at the decision of another person and at what the dealer has shown.
    """

    def __init__(
        self,
        plugins: Plugins,
        texts: Texts,
        game: LocalGame,
        *,
        pace: float = BOT_PACE,
    ) -> None:
        self._keyboard: int | None = None
        self._passes = False
        self._taken: list[TakenBack] = []
        self._local = game
        super().__init__(plugins, texts, game, self._title(plugins, texts), pace=pace)
        self._hides = hides_cards(plugins, self.plugin_ids)
        self._passes = self._hides and len(game.mine) > 1

    def _title(self, plugins: Plugins, texts: Texts) -> str:
        """Return what the table is called in a language."""
        id = self._local.table.genesis.game_id
        games = StoredTitles(self._local.store, plugins, texts).games()
        return next((row.title for row in games if row.game_id == id), "")

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on, its title too."""
        self.title = self._title(self._plugins, texts)
        super().retell(texts)

    @property
    def eyes(self) -> int:
        """Return the seat whose eyes the screen has."""
        if not self._passes:
            return super().eyes
        return PUBLIC if self._keyboard is None or self.handover else self._keyboard

    @property
    def handover(self) -> str:
        """Return to whom the keyboard has to be passed before a hand is shown."""
        acting = self.acting
        if not self._passes or acting not in self.mine or acting == self._keyboard:
            return ""
        return self.names[acting] if acting is not None else ""

    def take_over(self) -> None:
        """Note that the keyboard was passed on."""
        if self.handover:
            self._keyboard = self.acting
            self._tell()

    def _absorb(self) -> None:
        """Take what the table has done; nobody has a keyboard that is passed on, or at the end."""
        super()._absorb()
        if self.handover or self.finished:
            self._keyboard = None

    def choose(self, action: Action) -> str:
        """Add a decision to the draft; what was taken back before it is gone for good."""
        refusal = self._uncovered() or super().choose(action)
        if not refusal:
            self._taken.clear()
        return refusal

    def redo(self) -> str:
        """Do again what `undo` took back, also what was sent, until something else is chosen."""
        return self._uncovered() or super().redo()

    def _uncovered(self) -> str:
        """Return "", or that nothing can be chosen before the keyboard is passed on."""
        name = self.handover
        return name and self._say("Pass the keyboard to {name}, who presses Enter.", name=name)

    @property
    def offers(self) -> frozenset[Offer]:
        """Return what can be done with the game besides leaving it."""
        again: frozenset[Offer] = frozenset({"again"}) if self.finished else frozenset()
        return super().offers | again

    def export(self, kind: str, path: str) -> str:
        """Write a new file and return where it is."""
        if kind == "bastide" and self._hides and not self.finished:
            raise Refused(unfinished_secret(self._texts("bastide")))
        return super().export(kind, path)

    @property
    def no_undo(self) -> str:
        """Return why nothing can be taken back now."""
        step = None if self.draft else self._local.last_own_step()
        if self.draft or (step is not None and not self._hides):
            return ""
        return (
            self._say("Nothing of yours can be taken back.") if step is None else self._seen(step)
        )

    def _seen(self, step: int) -> str:
        """Return why a step that was sent stands over hidden cards: more is known since then."""
        decided, acting = self._local.decided(step), self.acting
        if acting in self.mine and acting != decided:
            return self._say(
                "{name} has decided since then: with hidden cards that stands.",
                name=self.names[decided],
            )
        if self.table.has_dealt_since(step):
            return self._say(
                "What cards and dice have shown stands: only what came after it can be taken back."
            )
        return ""

    def undo(self) -> str:
        """Take the last decision back, also one that was confirmed, as far as `no_undo` lets it."""
        if self._own.undo():
            self._tell()
            return ""
        if self.no_undo:
            return self.no_undo
        step = self._local.last_own_step() or 0
        entries = self._local.since(step)
        taken = TakenBack(step, entries, self._own.unsent)
        try:
            self._local.take_back()
        except Refusal as error:
            return self._failed(error)
        self._taken.append(taken)
        self._rebuild()
        self._tell()
        return ""

    @property
    def undoes_turn_of(self) -> str:
        """Return who else at this keyboard has sent what the next undo takes back."""
        step = None if self.draft else self._local.last_own_step()
        if step is None or len(self.mine) < 2:
            return ""
        decided = self._local.decided(step)
        return "" if decided == self.acting else self.names[decided]

    @property
    def undoes_of_others(self) -> int:
        """Return how many moves of bots the next undo takes back with one that was sent."""
        step = None if self.draft else self._local.last_own_step()
        if step is None:
            return 0
        return sum(
            parse_body(entry.body).place in self._local.bots for entry in self._local.since(step)
        )

    def _redo_sent(self) -> str:
        """Bring back what was taken back last, if nothing else was done since."""
        if not self._taken or self._taken[-1].step != self.table.journal.step:
            return super()._redo_sent()
        taken = self._taken[-1]
        try:
            self._local.bring_back(taken.entries)
        except Refusal as error:
            return self._failed(error)
        self._taken.pop()
        self._own.put_back(taken.draft)
        self._absorb()
        self._tell()
        return ""

    async def again(self) -> Session:
        """Start the same table anew, with fresh chance."""
        genesis = self.table.genesis
        try:
            game = new_game(
                self._local.store,
                self._plugins,
                self._local.identity,
                setup_of(genesis),
                [seat.name for seat in genesis.seats],
                self._local.bots,
            )
        except (Refusal, RulesError) as error:
            said = self._texts("bastide").say(error.message)
            raise Refused(whole_sentence(said)) from error
        return LocalSession(self._plugins, self._texts, game, pace=self._bots.pace)

    async def leave(self) -> None:
        """Close this table here; it can be resumed."""
        await super().leave()
        keep_scores(self._local.store, self.table)
        self._local.close()


def begin(
    store: Store,
    plugins: Plugins,
    texts: Texts,
    identity: Identity,
    name: str,
    wish: LocalWish,
    *,
    seed: bytes | None = None,
    pace: float = BOT_PACE,
) -> LocalSession:
    """Begin a game at this computer.

    Args:
        store: where it is kept.
        plugins: what is installed.
        texts: messages in the chosen language.
        identity: mine; it signs for every seat.
        name: mine, for the first seat of a person.
        wish: the setup, and the bots.
        seed: 32 bytes that all chance comes from; fresh by default.
        pace: least seconds that a bot takes for a turn.

    Raises:
        Refused: the setup cannot be played, or a bot is not there.
    """
    known = plugins.bots(wish.setup.game)
    for bot in wish.bots:
        if bot not in known:
            said = texts("bastide")(
                "There is no bot {bot} for this game: there are {known}.",
                bot=bot,
                known=", ".join(known),
            )
            raise Refused(said)
    persons = wish.setup.seats - len(wish.bots)
    names = distinct((*_persons(texts, name, persons, wish.names), *bot_names(wish.bots)))
    bots = {persons + n: bot for n, bot in enumerate(wish.bots)}
    try:
        game = new_game(store, plugins, identity, wish.setup, names, bots, seed=seed)
    except (RulesError, Refusal) as error:
        raise Refused(whole_sentence(texts("bastide").say(error.message))) from error
    return LocalSession(plugins, texts, game, pace=pace)


def bot_names(bots: Sequence[str]) -> list[str]:
    """Return what bots are called: after their kind, and all of one kind with numbers."""
    numbers = [bots[: n + 1].count(bot) for n, bot in enumerate(bots)]
    return [
        f"{bot} {number}" if bots.count(bot) > 1 else bot
        for bot, number in zip(bots, numbers, strict=True)
    ]


def _persons(texts: Texts, me: str, persons: int, given: Sequence[str]) -> list[str]:
    """Return the names of the persons: those given, then mine or a number.

    Raises:
        Refused: there are more names than persons, or one cannot be shown.
    """
    t = texts("bastide")
    if len(given) > persons:
        raise Refused(
            t("There are more names ({names}) than persons ({n}).", names=len(given), n=persons)
        )
    try:
        names = [player_name(name) for name in given]
    except PeerError as error:
        raise Refused(t.say(error.message)) from error
    usual = [me, *(t("Player {n}", n=n) for n in range(2, persons + 1))]
    return names + usual[len(names) : persons]
