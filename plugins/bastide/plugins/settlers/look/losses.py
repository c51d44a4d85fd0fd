"""What a seat has lost to the other one since it last acted: said before it rolls the dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from bastide.core.events import Event
from bastide.plugins.settlers import attacks, espionage, playing, stock, trading
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import other


def losses(words: Words, seat: int, events: Iterable[Event]) -> str:
    """Return what events took from a seat, in sentences; "" for nothing."""
    told = [event for event in events if event.kind in _TOLD]
    return " ".join([*_resources(words, seat, told), *_cards(words, seat, told)])


_TOLD = (stock.ROBBED, playing.GIVEN, espionage.STOLEN, attacks.RETURNED)


def _resources(words: Words, seat: int, events: Sequence[Event]) -> Iterator[str]:
    """Yield what was taken, and given back, of resources."""
    theirs, lost, back = other(seat), [0] * trading.KINDS, [0] * trading.KINDS
    for event in events:
        if event.kind in (stock.ROBBED, playing.GIVEN) and event.data[0] == theirs:
            kinds = lost if event.kind == stock.ROBBED else back
            kinds[RESOURCES.index(str(event.data[1]))] += 1
    fields = {"name": words.name(theirs), "lost": words.amounts(lost)}
    if any(back):
        fields["back"] = words.amounts(back)
        yield words.text("{name} took {lost} from you and gave {back} back.", **fields)
    elif any(lost):
        yield words.text("{name} took {lost} from you.", **fields)


def _cards(words: Words, seat: int, events: Sequence[Event]) -> Iterator[str]:
    """Yield which cards a Spy took out of the hand, and which came back into it."""
    for event in events:
        if event.kind == espionage.STOLEN and event.data[0] == other(seat):
            name, card = words.name(other(seat)), words.card(str(event.data[1]))
            yield words.text("{name} took {card} out of your hand.", name=name, card=card)
        elif event.kind == attacks.RETURNED and event.data[0] == seat:
            card = words.card(str(event.data[1]))
            yield words.text("{card} went back into your hand.", card=card)
