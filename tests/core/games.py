"""Small games that exercise the kernel. Each is a plugin as others would write it.

`nim` is public: options, two stages, a reaction, a route, judges of open-ended actions, slots that
`nim_plus` reaches into. `cards` uses every request for chance and secrets, hidden choices with
claims, and a phase played together.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import ModuleType
from typing import cast

from bastide.core.builder import TURN_END, TURN_START, Phase, RulesBuilder
from bastide.core.chance import (
    Answer,
    Conceal,
    Deal,
    Look,
    Mix,
    Open,
    Order,
    Pick,
    Put,
    Request,
    Roll,
    Seed,
    Shuffle,
    Take,
)
from bastide.core.events import Action, Term
from bastide.core.hookspecs import Manifest, Option, hookimpl
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules
from bastide.core.slots import Fold, Steps, Table
from bastide.core.state import State

Hook = Callable[..., object]


def plugin(name: str, **hooks: Hook) -> ModuleType:
    """Return a plugin made of functions; `setup=f` becomes the hook `bastide_setup`."""
    module = ModuleType(name)
    for hook, function in hooks.items():
        marked = function if hasattr(function, "bastide_impl") else hookimpl(function)
        setattr(module, f"bastide_{hook}", marked)
    return module


def loaded(*modules: ModuleType) -> Plugins:
    """Return plugins that were all loaded without a fault."""
    plugins = Plugins({module.__name__: (lambda m=module: m) for module in modules})
    assert plugins.faults == []
    return plugins


def ends_soon(rules: RulesBuilder) -> None:
    """End the game after four turns."""
    rules.finished(lambda s: s.turn >= 4)


def game(
    turn: Callable[[RulesBuilder], None],
    *,
    scoring: Callable[[RulesBuilder], None] = ends_soon,
    setup: Callable[[RulesBuilder], None] = lambda rules: None,
    name: str = "tiny",
) -> ModuleType:
    """Return a game for two to five that is made of what its hooks say."""

    def manifest() -> Manifest:
        return Manifest(name, "1", "game", seats=(2, 5))

    def bastide_setup(rules: RulesBuilder) -> None:
        setup(rules)

    def bastide_turn(rules: RulesBuilder) -> None:
        turn(rules)

    def bastide_scoring(rules: RulesBuilder) -> None:
        scoring(rules)

    return plugin(
        name,
        manifest=manifest,
        setup=bastide_setup,
        turn=bastide_turn,
        scoring=bastide_scoring,
    )


def composed(
    turn: Callable[[RulesBuilder], None], *, seats: int = 2, seating: str = "listed", **parts: Hook
) -> Rules:
    """Return the rules of a game that is made of what its hooks say."""
    module = game(turn, **parts)  # type: ignore[arg-type]  # each by its own name
    return loaded(module).compose(Setup("tiny", seats, (), (("seating", seating),)))


def no_effect(s: State, a: Action) -> None:
    """Do nothing."""


# nim: take from a heap; on a multiple of five take again


@dataclass(slots=True)
class Heap:
    """The heap, what each seat has taken, and its word.

    even: the heap is even, which follows from it.
    """

    left: int
    taken: list[int]
    words: list[str]
    again: bool = False
    even: bool = field(default=False, metadata={"cache": True})

    def clone(self) -> Heap:
        return Heap(self.left, self.taken[:], self.words[:], self.again, self.even)

    def recompute(self, rules: Rules) -> None:
        self.even = self.left % 2 == 0


def heap(s: State) -> Heap:
    part: Heap = s.parts["nim"]
    return part


def most(value: int, s: State, /) -> int:
    """Return how many things a seat may take at most."""
    return value


def took(s: State, number: int, /) -> None:
    """Do something after so many things were taken."""


KINDS: Table[str, int] = Table("nim.kinds")
ART: Table[str, str] = Table("nim.art", rules=False)
MOST = Fold(most)
TOOK = Steps(took)


def nim_manifest() -> Manifest:
    return Manifest(
        "nim",
        "1.0",
        "game",
        title="Nim",
        seats=(2, 3),
        options=(
            Option("heap", 12, "Things in the heap", low=3, high=40),
            Option("first", "any", "First word", choices=("any", "short")),
            Option("last_wins", True, "Who takes the last thing wins"),
        ),
    )


def nim_setup(rules: RulesBuilder) -> None:
    rules.put(KINDS)("stone", 1)
    rules.put(ART)("stone", "o")
    size = int(rules.options["heap"])
    rules.part(lambda s: Heap(size, [0] * s.seats, [""] * s.seats, even=size % 2 == 0))


def nim_turn(rules: RulesBuilder) -> None:
    short = rules.options["first"] == "short"
    values = rules.derive(lambda built: built.value(MOST))
    steps = rules.derive(lambda built: built.steps(TOOK))

    def accepts(s: State, a: Action) -> bool:
        (word,) = a.data
        return (
            a.kind == "nim.say"
            and isinstance(word, str)
            and word.isalpha()
            and len(word) <= (3 if short else 8)
        )

    def take(s: State, a: Action) -> None:
        (number,) = cast("tuple[int]", a.data)
        h = heap(s)
        h.left -= number
        h.taken[s.seat] += number
        h.recompute(cast("Rules", None))
        for step in steps():
            step(s, number)

    def say(s: State, a: Action) -> None:
        heap(s).words[s.seat] = str(a.data[0])
        s.emit("nim", "nim.said", s.seat, a.data[0])

    def why(s: State, a: Action) -> Message | None:
        (number,) = a.data
        if cast("int", number) > heap(s).left:
            return message("only {n} are left", n=heap(s).left)
        return None

    def note(s: State, a: Action) -> None:
        heap(s).again = heap(s).left % 5 == 0 and heap(s).left > 0

    def again(following: str, s: State) -> str:
        return TURN_START if heap(s).again else following

    def count(s: State) -> list[Action]:
        top = min(values()(3, s), heap(s).left)
        return [Action("nim.take", (n,)) for n in range(1, top + 1)]

    rules.stage("opening", lambda s, n: s.seats - 1 - n if n < s.seats else None)
    rules.phase(
        Phase("word", lambda s: [Action("nim.say", (w,)) for w in ("ann", "bob")], accepts),
        stage="opening",
    )
    rules.phase(Phase("take", count))
    rules.action("nim.say", say)
    rules.action("nim.take", take, why)
    rules.after("nim.take", note)
    rules.route("score", again)
    rules.counted("nim.said")


def nim_scoring(rules: RulesBuilder) -> None:
    last_wins = bool(rules.options["last_wins"])

    def turn(s: State) -> None:
        taken = heap(s).taken[s.turn_seat] - s.scores[s.turn_seat]
        s.score(s.turn_seat, "nim", "taken", (Term(taken, "thing"),))

    def final(s: State) -> None:
        last = s.turn_seat if heap(s).left else (s.turn_seat - 1) % s.seats
        for seat in range(s.seats):
            if (seat == last) == last_wins:
                s.score(seat, "nim", "last", (Term(1, "end", 5, "bonus"),), final=True)

    rules.turn_score(turn)
    rules.final_score(final)
    rules.finished(lambda s: heap(s).left == 0)
    rules.project(lambda value, s, seat: value + (0.5 if seat == s.turn_seat else 0))
    rules.rank(lambda s, seat: -seat)


def nim() -> ModuleType:
    return plugin("nim", manifest=nim_manifest, setup=nim_setup, turn=nim_turn, scoring=nim_scoring)


# nim_plus: a gold piece, one more to take, tips


@dataclass(slots=True)
class Tips:
    """How often each seat took as much as it could."""

    times: list[int]

    def clone(self) -> Tips:
        return Tips(self.times[:])


def plus_manifest() -> Manifest:
    return Manifest("nim_plus", "1.0", "expansion", extends="nim", seats=(2, 4))


def plus_setup(rules: RulesBuilder) -> None:
    rules.put(KINDS)("gold", 3)
    rules.replace(KINDS)("stone", 2)
    rules.part(lambda s: Tips([0] * s.seats))

    @rules.fold(MOST)
    def one_more(value: int, s: State, /) -> int:
        return value + 1

    @rules.step(TOOK)
    def tip(s: State, number: int, /) -> None:
        if number == 4:
            s.parts["nim_plus"].times[s.seat] += 1
            s.emit("nim_plus", "nim_plus.tip", s.seat)


def plus_turn(rules: RulesBuilder) -> None:
    rules.phase(Phase("rest"), after="take")


def nim_plus() -> ModuleType:
    return plugin("nim_plus", manifest=plus_manifest, setup=plus_setup, turn=plus_turn)


# cards: bid unseen, play even cards, look, take, put back

FACES = tuple(range(1, 17))
HAND = 3


@dataclass(slots=True)
class Desk:
    """What is going on in the turn: items that were bid, the one to open, take or put back."""

    bids: list[int]
    item: int | None = None
    dice: tuple[int, ...] = ()
    picked: tuple[int, ...] = ()
    seed: bytes = b""

    def clone(self) -> Desk:
        return Desk(self.bids[:], self.item, self.dice, self.picked, self.seed)


def desk(s: State) -> Desk:
    part: Desk = s.parts["cards"]
    return part


def owned(s: State, seat: int) -> list[tuple[int, int]]:
    """Return (item, face) of the hidden hand cards that these eyes know."""
    cards = s.cards()
    return [(i, cast("int", s.face(i))) for i in cards.hidden(seat) if s.face(i) is not None]


def _deal(rules: RulesBuilder) -> None:
    rules.stage("deal", lambda s, n: 0 if n == 0 else None)
    rules.phase(Phase("shuffle", ask=lambda s: (Shuffle("deck", FACES),)), stage="deal")
    rules.phase(
        Phase("hands", ask=lambda s: (Deal("deck", tuple((n, HAND) for n in range(s.seats))),)),
        stage="deal",
    )


def _dice(rules: RulesBuilder) -> None:
    def ask(s: State) -> tuple[Request, ...]:
        return Roll(6, "red"), Seed(), Pick((3, 1, 2), 2), Order(3)

    def answer(s: State, answers: tuple[Answer, ...]) -> None:
        roll, seed, picked, order = (each.value for each in answers)
        d = desk(s)
        d.dice = (cast("int", roll), *cast("tuple[int, ...]", order))
        d.picked = cast("tuple[int, ...]", picked)
        d.seed = cast("bytes", seed)

    rules.phase(Phase("dice", ask=ask, answer=answer))


def _bids(rules: RulesBuilder) -> None:
    def legal(s: State) -> list[Action]:
        cards = [Action("cards.bid", (i,), ((i, face),)) for i, face in owned(s, s.seat)]
        return [Action("cards.bid"), *cards]

    def bid(s: State, a: Action) -> None:
        desk(s).bids += cast("tuple[int, ...]", a.data)

    def opened(s: State, answers: tuple[Answer, ...]) -> None:
        faces = cast("tuple[int, ...]", answers[0].value)
        d = desk(s)
        best = max(zip(faces, d.bids, strict=True))
        seat = next(n for n in range(s.seats) if best[1] in s.cards().hands[n])
        s.score(seat, "cards", "bid", (Term(best[0], "pip"), Term(len(faces), "card")))

    def conceal(s: State) -> tuple[Request, ...]:
        d, cards = desk(s), s.cards()
        kept, d.bids = d.bids[:1], []
        return tuple(Conceal((i,), n) for i in kept for n in range(s.seats) if i in cards.hands[n])

    rules.phase(Phase("bid", legal, together=True))
    rules.phase(Phase("bids", ask=lambda s: _open(desk(s).bids), answer=opened))
    rules.phase(Phase("conceal", ask=conceal))
    rules.action("cards.bid", bid)


def _open(items: Sequence[int]) -> tuple[Request, ...]:
    return (Open(tuple(items)),) if items else ()


def _play(rules: RulesBuilder) -> None:
    def legal(s: State) -> list[Action]:
        even = [(i, face) for i, face in owned(s, s.seat) if face % 2 == 0]
        return [Action("cards.pass"), *(Action("cards.play", (i,), ((i, f),)) for i, f in even)]

    def play(s: State, a: Action) -> None:
        desk(s).item = cast("int", a.data[0])

    def gone(s: State, answers: tuple[Answer, ...]) -> None:
        d = desk(s)
        (face,) = cast("tuple[int]", answers[0].value)
        s.cards().remove(cast("int", d.item))
        d.item = None
        s.score(s.turn_seat, "cards", "played", (Term(face, "pip"),))

    def item(s: State) -> tuple[Request, ...]:
        d = desk(s)
        return () if d.item is None else (Open((d.item,)),)

    rules.phase(Phase("play", legal, hidden=True))
    rules.phase(Phase("played", ask=item, answer=gone))
    rules.action("cards.play", play)
    rules.action("cards.pass", no_effect)


def _search(rules: RulesBuilder) -> None:
    def choose(s: State, a: Action) -> None:
        desk(s).item = cast("int", a.data[0])

    def taking(s: State) -> tuple[Request, ...]:
        d = desk(s)
        item, d.item = d.item, None
        return () if item is None else (Take((item,), s.turn_seat),)

    def putting(s: State) -> tuple[Request, ...]:
        d = desk(s)
        item, d.item = d.item, None
        return () if item is None else (Put((item,), "deck"),)

    def pile(s: State) -> tuple[int, ...]:
        return tuple(s.cards().piles["deck"])

    def back(s: State) -> list[Action]:
        hand = s.cards().hidden(s.seat)
        return [Action("cards.choose", (i,)) for i in hand] if len(hand) > HAND else []

    rules.phase(Phase("look", ask=lambda s: (Look(pile(s), s.turn_seat),) if pile(s) else ()))
    rules.phase(Phase("take", lambda s: [Action("cards.choose", (i,)) for i in pile(s)]))
    rules.phase(Phase("taking", ask=taking))
    rules.phase(Phase("mix", ask=lambda s: (Mix(s.turn_seat),)))
    rules.phase(Phase("back", back))
    rules.phase(Phase("putting", ask=putting))
    rules.route("dice", lambda following, s: following if pile(s) else TURN_END)
    rules.action("cards.choose", choose)


def cards_turn(rules: RulesBuilder) -> None:
    _deal(rules)
    _dice(rules)
    _bids(rules)
    _play(rules)
    _search(rules)


def cards_scoring(rules: RulesBuilder) -> None:
    def final(s: State) -> None:
        for seat, hand in enumerate(s.cards().hands):
            s.score(seat, "cards", "left", (Term(len(hand), "card", -1),), final=True)

    rules.final_score(final)
    rules.finished(lambda s: s.turn > 2 * s.seats)


def cards() -> ModuleType:
    return plugin(
        "cards",
        manifest=lambda: Manifest("cards", "1.0", "game", seats=(2, 4), hidden=True),
        setup=lambda rules: rules.part(lambda s: Desk([])),
        turn=cards_turn,
        scoring=cards_scoring,
    )
