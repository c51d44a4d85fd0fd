"""What dice, events and tokens bring, in sentences for the log."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Event
from bastide.plugins.settlers import event_cards, events
from bastide.plugins.settlers.attacks import BRIGANDS
from bastide.plugins.settlers.cards import CARDS, EVENT_CARDS, RESOURCES
from bastide.plugins.settlers.costs import COST
from bastide.plugins.settlers.look.naming import BRIEFLY
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import NOBODY, other
from bastide.plugins.settlers.stock import amounts_of
from bastide.plugins.settlers.trading import TRADE
from bastide.plugins.settlers.turn import PRODUCTION


class TurnSayings:
    """Says at one table what comes of the dice and what moves without a choice."""

    def __init__(self, words: Words) -> None:
        self.words, self.text = words, words.text

    def _name(self, seat: object) -> str:
        return self.words.name(cast(int, seat))

    def _amount(self, resource: object, n: object) -> str:
        return self.words.amount(str(resource), cast(int, n))

    def _card(self, card: object) -> str:
        return self.words.card(str(card))

    def _why(self, why: object) -> str:
        """Return what something is gained or lost for."""
        word = str(why)
        if word == BRIGANDS:
            return self.text("Brigands card")
        known = word in CARDS or word in EVENT_CARDS
        return self._card(word) if known else self.text(word)

    def _place(self, x: object, side: object) -> str:
        return self.words.place(cast(int, x), str(side))

    def _region(self, resource: object, number: object) -> str:
        return self.words.region(RESOURCES.index(str(resource)), cast(int, number))

    def _shields(self, event: Event) -> str:
        return ""

    def _gained(self, event: Event) -> str:
        seat, why, *_ = event.data
        if why == TRADE:
            return ""
        said = self.text("number") if why == PRODUCTION else self._why(why)
        fields = {"name": self._name(seat), "why": said}
        if not any(amounts_of(event)):
            return self.text("{name} gains nothing ({why}).", **fields)
        return self.text("{name} {amounts} ({why}).", amounts=self._signed("+", event), **fields)

    def _lost(self, event: Event) -> str:
        """Return what was lost; what a trade or a building cost is told with it."""
        seat, why, *_ = event.data
        if why == TRADE or any(COST.get(str(why), ())):
            return ""
        said = self.text(BRIGANDS) if why == BRIGANDS else self._why(why)
        fields = {"name": self._name(seat), "why": said}
        if not any(amounts_of(event)):
            return self.text("{name} loses nothing ({why}).", **fields)
        return self.text("{name} {amounts} ({why}).", amounts=self._signed("-", event), **fields)

    def _signed(self, sign: str, event: Event) -> str:
        """Return each resource that was gained or lost: `-2 brick, -1 ore`."""
        amounts = enumerate(amounts_of(event))
        return self.words.series(
            [f"{sign}{self._amount(RESOURCES[k], n)}" for k, n in amounts if n]
        )

    def _robbed(self, event: Event) -> str:
        seat, resource, why = event.data
        return self.text(
            "{name} takes {amount} from {victim} ({why}).",
            name=self._name(seat),
            amount=self._amount(resource, 1),
            victim=self._name(other(cast(int, seat))),
            why=self._why(why),
        )

    def _nothing_left(self, event: Event) -> str:
        seat, why = event.data
        return self.text(
            "Nothing is left that {name} can take from {victim} ({why}).",
            name=self._name(seat),
            victim=self._name(other(cast(int, seat))),
            why=self._why(why),
        )

    def _given(self, event: Event) -> str:
        seat, resource, why = event.data
        return self.text(
            "{name} gives {amount} back to {victim} ({why}).",
            name=self._name(seat),
            amount=self._amount(resource, 1),
            victim=self._name(other(cast(int, seat))),
            why=self._why(why),
        )

    def _rolled(self, event: Event) -> str:
        seat, face, number, chosen = event.data
        fields = {"name": self._name(seat), "face": self.text(str(face)), "n": number}
        if chosen:
            return self.text("{name} rolls {face}; the number is {n} (Alchemist).", **fields)
        return self.text("{name} rolls {n}: {face}.", **fields)

    def _tournament(self, event: Event) -> str:
        winner, one, two = cast("tuple[int, int, int]", event.data)
        if winner == NOBODY:
            return self.text("Nobody wins the tournament: {one} to {two}.", one=one, two=two)
        return self.text(
            "{name} wins the tournament, {one} to {two}.",
            name=self._name(winner),
            one=max(one, two),
            two=min(one, two),
        )

    def _advantage(self, event: Event) -> str:
        holder = event.data[0]
        if holder == NOBODY:
            return self.text("Trade advantage: nobody has the windmill.")
        return self.text("Trade advantage: {name} has the windmill.", name=self._name(holder))

    def _counted(self, event: Event) -> str:
        seat, n, robbed = event.data
        if robbed:
            return self.text(
                "{name} is robbed by brigands: counts {n}, more than 7.",
                name=self._name(seat),
                n=n,
            )
        return self.text("{name} is safe from brigands: counts {n}.", name=self._name(seat), n=n)

    def _happened(self, event: Event) -> str:
        """Return what was drawn and what it is for: what comes of it, if anything, is told next."""
        seat, card = event.data
        return self.text(
            "{name} draws {card}. {text}",
            name=self._name(seat),
            card=self._card(card),
            text=self.text(BRIEFLY[str(card)]),
        )

    def _declined(self, event: Event) -> str:
        seat, pile = event.data
        if pile:
            return self.text("{name} takes no card of pile {n}.", name=self._name(seat), n=pile)
        return self.text("{name} looks through no pile.", name=self._name(seat))

    def _token(self, event: Event) -> str:
        holder, token = event.data
        if token == "knight":
            if holder == NOBODY:
                return self.text("The knight goes back: nobody has more strength.")
            return self.text("{name} gets the knight (more strength).", name=self._name(holder))
        if holder == NOBODY:
            return self.text("The windmill goes back: nobody has more windmills and a city.")
        return self.text("{name} gets the windmill (more windmills).", name=self._name(holder))

    def _general(self, kind: str) -> str:
        """Return what is about nobody; its card says already that cards are shuffled."""
        if kind == event_cards.UNDECIDED:
            return self.text("Nobody has the knight: the conflict does nothing.")
        if kind == events.IGNORED:
            return self.text("The brigands do not come yet.")
        return ""
