"""The first line below the table: what a decision is about, and by which keys it is made."""

from __future__ import annotations

from collections.abc import Callable

from bastide.plugins.settlers import trading
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.previews import Previews
from bastide.plugins.settlers.look.tools import HAND, VERB, Tool
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import realm
from bastide.plugins.settlers.tokens import hand_limit


class Questions(Previews):
    """Says at one table, in one language, what can be done now."""

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._asked: dict[str, Callable[[Position], str]] = {
            "choose": self._taking,
            "answer": self._answering,
            "react": self._attacked,
            "complete": self._completing,
            "replace": self._completing,
            "lay": self._laying,
        }

    def now(self, position: Position, narrow: bool) -> str:
        t, tool, phase = self.text, position.tool, position.s.phase
        if catalogue.shown(position.cursor) is not None:
            return catalogue.keys(t)
        if position.giving_up:
            return t("Any other key, such as Esc, and you play on.")
        if position.arranging:
            return self._arranging(position)
        if phase in ("gain", "pay"):
            return self._due(position)
        if tool and tool == position.offered:
            return self._completing(position)
        if tool is None or position.cursor.hand == 0 or tool != position.acting:
            return self._open_question(position)
        if position.bargaining:
            return t("Offer: up, down: which; left gives, right asks for; Enter; Tab: other.")
        if tool not in position.by_tool and tool.kind == HAND:
            return t("Tab: something else; i: the text of the card.")
        if tool not in position.by_tool:
            return t("This is not possible now; Tab: something else.")
        return self._choosing(position)

    def _choosing(self, position: Position) -> str:
        """Return how one of the ways of the chosen tool is taken."""
        t, at = self.text, position.pointed
        if len(position.numbered) == 1 and position.listed:
            how = t("Enter confirms it.")
        elif len(position.ways.get(at, ()) if at else ()) > 1:
            how = t("Arrows, or a number and Enter; r: where it goes; then Enter.")
        else:
            how = t("Arrows, or a number and Enter; then Enter confirms it.")
        alone = len(position.menu) < 2
        return how if alone else self.words.both(how, t("Tab: something else."))

    def _arranging(self, position: Position) -> str:
        t = self.text
        if position.tool:
            return t("Enter lays your regions so; Tab: swap some more.")
        if position.lifted:
            return t("Arrows: to the region to swap it with; then r: both change places.")
        return t("Arrows: to a region. r: pick it up; r on another swaps. e: keep them so.")

    def _due(self, position: Position) -> str:
        """Return what is gained or paid, and what for."""
        task, t = top(position.s), self.text
        what = t.count("{n} resource", "{n} resources", task.n)
        if task.what:
            what = self.words.amount(task.what, task.n)
        fields = {"what": what, "why": t("({why})", why=t(task.why))}
        if position.s.phase == "pay":
            return t("Choose where you pay {what} {why}: arrows or a number, Enter.", **fields)
        return t("Choose where you gain {what} {why}: arrows or a number, Enter.", **fields)

    def _open_question(self, position: Position) -> str:
        """Return what a decision is about, before anything is chosen for it."""
        t, phase = self.text, position.s.phase
        asked = self._asked.get(phase)
        if asked:
            return asked(position)
        if phase == "before" and len(position.actions) > 1:
            return t("Roll the dice, or play an Alchemist first: Tab, Enter.")
        return self._questions().get(phase) or t("Choose: Tab, arrows or a number, then Enter.")

    def _questions(self) -> dict[str, str]:
        """Return what decisions are about, by their phase."""
        t = self.text
        return {
            "opening": t("Choose a pile to look through: you take 3 cards. Arrows, then Enter."),
            "before": t("Enter rolls the dice; i: the text of a card."),
            "main": t("Build, trade, play: Tab or a letter; arrows look around; e: end."),
            "put": t("A card goes under a pile: Tab: card; arrows: pile; or 23: card 2, pile 3."),
            "rob": t("Choose what you take: arrows or a number, r: where it goes, Enter."),
            "more": t("Take a second resource: arrows, r: where it goes, Enter; e: no more."),
            "give": t("Give 1 back: arrows or a number, r: where it goes, Enter."),
            "swap": t("Caravan: Tab: which region pays; arrows: which gains; Enter; e: no more."),
            "scout": t("Your Scout chooses a region: arrows or a number, Enter."),
            "target": t("Name the card that goes back into the hand: arrows, Enter."),
            "steal": t("Your Spy takes a card: arrows or a number, Enter."),
            "pick": t("Choose cards that go under a pile: arrows or a number, Enter."),
            "pile": t("Choose the pile that they go under: arrows or a number, Enter."),
            "builder": t("Master Builder: look through a pile: arrows, Enter; e: none."),
            "keep": t("Take one for one of your hand: arrows, Enter; e: none."),
        }

    def _taking(self, position: Position) -> str:
        return self.text.count(
            "Take {n} card: arrows, or a number and Enter; then Enter takes it. i: its text.",
            "Take {n} cards: arrows, or a number and Enter; then Enter takes one. i: text.",
            max(1, top(position.s).n),
        )

    def _answering(self, position: Position) -> str:
        offer = realm(position.s).offer
        gives, gets = offer[: trading.KINDS], offer[trading.KINDS :]
        t = self.text
        keys = {"accept": t("a: yes"), "refuse": t("u: no"), "offer": t("o: other terms")}
        return t(
            "You get {gives} for {gets}? {keys}.",
            gives=self.words.amounts(gives),
            gets=self.words.amounts(gets),
            keys=self._usable(position, keys),
        )

    def _usable(self, position: Position, keys: dict[str, str]) -> str:
        """Return of some verbs with their keys those that are possible now."""
        found = [said for verb, said in keys.items() if Tool(VERB, verb) in position.by_tool]
        return self.words.series(found)

    def _attacked(self, position: Position) -> str:
        attack = self.words.card(top(position.s).what)
        if position.tool:
            return self.text("{card} card against you, no answer in your hand: Enter.", card=attack)
        return self.text("{card} card against you: Tab: a card to answer, or e: none.", card=attack)

    def _completing(self, position: Position) -> str:
        """Return what Enter does at first, how many cards are held, and what else can be done."""
        t = self.text
        most = hand_limit(realm(position.s).lands[position.seat])
        held = t("You hold {n} of {most} cards.", n=len(position.hand), most=most)
        if position.offered == Tool(VERB, "end"):
            return self.words.both(held, t("Enter ends your turn; m: exchange a card."))
        keys = {
            "search": t("f: search"),
            "exchange": t("m: exchange"),
            "end": t("e: end your turn"),
        }
        usable = self._usable(position, keys)
        how = t("Enter draws; {keys}.", keys=usable) if usable else t("Enter draws another one.")
        return self.words.both(held, how)

    def _laying(self, position: Position) -> str:
        one, two = (self.words.region(*region) for region in realm(position.s).drawn)
        return self.text("Which goes above, {one} or {two}? arrows, Enter.", one=one, two=two)
