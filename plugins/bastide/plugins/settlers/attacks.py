"""Attacks on buildings, knights and resources, and cards that go back into a hand (chapter 7.1).

react   the seat is asked for a card against the attack `what`, whether it has one or not (R18)
attack  the production die decides who wins: the attacker up to the number `n`
target  the seat names a card of the opponent, of the kind `what`, that goes back into the hand
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from bastide.core.chance import Answer, Request, Roll
from bastide.core.events import Action, is_same
from bastide.core.state import State
from bastide.plugins.settlers import stock
from bastide.plugins.settlers.agenda import Step, done, then, top
from bastide.plugins.settlers.cards import BUILDING, CARDS, KNIGHT
from bastide.plugins.settlers.copies import by_first_copy
from bastide.plugins.settlers.dealing import CONCEAL, OPEN
from bastide.plugins.settlers.state import ID, Principality, Site, Task, held, other, realm

ARSONIST, BLACK_KNIGHT, BRIGANDS = "arsonist", "black_knight", "brigands"

COUNTERS = {ARSONIST: "bishop", BRIGANDS: "bishop", BLACK_KNIGHT: "witch"}
"""The card against each attack."""

UNIT = "unit"
"""Targets besides BUILDING and KNIGHT: knights and fleets at no city with a church (R39)."""

TARGETS = {ARSONIST: BUILDING, BLACK_KNIGHT: KNIGHT}

ATTACK_NUMBER, COUNTERED_NUMBER = 5, 2
"""The highest number of the die with which an attack succeeds (R19)."""

LOOT = 2
"""Resources that Brigands take."""

REACT, ATTACK, TARGET = "react", "attack", "target"

REACT_ACTION = "settlers.react"
"""To play a card against an attack: (item, card)."""

PASS = Action("settlers.pass")
"""To do without."""

TARGET_ACTION = "settlers.target"
"""To name a card of the opponent that goes back into the hand: (column, side, depth)."""

REACTED = "settlers.reacted"
"""Event: (seat, card, the attack that it is played against)."""

ATTACKED = "settlers.attacked"
"""Event: (attacker, card, number of the die, who wins)."""

CANCELLED = "settlers.cancelled"
"""Event: (attacker, card): a counter card has undone the attack, see `options.counter_card`."""

RETURNED = "settlers.returned"
"""Event: (owner, card, column, side, depth, what for)."""

UNHARMED = "settlers.unharmed"
"""Event: (seat, what for): it has no card that could go back into its hand."""

ATTACK_LABEL = "attack"
"""The label of the die."""


# what can be attacked


def targets(lands: Principality, kind: str) -> list[Site]:
    """Return where the cards of a kind stand that can be sent back: BUILDING, KNIGHT or UNIT."""
    churches = {site.x for site, placed in lands.sites.items() if placed.card == "church"}
    return sorted(
        site
        for site, placed in lands.sites.items()
        if (
            CARDS[placed.card].type == kind
            or (kind == UNIT and CARDS[placed.card].type != BUILDING and site.x not in churches)
        )
    )


def can_attack(s: State, seat: int, card: str) -> bool:
    """Tell whether an attack could succeed (R16)."""
    if card == BRIGANDS:
        return stock.can_rob(s, seat)
    return bool(targets(realm(s).lands[other(seat)], TARGETS[card]))


def attack(seat: int, card: str) -> tuple[Task, ...]:
    """Return the steps of an attack."""
    return Task(REACT, other(seat), what=card), Task(ATTACK, seat, ATTACK_NUMBER, card)


# the reaction


def legal_reactions(s: State) -> Iterator[Action]:
    """Yield to pass, and the one card that counters the attack (R17)."""
    yield PASS
    task = top(s)
    counter = COUNTERS[task.what]
    item = held(s, task.seat).get(counter)
    if item is not None:
        yield Action(REACT_ACTION, (item, counter), ((item, counter),))


def accepts_reactions(s: State, a: Action) -> bool:
    """Judge also the other copies of that card."""
    same = by_first_copy(s, a)
    return any(is_same(same, each) for each in legal_reactions(s))


def react(s: State, a: Action) -> None:
    """Change the odds of the attack, or cancel it (R19); the card leaves the game, too."""
    reaction, attacking = done(s), done(s)
    item, counter = cast("tuple[int, str]", a.data)
    realm(s).gone.append(counter)
    s.emit(ID, REACTED, reaction.seat, counter, attacking.what)
    if realm(s).agreed.counter_card == "odds":
        then(s, attacking._replace(n=COUNTERED_NUMBER))
    else:
        s.emit(ID, CANCELLED, attacking.seat, attacking.what)
    then(s, Task(OPEN, reaction.seat, items=(item,)))


def do_without(s: State, a: Action) -> None:
    """Let pass what was asked."""
    done(s)


# the roll


def _ask_roll(s: State) -> tuple[Request, ...]:
    return (Roll(6, ATTACK_LABEL),)


def _take_roll(s: State, answers: tuple[Answer, ...]) -> None:
    """Let the winner of the roll take what the attack is about, from the loser."""
    task, number = done(s), cast(int, answers[0].value)
    winner = task.seat if number <= task.n else other(task.seat)
    s.emit(ID, ATTACKED, task.seat, task.what, number, winner)
    if task.what == BRIGANDS:
        then(s, Task(stock.ROB, winner, LOOT, why=BRIGANDS))
    else:
        then(s, Task(TARGET, winner, what=TARGETS[task.what], why=task.what))


# back into the hand


def _run_target(s: State, task: Task) -> bool:
    sites = targets(realm(s).lands[other(task.seat)], task.what)
    if len(sites) > 1:
        return True
    done(s)
    for site in sites:
        send_back(s, other(task.seat), site, task.why)
    if not sites:
        s.emit(ID, UNHARMED, other(task.seat), task.why)
    return False


def legal_targets(s: State) -> list[Action]:
    """Return the cards of the opponent that may be sent back."""
    task = top(s)
    sites = targets(realm(s).lands[other(task.seat)], task.what)
    return [Action(TARGET_ACTION, tuple(site)) for site in sites]


def name_target(s: State, a: Action) -> None:
    """Send the named card back."""
    task = done(s)
    send_back(s, other(task.seat), Site(*a.data), task.why)  # type: ignore[arg-type]  # a site


def send_back(s: State, owner: int, site: Site, why: str) -> None:
    """Take a card back into the hand, where it is like any other (R20)."""
    placed = realm(s).lands[owner].remove_card(site)
    s.emit(ID, RETURNED, owner, placed.card, *site, why)
    then(s, Task(CONCEAL, owner, items=(placed.item,)))


STEPS = {
    REACT: Step(legal=legal_reactions, accepts=accepts_reactions, hidden=True),
    ATTACK: Step(ask=_ask_roll, answer=_take_roll),
    TARGET: Step(_run_target, legal=legal_targets),
}
