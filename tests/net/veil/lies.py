"""What a cheat writes that is not so: entries with proofs. See `claiming` for what it says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bastide.core.payloads import Payload
from bastide.net.veil import operations
from bastide.net.veil.derived import kappa, scalar
from bastide.net.veil.group import GENERATOR, mul
from bastide.net.veil.items import Item, Keyring
from bastide.net.veil.proofs import prove
from tests.net.veil.attacks import Bench, Lie
from tests.net.veil.forging import (
    forged,
    points,
    proofs_of,
    with_points,
    with_proofs,
)

PROOF = "a proof that does not hold"
TWICE = "a point that comes twice"
LENGTH = "a proof that has not the length for its statement"
NO_CARD = "an opened card that is none of its deck"
ITEMS = "other items than those that are to be worked on"

OTHER_MASTER = b"o" * 32
"""Where a cheat takes the secrets of a second entry from."""


class FalseEntry(NamedTuple):
    """A false entry with proofs: its kind, what it says, why it is refused, where it is time."""

    kind: str
    lie: Lie
    why: str = PROOF
    where: Callable[[Bench], bool] = lambda _: True


def has_two(bench: Bench) -> bool:
    """Tell whether there are two cards or more."""
    return len(points(bench.payload)) > 1


def changed(change: Callable[[Bench, list[bytes]], list[bytes]]) -> Lie:
    """Return the lie that is made of an entry's points, and proven as well as one can."""

    def lie(bench: Bench) -> Payload:
        new = change(bench, points(bench.payload))
        return bench.proven_anyway(with_points(bench.payload, new))

    return lie


# cards


@changed
def duplicated(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Let a card come twice, and another one not at all."""
    return [xs[1], *xs[1:]]


@changed
def copied(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Let a card come twice under two factors, so that the points differ."""
    return [mul(7, xs[1]), *xs[1:]]


@changed
def swapped(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Let two cards change places."""
    return [xs[1], xs[0], *xs[2:]]


@changed
def tagged(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Multiply a card by a factor of its own, to know it again."""
    return [mul(7, xs[0]), *xs[1:]]


@changed
def substituted(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Put in what is no card at all."""
    return [mul(scalar(b"a" * 32, b"any"), GENERATOR), *xs[1:]]


@changed
def laid_open(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Leave a card without the own layer: as it was before."""
    task = bench.task
    assert isinstance(task, operations.Shuffle)
    return [next(x for x in task.points if x not in xs), *xs[1:]]


def other_key(bench: Bench) -> Payload:
    """Say another layer key than that of the factor."""
    keys = points(bench.payload, "h")
    return bench.proven_anyway(with_points(bench.payload, [mul(3, keys[0]), *keys[1:]], "h"))


# strips


def opens(bench: Bench) -> bool:
    """Tell whether a strip lays cards open."""
    task = bench.task
    return isinstance(task, operations.Strip) and all(len(item.layers) == 1 for item in task.before)


def _deck(bench: Bench) -> tuple[bytes, ...]:
    [deck] = bench.items.decks.values()
    return deck


@changed
def another_card(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Show another card of the deck than the one that was laid."""
    return [next(card for card in _deck(bench) if card not in xs), *xs[1:]]


@changed
def no_card(bench: Bench, xs: list[bytes]) -> list[bytes]:
    """Show what is no card of the deck."""
    return [mul(5, xs[0]), *xs[1:]]


# blinded copies


def hidden_elsewhere(bench: Bench) -> Iterator[Item]:
    """Yield the cards that are dealt to others in this step, then those of the pile."""
    task = bench.task
    own = set(task.items) if isinstance(task, operations.Mask) else set[int]()
    for place, other in bench.tasks.items():
        if place != bench.slot.place and isinstance(other, operations.Mask):
            yield from other.before
    for pile in bench.table.state.cards().piles.values():
        yield from (bench.items[item] for item in reversed(pile) if item not in own)


def other_hands(bench: Bench) -> Iterator[Item]:
    """Yield the cards that others hold."""
    table = bench.table
    for seat, hand in enumerate(table.state.cards().hands):
        if table.place_of(seat) != bench.slot.place:
            yield from (bench.items[item] for item in hand)


def blinded(bench: Bench, target: Item) -> Payload:
    """Return a mask, its proofs left to be made, of a card that is none of the cheat's business."""
    factor = kappa(bench.master, bench.slot.game_id, bench.slot.step)
    xs = points(bench.payload)
    return with_points(bench.payload, [mul(factor, target.point), *xs[1:]])


def copy_of_dealt(bench: Bench) -> Payload:
    """Blind a card that another seat is being dealt, or of the pile, in place of its own."""
    return bench.proven_anyway(blinded(bench, next(hidden_elsewhere(bench))))


def copy_of_hand(bench: Bench) -> Payload:
    """Blind a card of another hand."""
    return bench.proven_anyway(blinded(bench, next(other_hands(bench))))


def is_dealt_together(bench: Bench) -> bool:
    """Tell whether others are dealt cards in the same step, off a pile."""
    return len(bench.tasks) > 1 and all(len(i.layers) > 1 for i in hidden_elsewhere(bench))


def has_other_hands(bench: Bench) -> bool:
    """Tell whether somebody else holds a card."""
    return bench.table.state.secrets is not None and any(other_hands(bench))


def searches(bench: Bench) -> bool:
    """Tell whether a pile is looked through, and others hold cards."""
    return isinstance(bench.task, operations.Mask) and bench.task.copies and has_other_hands(bench)


def left_in_pile(bench: Bench) -> Iterator[int]:
    """Yield the items of the pile that is drawn from which are not to be masked, the last first."""
    task = bench.task
    assert isinstance(task, operations.Mask)
    pile = bench.table.state.cards().piles[task.before[0].deck]
    return (item for item in reversed(pile) if item not in task.items)


def is_more_there(bench: Bench) -> bool:
    """Tell whether there is another card in the pile than those that are due."""
    return next(left_in_pile(bench), None) is not None


def named_openly(bench: Bench) -> Payload:
    """Mask another card and say so."""
    other = next(left_in_pile(bench))
    return {**blinded(bench, bench.items[other]), "i": [other, *items_of(bench)[1:]]}


def asks_for_more(bench: Bench) -> Payload:
    """Mask a card more than is due."""
    more = with_points(bench.payload, [*points(bench.payload), GENERATOR])
    return {**more, "i": [*items_of(bench), next(left_in_pile(bench))]}


def items_of(bench: Bench) -> tuple[int, ...]:
    """Return the items that are to be masked."""
    assert isinstance(bench.task, operations.Mask)
    return tuple(bench.task.items)


# proofs


def replayed(**changes: object) -> Lie:
    """Return the lie whose proofs were made for another place in time, of the same cards."""

    def lie(bench: Bench) -> Payload:
        pairs = [(want.statement._replace(**changes), want) for want in bench.wanted]  # type: ignore[arg-type]  # fields of a statement
        return with_proofs(bench.payload, [forged(st, w, bench.master) for st, w in pairs])

    return lie


def replayed_from_before(bench: Bench) -> Payload:
    """Repeat the proofs of the last step in which this place did the like."""
    slot = bench.slot._replace(step=bench.slot.step - 1)
    made = [want.statement._replace(step=slot.step) for want in bench.wanted]
    return with_proofs(
        bench.payload,
        [
            prove(st, w.factor, w.order, bench.master)
            for st, w in zip(made, bench.wanted, strict=True)
        ],
    )


def by_a_wrong_bit(bench: Bench) -> Payload:
    """Change the last bit of each proof."""
    proofs = [pf[:-1] + bytes([pf[-1] ^ 1]) for pf in proofs_of(bench.payload)]
    return with_proofs(bench.payload, proofs)


def true_again(bench: Bench) -> Payload:
    """Say something else that is true: other factors, and where they are given other proofs."""
    place = bench.slot.place
    if isinstance(bench.task, operations.Strip):
        made = [prove(w.statement, w.factor, w.order, OTHER_MASTER) for w in bench.wanted]
        return with_proofs(bench.payload, made)
    draft = bench.task.draft(bench.slot, Keyring(place, OTHER_MASTER))
    return draft.finished([prove(*want, OTHER_MASTER) for want in draft.wanted])


CHEATS: dict[str, FalseEntry] = {
    "a shuffle that duplicates a card": FalseEntry("v.shuffle", duplicated, TWICE),
    "a shuffle that duplicates a card under two factors": FalseEntry("v.shuffle", copied),
    "a shuffle that swaps two cards": FalseEntry("v.shuffle", swapped),
    "a shuffle that tags a card": FalseEntry("v.shuffle", tagged),
    "a shuffle that substitutes a card": FalseEntry("v.shuffle", substituted),
    "a shuffle that leaves a card open": FalseEntry("v.shuffle", laid_open),
    "a shuffle under another layer than it says": FalseEntry("v.shuffle", other_key),
    "a hand that is mixed and holds a card twice": FalseEntry(
        "v.rehand", duplicated, TWICE, has_two
    ),
    "a hand that is mixed and tagged": FalseEntry("v.rehand", tagged, PROOF, has_two),
    "a hand that is mixed and holds another card": FalseEntry(
        "v.rehand", substituted, PROOF, has_two
    ),
    "a strip to another card": FalseEntry("v.strip", another_card, PROOF, opens),
    "a strip to no card": FalseEntry("v.strip", no_card, NO_CARD, opens),
    "a strip of what goes to another hand, tagged": FalseEntry("v.strip", tagged),
    "a strip that swaps two cards": FalseEntry("v.strip", swapped, PROOF, has_two),
    "a proof replayed from another step": FalseEntry("v.mask", replayed_from_before),
    "a proof replayed from another seat": FalseEntry("v.mask", replayed(place=0)),
    "a proof replayed from another game": FalseEntry("v.strip", replayed(game_id=b"g" * 32)),
    "a proof replayed from another operation": FalseEntry("v.mask", replayed(op="strip")),
    "a proof of fewer rounds": FalseEntry("v.strip", replayed(rounds=1), LENGTH),
    "a blinded copy of a card that another is dealt": FalseEntry(
        "v.mask", copy_of_dealt, PROOF, is_dealt_together
    ),
    "a blinded copy of a card in another hand": FalseEntry(
        "v.mask", copy_of_hand, PROOF, has_other_hands
    ),
    "a blinded copy in a search": FalseEntry("v.mask", copy_of_hand, PROOF, searches),
    "a blinded copy that is named": FalseEntry("v.mask", named_openly, ITEMS, is_more_there),
    "a blinded copy more than is due": FalseEntry("v.mask", asks_for_more, ITEMS, is_more_there),
}
"""Each is refused, and proves its seat to be a cheat."""
