"""Positions written as text, and what seats do in them, as short words.

Seat 0 is RW, with the red/white set, seat 1 is RB; start regions lie as in the worked examples:

    (-2,U) fields  (0,U) mountains  (2,U) pasture  (-2,L) forest  (0,L) hills  (2,L) gold

    place   `2U` a region; `1U2` a building site: column, side, depth
    card    its id, of knights and fleets without the first word where that is clear: `karl`
    side    `side(stock="2 3 1 1 1 0", sites="garrison 1U1, karl -1L1", hand="spy abbey")`
    action  `roll`, `road 2`, `settle 3`, `settle 3 scout`, `city 1`, `place abbey 1U`,
            `demolish 1L1`, `trade grain ore`, `offer 2 wool 1 gold for 1 brick`, `play spy`,
            `play alchemist 4`, `rob 0U 2U`, `target 1U1`, `swap 2U 0L`, `steal bishop`,
            `put abbey 3`, `take spy` (of what was looked through last), `search 2`, `done`, ...

A position is played on all pairs of eyes at once: what is public must stay the same to all.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import pytest

from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Event, Plain
from bastide.core.options import OptionValue
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, State
from bastide.plugins.settlers import plugin, setup, tokens, turn
from bastide.plugins.settlers.cards import START_REGIONS, Region
from bastide.plugins.settlers.state import PILES, Principality, Realm, realm
from tests.plugins.settlers.forced import Forced
from tests.plugins.settlers.sides import NEW, Side, lay, put_cards, side
from tests.plugins.settlers.words import amounts, card_id, place, site

__all__ = ["BEFORE", "MAIN", "NEW", "Side", "Table", "compose", "side", "table"]

SEATS = ("RW", "RB")
LISTED: tuple[tuple[str, OptionValue], ...] = (("seating", "listed"),)


@cache
def compose(**options: OptionValue) -> Rules:
    """Return the rules; RW begins."""
    plugins = Plugins({"settlers": lambda: plugin})
    assert plugins.faults == []
    own = tuple((f"settlers.{name}", value) for name, value in options.items())
    return plugins.compose(Setup("settlers", 2, options=(*LISTED, *own)))


class Table:
    """A game on the eyes of each seat, of a spectator, and of one who knows all.

    `events` are those of the last decision and all that came of it.
    """

    def __init__(self, rules: Rules, s: State) -> None:
        self.rules, self.all, self.dealer = rules, s, Forced()
        self.views = {eyes: s.view(eyes).clone() for eyes in (*range(rules.seats), PUBLIC)}
        self.events: list[Event] = []
        self.looked: list[int] = []

    # playing

    def do(self, *texts: str, dice: str = "", draws: Iterable[str] = ()) -> Table:
        """Play actions one after the other; `dice` and `draws` are what they lead to."""
        self.dealer.dice += dice.split()
        self.dealer.draws += draws
        for text in texts:
            self.play(self.act(text))
        assert not self.dealer.dice
        assert not self.dealer.draws
        return self

    def roll(self, dice: str, *, draws: Iterable[str] = ()) -> Table:
        """Roll an event and a number, and go on to the first decision."""
        return self.do("roll", dice=dice, draws=draws)

    def play(self, action: Action) -> None:
        """Play an action that is legal to all eyes."""
        self.events = []
        self.all = self.rules.step(self.all, action)
        self.views = {eyes: self.rules.step(view, action) for eyes, view in self.views.items()}
        while self.all.waiting:
            answers = self.dealer.answer(self.all)
            self.rules.answer(self.all, answers)
            for eyes, view in self.views.items():
                view.eyes = eyes
                self.rules.answer(view, tuple(answer.cut(eyes) for answer in answers))
        for view in self.views.values():
            assert self.rules.digest(view) == self.rules.digest(self.all)
        self.events, self.all.events = self.all.events, []

    def why_not(self, text: str) -> str:
        """Return why the seat to act, and who knows all, refuse an action."""
        action, said = self.act(text), set()
        for s in (self.all, self.views[self.all.seat]):
            with pytest.raises(IllegalAction) as error:
                self.rules.step(s, action)
            said.add(str(error.value))
        (why,) = said
        return why

    def may(self, text: str) -> bool:
        """Tell whether an action is accepted."""
        try:
            self.rules.check(self.all, self.act(text))
        except IllegalAction:
            return False
        return True

    def listed(self, verb: str = "") -> list[Action]:
        """Return the choices of the seat to act, or those of one kind, the same to all eyes."""
        mine = self.rules.legal(self.views[self.all.seat])
        assert mine == self.rules.legal(self.all)
        return [each for each in mine if not verb or each.kind == f"settlers.{verb}"]

    def choices(self, verb: str) -> list[tuple[Plain, ...]]:
        """Return the data of the listed actions of a kind."""
        return [action.data for action in self.listed(verb)]

    def play_on(self, until: str) -> Table:
        """Take the first choice, without any gain in mind, until a phase comes."""
        while self.all.phase != until:
            self.play(self.listed()[0])
        return self

    # words

    def act(self, text: str) -> Action:
        """Return the action of a short text."""
        verb, *words = text.split()
        data, claims = self._data(verb, words)
        return Action(f"settlers.{verb}", data, claims)

    def _data(self, verb: str, words: list[str]) -> tuple[tuple[Plain, ...], Claims]:
        seat = self.all.seat
        match verb, words:
            case "offer", _:
                middle = words.index("for")
                return (*amounts(words[:middle]), *amounts(words[middle + 1 :])), ()
            case "settle", [x, card]:
                item = self.item(card, seat)
                return (int(x), item), ((item, card_id(card)),)
            case "place" | "play" | "react" | "steal", [card, *rest]:
                item = self.item(card, 1 - seat if verb == "steal" else seat)
                more = place(rest[0]) if verb == "place" else tuple(map(int, rest))
                return (item, card_id(card), *more), ((item, card_id(card)),)
            case "demolish" | "target", [where]:
                return tuple(site(where)), ()
            case "gain" | "pay" | "rob" | "give" | "swap", _:
                return tuple(part for word in words for part in place(word)), ()
            case "take", [card]:
                return (self._among(card, self.looked),), ()
            case "pick", [card]:
                return (self.item(card, 1 - seat),), ()
            case "put", [card, pile]:
                return (self.item(card, seat), int(pile)), ()
            case "look" | "search", [pile]:
                self.looked = self.all.cards().piles[PILES[int(pile) - 1]][:]
        return tuple(int(word) if word.lstrip("-").isdigit() else word for word in words), ()

    def item(self, card: str, seat: int) -> int:
        """Return the first item of a hand that is a card."""
        return self._among(card, self.all.cards().hands[seat])

    def _among(self, card: str, items: list[int]) -> int:
        return next(item for item in items if self.all.face(item) == card_id(card))

    # looking

    @property
    def realm(self) -> Realm:
        return realm(self.all)

    @property
    def seat(self) -> str:
        """Who is to act."""
        return SEATS[self.all.seat]

    @property
    def phase(self) -> str:
        return self.all.phase

    @property
    def over(self) -> bool:
        return self.all.over

    def lands(self, who: str) -> Principality:
        return self.realm.lands[SEATS.index(who)]

    def stock(self, who: str) -> str:
        """Return what the start regions of a player store."""
        return " ".join(map(str, self.lands(who).stock[:6]))

    def at(self, who: str, where: str) -> int:
        """Return what a region stores."""
        lands = self.lands(who)
        return lands.stock[lands.at[place(where)]]

    def points(self, who: str) -> int:
        return self.all.scores[SEATS.index(who)]

    @property
    def knight(self) -> str:
        """Who holds the knight token."""
        return _holder(self.realm.knight)

    @property
    def windmill(self) -> str:
        return _holder(self.realm.windmill)

    def sites(self, who: str) -> dict[str, str]:
        """Return the cards on building sites."""
        found = self.lands(who).sites.items()
        return {f"{at.x}{at.side}{at.depth}": placed.card for at, placed in found}

    def hand(self, who: str) -> list[str]:
        """Return the cards of a hand, sorted."""
        return sorted(self._faces(self.all, self.all.cards().hands[SEATS.index(who)]))

    def seen(self, eyes: str, who: str) -> list[str]:
        """Return the cards of a hand that a player knows, sorted."""
        view = self.views[SEATS.index(eyes)]
        return sorted(self._faces(view, view.cards().hands[SEATS.index(who)]))

    def pile(self, n: int) -> list[str]:
        """Return the cards of a pile, the top first."""
        return self._faces(self.all, self.all.cards().piles[PILES[n - 1]])

    def seen_pile(self, eyes: str, n: int) -> list[str]:
        """Return those cards of a pile that a player knows."""
        view = self.views[SEATS.index(eyes)]
        return self._faces(view, view.cards().piles[PILES[n - 1]])

    def _faces(self, s: State, items: list[int]) -> list[str]:
        return [str(face) for item in items if (face := s.face(item)) is not None]


Claims = tuple[tuple[int, Plain], ...]


def _holder(seat: int) -> str:
    return SEATS[seat] if seat >= 0 else ""


@cache
def _opened(rules: Rules) -> State:
    """Return the first position of the first turn, regions as in the worked examples."""
    s, dealer = rules.new(), Forced()
    rules.settle(s, dealer)
    for _ in SEATS:
        rules.apply(s, setup.arrangements()[0])
    rules.settle(s, dealer)
    assert [START_REGIONS["white"], START_REGIONS["black"]] == [
        tuple(Region(land.resource, land.number) for land in lands.lands)
        for lands in realm(s).lands
    ]
    return s


MAIN, BEFORE = "main", "before"


def table(
    rw: Side = NEW,
    rb: Side = NEW,
    *,
    turn_of: str = "RW",
    phase: str = MAIN,
    piles: dict[int, str] | None = None,
    turns: int = 4,
    rules: Rules | None = None,
) -> Table:
    """Return a position.

    piles: the cards of draw piles by number, the top first; the other piles share the rest.
    turns: turns of the game before, of both; two bar action cards.
    """
    rules = rules or compose()
    s = _opened(rules).clone()
    seat = SEATS.index(turn_of)
    s.seat = s.turn_seat = seat
    s.turn = s.stage_turn = turns + seat
    put_cards(s, (rw, rb), piles or {})
    for lands, said in zip(realm(s).lands, (rw, rb), strict=True):
        lay(realm(s), lands, said)
    realm(s).agenda = []
    turn.begin(s)
    while realm(s).agenda[-1].step != phase:
        realm(s).agenda.pop()
    s.phase, s.legal = phase, None
    tokens.settle(s)
    s.events = []
    return Table(rules, s)
