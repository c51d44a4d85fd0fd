"""The two lines below the table: what can be done now, and what the current choice would do."""

from __future__ import annotations

from collections.abc import Callable

from bastide.core.events import Event
from bastide.core.look.words import capital
from bastide.core.screen import Remark
from bastide.plugins.settlers import playing, stock, trading
from bastide.plugins.settlers.agenda import top
from bastide.plugins.settlers.cards import ACTION, CARDS, COSTS, RESOURCES
from bastide.plugins.settlers.costs import COST
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.attempts import attempt
from bastide.plugins.settlers.look.menu import BUILT, title
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.previews import Previews, missing
from bastide.plugins.settlers.look.targets import REGION
from bastide.plugins.settlers.look.tools import ASKED, HAND, PAYER, SWAP, VERB, Tool
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.places import city_places, road_places, settlement_places
from bastide.plugins.settlers.state import Principality, other, realm

_PLACES = {"road": road_places, "settle": settlement_places, "city": city_places}
"""Where something may be built, whatever it costs."""


def _own(position: Position) -> Principality:
    return realm(position.s).lands[position.seat]


class Hints(Previews):
    """Makes the hint lines of a table.

    fresh: what has happened since the seat that looks last acted, as the painter was told.
    """

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self.fresh: tuple[Event, ...] = ()
        self._asked: dict[str, Callable[[Position], str]] = {
            "choose": self._taking,
            "answer": self._answering,
            "react": self._attacked,
            "complete": self._completing,
            "replace": self._replacing,
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
        why = self.text("({why})", why=self.text(task.why))
        what = self.words.amount(task.what, task.n) if task.what else ""
        if position.s.phase == "pay":
            if not what:
                what = t.count("{n} resource", "{n} resources", task.n)
            return t("Choose where you pay {what} {why}: arrows, Enter.", what=what, why=why)
        if not what:
            what = t.count("{n} resource", "{n} resources", task.n)
        return t("Choose where you gain {what} {why}: arrows, Enter.", what=what, why=why)

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
            "put": t("A card goes under a pile: Tab: which card; arrows: which pile; Enter."),
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
        t = self.text
        keys = {
            "draw": t("d: draw"),
            "search": t("f: search"),
            "exchange": t("m: exchange"),
            "end": t("e: end your turn"),
        }
        usable = self._usable(position, keys)
        if Tool(VERB, "draw") in position.by_tool:
            return t("Fill up your hand: {keys}.", keys=usable)
        return t("Your hand is full: {keys}.", keys=usable)

    def _replacing(self, position: Position) -> str:
        keys = {"draw": self.text("d: draw"), "search": self.text("f: search")}
        usable = self._usable(position, keys)
        return self.text("Get another card: {keys}, then a pile.", keys=usable)

    def _laying(self, position: Position) -> str:
        one, two = (self.words.region(*region) for region in realm(position.s).drawn)
        return self.text("Which goes above, {one} or {two}? arrows, Enter.", one=one, two=two)

    # the choice

    def choice(self, position: Position) -> str:
        if position.cursor.flag(ASKED):
            return self.why(position)
        if position.arranging and not position.reading:
            return self._swapping(position)
        chosen = position.chosen
        if chosen is None:
            return self._unchosen(position, self._nothing(position))
        said = self.sentence(position, chosen)
        if position.giving_up:
            return self.words.both(said, self.text("Enter confirms."))
        if position.s.phase == "before" and len(position.actions) == 1:
            return self.words.both(self._robbed(position), said) or said
        numbered = position.number and not position.bargaining
        return f"{position.number}: {said}" if numbered else said

    def _robbed(self, position: Position) -> str:
        """Return what the opponent's cards took since the seat last acted; "" for nothing."""
        seat, lost, back = other(position.seat), [0] * trading.KINDS, [0] * trading.KINDS
        for event in self.fresh:
            if event.kind in (stock.ROBBED, playing.GIVEN) and event.data[0] == seat:
                kinds = lost if event.kind == stock.ROBBED else back
                kinds[RESOURCES.index(str(event.data[1]))] += 1
        fields = {"name": self.words.name(seat), "lost": self.words.amounts(lost)}
        if any(back):
            fields["back"] = self.words.amounts(back)
            return self.text("{name} took {lost} from you and gave {back} back.", **fields)
        return self.text("{name} took {lost} from you.", **fields) if any(lost) else ""

    def _swapping(self, position: Position) -> str:
        chosen = position.chosen
        if chosen:
            return self.sentence(position, chosen)
        at, lifted = position.pointed, position.lifted
        own = at is not None and at.kind == REGION and at.seat == position.seat
        if lifted and at and own and lifted != at:
            lands = realm(position.s).lands[position.seat]
            both = (lands.lands[lands.at[each.x, each.side]] for each in (lifted, at))
            first, second = (self.words.region(land.resource, land.number) for land in both)
            return self.text("r swaps {first} and {second}.", first=first, second=second)
        said = self.at(position, at) if at else ""
        if lifted and lifted == at:
            return self.words.both(said, self.text("It is picked up; r puts it down."))
        if at and own:
            return self.words.both(said, self.text("r picks it up."))
        why = self.text("Why? The two in the middle touch both settlements and their buildings.")
        return said or why

    def refusal(self, position: Position) -> str:
        """Return why nothing can be chosen under the cursor, after Enter: first what to do."""
        t, phase = self.text, position.s.phase
        if phase == "put" and not position.tool:
            return Remark(t("First a card: Tab; then arrows to a pile, and Enter."))
        nothing = self._nothing(position)
        if nothing == t("Nothing is chosen yet."):
            nothing = t("Nothing is chosen yet: first go to something with Tab or arrows.")
        return self._unchosen(position, nothing)

    def _unchosen(self, position: Position, nothing: str) -> str:
        """Return why nothing can be chosen; `nothing`: what is said where nothing is tried."""
        t, at = self.text, position.pointed
        if position.cursor.flag(ASKED):
            return self.why(position)
        if catalogue.shown(position.cursor) is not None:
            return Remark(t("Esc goes back to the table: then go on."))
        if position.reading:
            return Remark(t("Esc closes the text: then go on."))
        if position.arranging:
            return Remark(t("e, then Enter lays your regions; r swaps two of them."))
        if position.bargaining and not any(position.terms):
            nothing = t("Nothing is offered yet: left gives one of a resource, right asks for one.")
            return Remark(nothing)
        if position.tool and position.tool not in position.by_tool:
            return self._unusable(position, position.tool)
        if at and at not in position.lit:
            return Remark(self.at(position, at) or nothing)
        return self.why(position) if position.bargaining else Remark(nothing)

    def _nothing(self, position: Position) -> str:
        """Return what could be done, before anything is chosen."""
        phase, drawn = position.s.phase, realm(position.s).drawn
        if phase in ("complete", "put") and not position.tool and position.hand:
            return self._holding(position)
        if phase == "lay":
            return self.text(
                "Why? A building serves only the regions beside it, on its side of the row."
            )
        if phase == "scout" and drawn:
            region = self.words.region(*drawn[0])
            return self.text("You have chosen {region}; now the second region.", region=region)
        if cost := position.tool and self._priced(position, position.tool):
            return self.text("It costs {cost}; no place is chosen yet.", cost=cost)
        if position.tool or position.s.phase != "main":
            return self.text("Nothing is chosen yet.")
        tools = [tool for tool in position.menu if tool in position.by_tool]
        built = [tool for tool in tools if tool.name not in ("offer", "end", "demolish")]
        names = self.words.series([title(position, tool, self.words) for tool in built])
        if not names:
            return self.text("Nothing can be paid now; offer a trade, or end the turn.")
        return self.text("Possible now: {names}.", names=names)

    def _priced(self, position: Position, tool: Tool) -> str:
        """Return what something costs that is to be built now; "" for anything else."""
        if position.s.phase != "main" or tool.kind not in (HAND, VERB):
            return ""
        cost = COST.get(BUILT.get(tool.name, tool.name), ())
        return self.words.cost(cost) if any(cost) else ""

    def _holding(self, position: Position) -> str:
        """Return what a seat holds, or what is new of it."""
        said = {item: self.words.card(card) if card else "?" for item, card in position.hand}
        if position.new:
            new = self.words.series([said[item] for item in position.new])
            return self.text("New in your hand: {cards}.", cards=new)
        return self.text("You hold {cards}.", cards=self.words.series([*said.values()]))

    def why(self, position: Position) -> str:
        """Return why what is tried is refused, as a sentence."""
        if position.cursor.flag(ASKED) == SWAP:
            return self.text("r picks up a region: first go to one with the arrows.")
        tried, otherwise = attempt(position), self.text("this is not possible now")
        reason = self.words.reason(position, tried, otherwise) if tried else otherwise
        return self.text("{reason}.", reason=capital(reason))

    def _unusable(self, position: Position, tool: Tool) -> str:
        """Return why a tool cannot be used, and for a card first what it is."""
        if tool.kind == PAYER or not position.mine:
            return Remark(self.card_line(tool.name) if tool.name in CARDS else "")
        if lacking := self._lacking(position, tool):
            nowhere = tool.name in _PLACES and not _PLACES[tool.name](_own(position))
            return self.words.both(self.why(position), lacking) if nowhere else lacking
        if tool.name == "demolish":
            return self.text("You have no card on a site to tear down.")
        if tool.name == "trade":
            return self.text("You store too little of every kind to trade: 3 of one for 1.")
        if tool.kind == HAND and position.s.phase not in ("main", "react"):
            return Remark(self.card_line(tool.name) if tool.name in CARDS else "")
        return self.why(position)

    def _lacking(self, position: Position, tool: Tool) -> str:
        """Return what is lacking of the cost of something; "" if nothing is."""
        if position.s.phase != "main":
            return ""
        if tool.name in BUILT:
            cost, name = COSTS[BUILT[tool.name]], ""
        elif tool.kind == HAND and tool.name in CARDS and CARDS[tool.name].kind != ACTION:
            cost, name = CARDS[tool.name].cost, self.words.card(tool.name)
        else:
            return ""
        lack = missing(stock.stores(realm(position.s).lands[position.seat]), cost)
        if not any(lack):
            return ""
        fields = {"cost": self.words.cost(cost), "lack": self.words.amounts(lack)}
        if name:
            return self.text("{card}: you lack {lack}; it costs {cost}.", card=name, **fields)
        if tuple(lack) == tuple(cost):
            return self.text("You lack all that it costs: {cost}.", cost=fields["cost"])
        return self.text("You lack {lack}; it costs {cost}.", **fields)
