"""Why nothing can be chosen: what is lacking, what stands in the way, or what to do first."""

from __future__ import annotations

from bastide.core.look.words import capital
from bastide.core.screen import Remark
from bastide.plugins.settlers import stock, turn
from bastide.plugins.settlers.cards import ACTION, CARDS, COSTS
from bastide.plugins.settlers.costs import COST
from bastide.plugins.settlers.look import catalogue
from bastide.plugins.settlers.look.attempts import attempt
from bastide.plugins.settlers.look.menu import BUILT, title
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.previews import Previews, missing
from bastide.plugins.settlers.look.tools import ASKED, HAND, PAYER, SWAP, TEXT, VERB, Tool
from bastide.plugins.settlers.places import city_places, road_places, settlement_places
from bastide.plugins.settlers.state import Principality, realm

_PLACES = {"road": road_places, "settle": settlement_places, "city": city_places}
"""Where something may be built, whatever it costs."""


def _own(position: Position) -> Principality:
    return realm(position.s).lands[position.seat]


class Reasons(Previews):
    """Says at one table, in one language, why nothing can be chosen."""

    def refusal(self, position: Position) -> str:
        """Return why nothing can be chosen under the cursor, after Enter: first what to do."""
        t, phase = self.text, position.s.phase
        if phase == "put" and not position.tool:
            return Remark(t("First a card: Tab; then arrows to a pile, and Enter."))
        due = "" if phase == "gain" else self._nothing(position)
        first = t("Nothing is chosen yet: first go to something with Tab or arrows.")
        return self._unchosen(position, due or first)

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
        """Return what could be done, before anything is chosen; "" for nothing special."""
        phase, drawn = position.s.phase, realm(position.s).drawn
        if phase in ("complete", "put") and not position.tool and position.hand:
            return self._holding(position)
        if phase == "gain" and (number := self._coming(position)):
            return self._produced(position, number)
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
            return ""
        tools = [tool for tool in position.menu if tool in position.by_tool]
        built = [tool for tool in tools if tool.name not in ("offer", "end", "demolish")]
        names = self.words.series([title(position, tool, self.words) for tool in built])
        if not names:
            return self.text("Nothing can be paid now; offer a trade, or end the turn.")
        return self.text("Possible now: {names}.", names=names)

    def _coming(self, position: Position) -> int:
        """Return the number that produces once the event is over; 0 if none does."""
        agenda = realm(position.s).agenda
        return next((task.n for task in agenda if task.step == turn.PRODUCE), 0)

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
        asked = position.cursor.flag(ASKED)
        if asked == SWAP:
            return self.text("r picks up a region: first go to one with the arrows.")
        if asked == TEXT:
            return self.text("The text of which card? First go to one with the arrows.")
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
