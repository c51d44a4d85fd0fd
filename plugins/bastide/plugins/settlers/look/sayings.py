"""What happened, in sentences for the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bastide.core.events import Action, Event, score_of
from bastide.core.state import State
from bastide.plugins.settlers import (
    attacks,
    building,
    dealing,
    espionage,
    event_cards,
    events,
    giving_up,
    hand,
    playing,
    setup,
    stock,
    tokens,
    trading,
    turn,
)
from bastide.plugins.settlers.cards import CARDS, ROAD, SETTLEMENT
from bastide.plugins.settlers.costs import COST
from bastide.plugins.settlers.look.saying_turns import TurnSayings
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import UPPER, other


class Sayings(TurnSayings):
    """Says at one table what events are; None for those that the catalogue has words for.

    An action is a line only where no event tells it: what it leads to says more.
    """

    def __init__(self, words: Words) -> None:
        super().__init__(words)
        self._told: dict[str, Callable[[Event], str]] = {
            setup.SHIELDS_DEALT: self._shields,
            stock.GAINED: self._gained,
            stock.LOST: self._lost,
            stock.ROBBED: self._robbed,
            stock.NOTHING_LEFT: self._nothing_left,
            playing.GIVEN: self._given,
            tokens.TOKEN: self._token,
            turn.ROLLED: self._rolled,
            trading.TRADED: self._traded,
            trading.OFFERED: self._offered,
            trading.ACCEPTED: self._accepted,
            trading.REFUSED: self._refused,
            building.BUILT: self._built,
            building.DEMOLISHED: self._demolished,
            building.DRAWN: self._drawn,
            building.LAID: self._laid,
            hand.TOOK: self._took,
            dealing.DREW: self._drew,
            hand.PUT_AWAY: self._put_away,
            playing.PLAYED: self._played,
            attacks.REACTED: self._reacted,
            attacks.ATTACKED: self._attacked,
            attacks.CANCELLED: self._cancelled,
            attacks.RETURNED: self._returned,
            attacks.UNHARMED: self._unharmed,
            espionage.STOLEN: self._stolen,
            espionage.BURIED: self._buried,
            events.HELD: self._tournament,
            giving_up.GAVE_UP: self._gave_up,
            events.ADVANCED: self._advantage,
            events.COUNTED: self._counted,
            events.HAPPENED: self._happened,
            event_cards.DECLINED: self._declined,
        }

    def said(self, event: Action | Event) -> str | None:
        """Return a sentence for an event; "" for no line."""
        if isinstance(event, Action):
            return self._done(event)
        if event.kind == "score":
            return self._scored(event)
        if event.kind in (event_cards.UNDECIDED, events.IGNORED, event_cards.SHUFFLED):
            return self._general(event.kind)
        say = self._told.get(event.kind)
        return say(event) if say else None

    def _done(self, action: Action) -> str:
        """Return what is said of an action that no event tells, after its seat's name."""
        if action.kind == setup.ARRANGE_ACTION:
            return self.text("lays six regions.")
        if action.kind == attacks.PASS.kind:
            return self.text("answers with no card.")
        if action.kind == building.REGION_ACTION:
            return self.text("chooses {region}.", region=self._region(*action.data))
        return ""

    def _scored(self, event: Event) -> str:
        """Return points without a sum: they are counted one by one."""
        score = score_of(event)
        fields = {"name": self._name(score.seat), "what": self.text(score.category)}
        n = f"{score.points:+}"
        return self.text("{name} {n} ({what}).", n=n, **fields)

    def _gave_up(self, event: Event) -> str:
        return self.text("{name} gives up.", name=self._name(event.data[0]))

    def _traded(self, event: Event) -> str:
        seat, give, n, get = event.data
        return self.text(
            "{name} trades {paid} for {got} (supply).",
            name=self._name(seat),
            paid=self._amount(give, n),
            got=self._amount(get, 1),
        )

    def _terms(self, event: Event) -> dict[str, object]:
        numbers = cast("tuple[int, ...]", event.data[1:])
        return {
            "name": self._name(event.data[0]),
            "gives": self.words.amounts(numbers[: trading.KINDS]),
            "gets": self.words.amounts(numbers[trading.KINDS :]),
        }

    def _offered(self, event: Event) -> str:
        return self.text("{name} offers {gives} for {gets}.", **self._terms(event))

    def _accepted(self, event: Event) -> str:
        giver = self._name(other(cast(int, event.data[0])))
        return self.text(
            "{name} accepts the offer: {giver} gives {gives} for {gets}.",
            giver=giver,
            **self._terms(event),
        )

    def _refused(self, event: Event) -> str:
        return self.text("{name} refuses {gives} for {gets}.", **self._terms(event))

    def _built(self, event: Event) -> str:
        """Return what was built, and what it cost: what each region paid is no line of its own."""
        seat, what, x, side, _ = event.data
        fields = {"name": self._name(seat), "cost": self.words.cost(COST[str(what)])}
        if str(what) in CARDS:
            card, place = self._card(what), self._place(x, side)
            return self.text(
                "{name} builds {card} at {place} ({cost}).", card=card, place=place, **fields
            )
        if what == ROAD:
            return self.text("{name} builds a road at {x} ({cost}).", x=x, **fields)
        if what == SETTLEMENT:
            return self.text("{name} builds a settlement at {x} ({cost}).", x=x, **fields)
        return self.text("{name} builds a city at {x} ({cost}).", x=x, **fields)

    def _demolished(self, event: Event) -> str:
        seat, card, x, side, _ = event.data
        return self.text(
            "{name} tears down {card} at {place}.",
            name=self._name(seat),
            card=self._card(card),
            place=self._place(x, side),
        )

    def _drawn(self, event: Event) -> str:
        seat, *rest = event.data
        regions = [self._region(*rest[:2]), self._region(*rest[2:])]
        return self.text(
            "{name} gets {regions}.", name=self._name(seat), regions=self.words.series(regions)
        )

    def _laid(self, event: Event) -> str:
        seat, resource, number, _, side = event.data
        fields = {"name": self._name(seat), "region": self._region(resource, number)}
        if side == UPPER:
            return self.text("{name} lays {region} above the row.", **fields)
        return self.text("{name} lays {region} below the row.", **fields)

    def _took(self, event: Event) -> str:
        seat, pile, n = event.data
        return self.text.count(
            "{name} takes {n} card of pile {pile}.",
            "{name} takes {n} cards of pile {pile}.",
            cast(int, n),
            name=self._name(seat),
            pile=pile,
        )

    def _drew(self, event: Event) -> str:
        seat, pile, _ = event.data
        return self.text("{name} draws from pile {n}.", name=self._name(seat), n=pile)

    def known(self, s: State, event: Action | Event) -> str:
        """Return an event with what only these eyes know of it; "" where that is nothing."""
        if event.kind != dealing.DREW:
            return ""
        seat, pile, item = event.data
        card = s.face(cast(int, item))
        if card is None:
            return ""
        return self.text(
            "{name} draws {card} (pile {n}).",
            name=self._name(seat),
            card=self._card(card),
            n=pile,
        )

    def _put_away(self, event: Event) -> str:
        seat, pile, why = event.data
        return self.text(
            "{name} puts a card under pile {n} ({why}).",
            name=self._name(seat),
            n=pile,
            why=self._why(why),
        )

    def _played(self, event: Event) -> str:
        seat, card, number = event.data
        fields = {"name": self._name(seat), "card": self._card(card)}
        if number:
            return self.text("{name} plays {card}: {n}.", n=number, **fields)
        return self.text("{name} plays {card}.", **fields)

    def _reacted(self, event: Event) -> str:
        seat, card, attack = event.data
        return self.text(
            "{name} answers {attack} with {card}.",
            name=self._name(seat),
            card=self._card(card),
            attack=self._card(attack),
        )

    def _attacked(self, event: Event) -> str:
        seat, card, number, winner = event.data
        fields = {"name": self._name(seat), "card": self._card(card), "n": number}
        if winner == seat:
            return self.text("{name} attacks with {card}: the die shows {n}, success.", **fields)
        return self.text(
            "{name} attacks with {card}: the die shows {n}, the attack turns round.", **fields
        )

    def _cancelled(self, event: Event) -> str:
        seat, card = event.data
        return self.text(
            "{name} attacks in vain: {card}.", name=self._name(seat), card=self._card(card)
        )

    def _returned(self, event: Event) -> str:
        owner, card, x, side, _, why = event.data
        return self.text(
            "{name} takes {card} back from {place} ({why}).",
            name=self._name(owner),
            card=self._card(card),
            place=self._place(x, side),
            why=self._why(why),
        )

    def _unharmed(self, event: Event) -> str:
        owner, why = event.data
        name = self._name(owner)
        return self.text("{name} has no card to take back ({why}).", name=name, why=self._why(why))

    def _stolen(self, event: Event) -> str:
        seat, card = event.data
        return self.text(
            "{name} takes {card} from the hand of {victim} (Spy).",
            name=self._name(seat),
            card=self._card(card),
            victim=self._name(other(cast(int, seat))),
        )

    def _buried(self, event: Event) -> str:
        seat, n, pile = event.data
        return self.text.count(
            "{name} puts {n} card of {victim} under pile {pile}.",
            "{name} puts {n} cards of {victim} under pile {pile}.",
            cast(int, n),
            name=self._name(seat),
            victim=self._name(other(cast(int, seat))),
            pile=pile,
        )
