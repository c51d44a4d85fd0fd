"""A turn of Magpies: a thing is found, all choose unseen, cards are shown, one seat takes it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import cast

from bastide.core.chance import Answer, Deal, Open, Pick, Request, Shuffle
from bastide.core.events import Action, Term
from bastide.core.messages import Message, message
from bastide.core.state import State

ID, DECK = "magpies", "cards"

PLAY, WAIT = "magpies.play", "magpies.wait"
"""Actions: (number on the card, shine that lies there), (shine that lies there)."""

FOUND, LEFT = "magpies.found", "magpies.left"
"""Events: (-1, shine of the thing, shine that lies there), (-1, shine that stays)."""

NUMBERS = range(1, 11)
FEWER = 2  # cards in a hand than there are things


@dataclass(slots=True)
class Grass:
    """Things by their shine: those still to be found, those that lie there; items by seat."""

    hidden: tuple[int, ...]
    lying: list[int]
    played: dict[int, int]

    def clone(self) -> Grass:
        """Return an independent copy."""
        return Grass(self.hidden, self.lying[:], self.played.copy())


def grass(s: State) -> Grass:
    """Return this plugin's slice."""
    part: Grass = s.parts[ID]
    return part


def ask_hands(s: State) -> tuple[Request, ...]:
    """Ask for the hands, before the first thing: each number is there once for each seat."""
    if s.turn:
        return ()
    each = len(grass(s).hidden) - FEWER
    hands = tuple((seat, each) for seat in range(s.seats))
    return Shuffle(DECK, tuple(NUMBERS) * s.seats), Deal(DECK, hands)


def ask_thing(s: State) -> tuple[Request, ...]:
    """Ask which thing is found."""
    return (Pick(grass(s).hidden),)


def find(s: State, answers: tuple[Answer, ...]) -> None:
    """Lay the thing into the grass."""
    g, (thing,) = grass(s), cast("tuple[int]", answers[0].value)
    g.hidden = tuple(each for each in g.hidden if each != thing)
    g.lying.append(thing)
    s.emit(ID, FOUND, -1, thing, sum(g.lying))


def choices(s: State) -> list[Action]:
    """Return the numbers of the hand, each once and the lowest first, then to wait."""
    shine = sum(grass(s).lying)
    items = {cast(int, face): item for item, face in s.cards().known(s.seat)}  # equal ones: any
    found = [Action(PLAY, (n, shine), ((items[n], n),)) for n in sorted(items)]
    return [*found, Action(WAIT, (shine,))]


def play(s: State, a: Action) -> None:
    """Put a card down, unseen; the phase after it opens all of them."""
    grass(s).played[s.seat] = a.claims[0][0]


def why_not_play(s: State, a: Action) -> Message | None:
    """Return why a card cannot be played."""
    return message("only a card of your own hand can be played, for what lies there")


def ask_cards(s: State) -> tuple[Request, ...]:
    """Ask for the faces of what was played."""
    items = tuple(grass(s).played.values())
    return (Open(items),) if items else ()


def score(s: State) -> None:
    """Give all that lies there to the highest card that is alone, and put all of them away."""
    g = grass(s)
    shown = {seat: cast(int, s.face(item)) for seat, item in g.played.items()}
    for item in g.played.values():
        s.cards().remove(item)
    g.played = {}
    equal = Counter(shown.values())
    alone = [(number, seat) for seat, number in shown.items() if equal[number] == 1]
    if alone:
        s.score(max(alone)[1], ID, "haul", tuple(Term(thing, "shine") for thing in g.lying))
        g.lying = []
    else:
        s.emit(ID, LEFT, -1, sum(g.lying))
