"""Games that break the contract in one way each. The kit must say what it is."""

from __future__ import annotations

import socket
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import NamedTuple, cast

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Answer, Deal, Open, Request, Roll, Shuffle
from bastide.core.events import Action, Event, Score, Term
from bastide.core.state import State
from tests.core.cards import owned
from tests.core.games import ends_soon, game, no_effect

FACES = tuple(range(1, 21))
HAND = 2


@dataclass(slots=True)
class Notes:
    """A slice for whatever a cheater writes down."""

    lines: list[int] = field(default_factory=list)
    total: int = 0
    doubled: int = field(default=0, metadata={"cache": True})

    def clone(self) -> Notes:
        return Notes(self.lines[:], self.total, self.doubled)


@dataclass(slots=True)
class LosingNotes(Notes):
    """A slice whose copies have no lines."""

    def clone(self) -> LosingNotes:
        return LosingNotes([], self.total, self.doubled)


@dataclass(slots=True)
class UncachedNotes(Notes):
    """A slice whose copies lack what is worked out once."""

    def clone(self) -> UncachedNotes:
        return UncachedNotes(self.lines[:], self.total)


@dataclass(slots=True)
class SharedNotes(Notes):
    """A slice whose copies write into one list."""

    def clone(self) -> SharedNotes:
        return SharedNotes(self.lines, self.total, self.doubled)


def notes(s: State) -> Notes:
    part: Notes = s.parts["tiny"]
    return part


Turn = Callable[[RulesBuilder], None]


def hands(turn: Turn, scoring: Turn = ends_soon) -> ModuleType:
    """Return a game that deals hands first."""

    def with_hands(rules: RulesBuilder) -> None:
        def deal(s: State) -> tuple[Request, ...]:
            to = tuple((n, HAND) for n in range(s.seats))
            return Shuffle("deck", FACES), Deal("deck", to)

        rules.stage("deal", lambda s, n: 0 if n == 0 else None)
        rules.phase(Phase("hands", ask=deal), stage="deal")
        rules.part(lambda s: Notes())
        turn(rules)

    return game(with_hands, scoring=scoring)


def public(turn: Turn, slice: type[Notes] = Notes, scoring: Turn = ends_soon) -> ModuleType:
    """Return a game without cards."""

    def with_slice(rules: RulesBuilder) -> None:
        rules.part(lambda s: slice())
        turn(rules)

    return game(with_slice, scoring=scoring)


def acts(
    effect: Callable[[State, Action], None] = no_effect,
    legal: Callable[[State], list[Action]] = lambda s: [Action("tiny.go"), Action("tiny.go", (1,))],
    accepts: Callable[[State, Action], bool] | None = None,
    hidden: bool = False,
    together: bool = False,
) -> Turn:
    """Return a turn of one decision."""

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("go", legal, accepts, hidden=hidden, together=together))
        rules.action("tiny.go", effect)

    return turn


def first_card(s: State, seat: int) -> int:
    """Return the face of a hand's first card, whoever looks."""
    return cast("int", s.face(s.cards().hands[seat][0]))


# peeking


def sees_other_hands() -> ModuleType:
    """Offer choices that depend on the other's hand."""

    def legal(s: State) -> list[Action]:
        known = s.face(s.cards().hands[1 - s.seat][0])
        return [Action("tiny.go"), *([] if known is None else [Action("tiny.go", (known,))])]

    return hands(acts(legal=legal))


def scores_by_a_face() -> ModuleType:
    """Give points for a card that only its seat knows."""

    def effect(s: State, a: Action) -> None:
        s.score(0, "tiny", "card", (Term(first_card(s, 0), "pip"),))

    return hands(acts(effect))


def notes_a_face() -> ModuleType:
    """Keep a hidden face in the slice."""

    def effect(s: State, a: Action) -> None:
        notes(s).lines.append(cast("int", s.face(s.cards().hands[0][0])) or 0)

    return hands(acts(effect))


def skips_on_a_face() -> ModuleType:
    """Have nothing to choose where the hand holds nothing even, and do not say so."""

    def legal(s: State) -> list[Action]:
        return [
            Action("tiny.go", (i,), ((i, face),)) for i, face in owned(s, s.seat) if face % 2 == 0
        ]

    return hands(acts(legal=legal))


def hides_nothing_public() -> ModuleType:
    """Mark a phase as hidden, but offer nothing to those who do not know the faces."""

    def legal(s: State) -> list[Action]:
        return [Action("tiny.go", (i,), ((i, face),)) for i, face in owned(s, s.seat)]

    return hands(acts(legal=legal, hidden=True))


def hides_what_it_does_not_mark() -> ModuleType:
    def legal(s: State) -> list[Action]:
        own = [Action("tiny.go", (item,), ((item, face),)) for item, face in owned(s, s.seat)]
        return [Action("tiny.go"), *own]

    return hands(acts(legal=legal))


def forgets_the_claim() -> ModuleType:
    """Offer hidden cards without saying what they are."""

    def legal(s: State) -> list[Action]:
        return [Action("tiny.go"), *(Action("tiny.go", (i,)) for i, face in owned(s, s.seat))]

    return hands(acts(legal=legal, hidden=True))


def never_opens() -> ModuleType:
    """Take a seat's word for what its card is."""

    def legal(s: State) -> list[Action]:
        mine = owned(s, s.seat)
        return [*(Action("tiny.go", (i,), ((i, face),)) for i, face in mine), Action("tiny.go")]

    return hands(acts(legal=legal, hidden=True))


def routes_by_a_face() -> ModuleType:
    """Choose the next phase by a hidden face."""

    def turn(rules: RulesBuilder) -> None:
        acts()(rules)
        rules.phase(Phase("other", lambda s: [Action("tiny.go")]))
        rules.route(
            "go", lambda following, s: following if s.face(s.cards().hands[0][0]) else "score"
        )

    return hands(turn)


def asks_by_a_face() -> ModuleType:
    """Ask for chance only if a hidden face is known."""

    def turn(rules: RulesBuilder) -> None:
        acts()(rules)
        rules.phase(Phase("dice", ask=lambda s: (Roll(6 if first_card(s, 0) else 8),)))

    return hands(turn)


def ranks_by_a_face() -> ModuleType:
    """Break ties by hidden cards."""

    def scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn > 2)
        rules.rank(lambda s, seat: cast("int", s.face(s.cards().hands[seat][0])) or 0)

    return hands(acts(), scoring=scoring)


def projects_a_face() -> ModuleType:
    """Show points that depend on hidden cards."""

    def scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn > 20)
        rules.project(lambda value, s, seat: value + first_card(s, seat))

    return hands(acts(), scoring=scoring)


# slices


@dataclass(slots=True)
class WithSet(Notes):
    """A slice that says it holds a list and holds a set."""

    names: list[int] = field(default_factory=list)

    def clone(self) -> WithSet:
        return WithSet(self.lines[:], self.total, self.doubled, self.names.copy())


def keeps_a_set() -> ModuleType:
    """Put a set into the slice where the annotation says list."""

    def effect(s: State, a: Action) -> None:
        s.parts["tiny"].names = {s.turn}

    return public(acts(effect), WithSet)


def shares_data() -> ModuleType:
    """Let copies of the slice share a list."""
    return public(acts(lambda s, a: notes(s).lines.append(s.turn)), SharedNotes)


def rolls(take: Callable[[State, tuple[Answer, ...]], None]) -> Turn:
    """Return a turn in which a die is asked for before the decision."""

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=take))
        acts()(rules)

    return turn


def shares_what_an_answer_changes() -> ModuleType:
    return public(rolls(lambda s, answers: notes(s).lines.append(1)), SharedNotes)


def loses_what_was_chosen_while_it_waits() -> ModuleType:
    def chosen(s: State, a: Action) -> None:
        notes(s).lines.append(1)

    def ask(s: State) -> tuple[Request, ...]:
        return (Roll(6),) if notes(s).lines else ()

    def turn(rules: RulesBuilder) -> None:
        acts(chosen)(rules)
        rules.phase(Phase("show", ask=ask, answer=lambda s, answers: notes(s).lines.clear()))

    return public(turn, LosingNotes)


def loses_what_is_cached() -> ModuleType:
    def note(s: State, answers: tuple[Answer, ...]) -> None:
        notes(s).doubled += 1

    def legal(s: State) -> list[Action]:
        return [Action("tiny.go", (n,)) for n in range(1 + min(notes(s).doubled, 2))]

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=note))
        acts(legal=legal)(rules)

    return public(turn, UncachedNotes)


def answers_by_the_log() -> ModuleType:
    def note(s: State, answers: tuple[Answer, ...]) -> None:
        notes(s).total += len(s.events)

    def turn(rules: RulesBuilder) -> None:
        rolls(note)(rules)
        rules.end_turn(lambda s: s.emit("tiny", "tiny.ended"))

    return public(turn)


def forgets_the_cache() -> ModuleType:
    """Let a cached field decide what is legal, and not make it again."""

    def legal(s: State) -> list[Action]:
        return [Action("tiny.go", (n,)) for n in range(1 + notes(s).doubled)]

    def effect(s: State, a: Action) -> None:
        notes(s).doubled = 1 - notes(s).doubled

    return public(acts(effect, legal), scoring=lambda rules: rules.finished(lambda s: s.turn > 200))


# scores and events


def adds_points_in_secret() -> ModuleType:
    """Change the scores without an event."""

    def effect(s: State, a: Action) -> None:
        s.scores[s.seat] += 5

    return public(acts(effect))


def sums_up_wrongly() -> ModuleType:
    """Report a sum that does not evaluate to the points."""

    def effect(s: State, a: Action) -> None:
        s.scores[0] += 5
        score = Score(0, 5, "luck", (), (Term(2, "coin", 2),), False)
        s.events.append(Event("tiny", "score", cast("tuple[int, ...]", score)))

    return public(acts(effect))


def reports_objects() -> ModuleType:
    """Report something that is no plain data."""
    return public(acts(lambda s, a: s.emit("tiny", "tiny.x", cast("int", {1.5}))))


# actions


def lists_twice() -> ModuleType:
    """List an action twice."""
    return public(acts(legal=lambda s: [Action("tiny.go")] * 2))


def offers_objects() -> ModuleType:
    """Offer an action that cannot be sent."""
    return public(acts(legal=lambda s: [Action("tiny.go", (cast("int", 1.5),))]))


def accepts_less_than_it_lists() -> ModuleType:
    """List an action that the judge refuses."""
    return public(acts(accepts=lambda s, a: False))


def accepts_anything() -> ModuleType:
    """Accept whatever is sent."""

    def turn(rules: RulesBuilder) -> None:
        acts(accepts=lambda s, a: True)(rules)
        rules.action("tiny.other", no_effect)

    return public(turn, scoring=lambda rules: rules.finished(lambda s: s.turn > 100))


def accepts_by_a_face() -> ModuleType:
    def accepts(s: State, a: Action) -> bool:
        return a.data in ((), (1,)) or (a.data == (-1,) and s.face(s.cards().hands[0][0]) is None)

    return hands(acts(accepts=accepts))


class Card(NamedTuple):
    """A face with a name of its own."""

    pips: int


def reads_a_claimed_face_by_name() -> ModuleType:
    """From the network it comes as a plain tuple."""
    faces = tuple(Card(n) for n in FACES)

    def deal(s: State) -> tuple[Request, ...]:
        return Shuffle("deck", faces), Deal("deck", tuple((n, HAND) for n in range(s.seats)))

    def legal(s: State) -> list[Action]:
        cards = s.cards().known(s.seat)
        return [Action("tiny.go"), *(Action("tiny.go", (i,), ((i, f),)) for i, f in cards)]

    def effect(s: State, a: Action) -> None:
        for item in a.data:
            notes(s).total = cast("Card", s.face(cast("int", item))).pips

    def turn(rules: RulesBuilder) -> None:
        rules.stage("deal", lambda s, n: 0 if n == 0 else None)
        rules.phase(Phase("hands", ask=deal), stage="deal")
        rules.part(lambda s: Notes())
        acts(effect, legal, hidden=True)(rules)

    return game(turn)


def changes_what_it_judges() -> ModuleType:
    """Count how often nonsense is sent."""

    def judges(s: State, a: Action) -> bool:
        notes(s).total += a != Action("tiny.go")
        return a == Action("tiny.go")

    def turn(rules: RulesBuilder) -> None:
        acts(legal=lambda s: [Action("tiny.go")], accepts=judges)(rules)

    return public(turn)


def stumbles() -> ModuleType:
    """Raise in an effect."""
    return public(acts(lambda s, a: cast("None", [][1])))


def offers_nothing_together() -> ModuleType:
    """Leave a seat without a choice where all choose."""

    def legal(s: State) -> list[Action]:
        return [Action("tiny.go")] if s.seat == 0 else []

    return public(acts(legal=legal, together=True))


# chance and the world outside


COIN = [0]


def sees_what_others_chose_together() -> ModuleType:
    def legal(s: State) -> list[Action]:
        return [Action("tiny.go", (n,)) for n in range(3 - len(s.sealed))]

    return public(acts(legal=legal, together=True))


def remembers_outside() -> ModuleType:
    """Keep something outside of the state."""

    def effect(s: State, a: Action) -> None:
        COIN[0] += 1
        notes(s).total = COIN[0]

    return public(acts(effect))


def reads_a_file() -> ModuleType:
    """Open a file in the middle of play."""

    def effect(s: State, a: Action) -> None:
        notes(s).total = len(Path(__file__).read_bytes()) % 7

    return public(acts(effect))


def calls_home() -> ModuleType:
    """Make a socket, and hide what is raised then."""

    def effect(s: State, a: Action) -> None:
        try:
            socket.socket().close()
        except RuntimeError:
            notes(s).total = 0

    return public(acts(effect))


def opens_what_is_not_there() -> ModuleType:
    """Ask for an item that does not exist."""

    def turn(rules: RulesBuilder) -> None:
        acts()(rules)
        rules.phase(Phase("open", ask=lambda s: (Open((999,)),)))

    return hands(turn)


def never_ends() -> ModuleType:
    """Go on for ever."""
    return public(acts(), scoring=lambda rules: rules.finished(lambda s: False))


def asks_for_ever() -> ModuleType:
    """Roll, and roll again."""

    def turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("roll", ask=lambda s: (Roll(6),)))
        rules.route("roll", lambda following, s: "roll")

    return public(turn)
