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
from typing import NamedTuple

import pytest

from bastide.core.chance import (
    ALL_SEATS,
    PUBLIC_REQUESTS,
    Answer,
    Order,
    Pick,
    PublicRequest,
    Roll,
)
from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action, Event, Plain
from bastide.core.options import OptionValue
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, State
from bastide.plugins.settlers import plugin, setup, tokens, turn
from bastide.plugins.settlers.cards import CARDS, DECK, EVENT_DIE, RESOURCES, START_REGIONS, Region
from bastide.plugins.settlers.state import PILES, Placed, Principality, Realm, Site, realm

SEATS = ("RW", "RB")
LISTED: tuple[tuple[str, OptionValue], ...] = (("seating", "listed"),)


@cache
def compose(**options: OptionValue) -> Rules:
    """Return the rules; RW begins."""
    plugins = Plugins({"settlers": lambda: plugin})
    assert plugins.faults == []
    own = tuple((f"settlers.{name}", value) for name, value in options.items())
    return plugins.compose(Setup("settlers", 2, options=(*LISTED, *own)))


# words


def card_id(word: str) -> str:
    """Return the id of a card that is called by a short name."""
    return next(id for id in (word, f"knight_{word}", f"fleet_{word}") if id in CARDS)


def cards_of(words: str) -> list[str]:
    return [card_id(word) for word in words.split()]


def place(word: str) -> tuple[int, str]:
    """Return the place of a region, `2U`."""
    return int(word[:-1]), word[-1]


def site(word: str) -> Site:
    """Return a building site, `1U2`."""
    return Site(int(word[:-2]), word[-2], int(word[-1]))


def amounts(words: list[str]) -> list[int]:
    """Return a number for each resource, of words such as `2 wool 1 gold`."""
    said = dict(zip(words[1::2], map(int, words[::2]), strict=True))
    assert not said.keys() - set(RESOURCES)
    return [said.get(resource, 0) for resource in RESOURCES]


class Side(NamedTuple):
    """What a player has: see `side`."""

    stock: str
    cities: tuple[int, ...]
    sites: str
    hand: str
    row: tuple[int, int]
    lands: str


def side(
    stock: str = "1 1 1 1 1 1",
    *,
    cities: tuple[int, ...] = (),
    sites: str = "",
    hand: str = "",
    row: tuple[int, int] = (-1, 1),
    lands: str = "",
) -> Side:
    """Return what a player has.

    stock: what the start regions store, in the order above. row: its ends. lands: more regions
    with number and stock, `4U lumber 1 0, 4L lumber 6 2`.
    """
    return Side(stock, cities, sites, hand, row, lands)


NEW = side()


# chance


class Forced(LocalDealer):
    """Rolls and draws what it is told to; nothing is left to chance."""

    def __init__(self) -> None:
        super().__init__(b"forced")
        self.dice: list[str] = []
        self.draws: list[str] = []

    def answer(self, s: State) -> tuple[Answer, ...]:
        if all(isinstance(request, PUBLIC_REQUESTS) for request in s.waiting):
            return tuple(Answer(self.public(r)) for r in s.waiting)  # type: ignore[arg-type]  # asked
        return super().answer(s)

    def public(self, request: PublicRequest) -> Plain:
        """Return what comes next."""
        match request:
            case Roll(_, turn.EVENT_LABEL):
                return EVENT_DIE.index(self.dice.pop(0)) + 1
            case Roll():
                return int(self.dice.pop(0))
            case Pick(pool, k):
                return tuple(_drawn(pool, self.draws.pop(0)) for _ in range(k))
            case Order(m):
                return tuple(range(m))
        raise AssertionError(request)


def _drawn(pool: tuple[Plain, ...], words: str) -> Plain:
    """Return the thing in a pool that is called so: an event card, or a region `brick 1`."""
    if " " not in words:
        assert words in pool
        return words
    wanted = region(words)
    assert tuple(wanted) in pool
    return tuple(wanted)


def region(words: str) -> Region:
    """Return a region, `brick 1`."""
    resource, number = words.split()
    return Region(RESOURCES.index(resource), int(number))


# positions


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
    _put_cards(s, (rw, rb), piles or {})
    for lands, said in zip(realm(s).lands, (rw, rb), strict=True):
        _lay(realm(s), lands, said)
    realm(s).agenda = []
    turn.begin(s)
    while realm(s).agenda[-1].step != phase:
        realm(s).agenda.pop()
    s.phase, s.legal = phase, None
    tokens.settle(s)
    s.events = []
    return Table(rules, s)


def _lay(r: Realm, lands: Principality, said: Side) -> None:
    """Put regions, row and cities where they are said to be."""
    lands.stock[:] = [int(word) for word in said.stock.split()]
    for each in filter(None, said.lands.split(",")):
        where, resource, number, stored = each.split()
        land = region(f"{resource} {number}")
        r.regions.remove(land)
        lands.add_land(*place(where), land, int(stored))
    lands.low, lands.high = said.row
    lands.cities[:] = said.cities
    columns = range(said.row[0], said.row[1] + 1)
    r.settlements -= sum(x % 2 for x in columns) - 2
    r.roads -= sum(x % 2 == 0 for x in columns) - 1
    r.cities -= len(said.cities)
    assert min(r.settlements, r.roads, r.cities) >= 0


def _put_cards(s: State, sides: tuple[Side, Side], piles: dict[int, str]) -> None:
    """Put all 62 cards where they are said to be."""
    cards = s.cards()
    cards.faces = dict(enumerate(DECK))
    cards.seen = dict.fromkeys(cards.faces, 0)
    left = list(cards.faces)

    def take(card: str, seen: int) -> int:
        item = next(item for item in left if cards.faces[item] == card)
        left.remove(item)
        cards.seen[item] = seen
        return item

    for seat, said in enumerate(sides):
        for each in filter(None, said.sites.split(",")):
            card, where = each.split()
            placed = Placed(card_id(card), take(card_id(card), ALL_SEATS))
            realm(s).lands[seat].add_card(site(where), placed)
        cards.hands[seat] = [take(card, 1 << seat) for card in cards_of(said.hand)]
    for n, name in enumerate(PILES, 1):
        cards.piles[name] = [take(card, 0) for card in cards_of(piles.get(n, ""))]
    others = [cards.piles[name] for n, name in enumerate(PILES, 1) if n not in piles]
    for n, item in enumerate(left):
        others[n % len(others)].append(item)
