"""The course of one game: where it is, and what comes of a move and of the dealer's answers.

It asks nobody whether a move may be played now: `Table` does, before it has it carried out here.
"""

from __future__ import annotations

from collections.abc import Callable

from bastide.core.chance import ALL_SEATS, Answer
from bastide.core.dealer import LocalDealer
from bastide.core.errors import FalseClaim, RulesError
from bastide.core.events import Action
from bastide.core.exchange import Dealer, Done
from bastide.core.journal import Genesis, Journal
from bastide.core.machine import MAX_AUTOMATIC, asks_for_ever
from bastide.core.messages import Message, message
from bastide.core.rules import Rules
from bastide.core.state import PUBLIC, SEALED, State


class Course:
    """One game as it goes on; see `Table` for what it is made from.

    Attributes:
        state: the position now.
        done: all that was carried out, in order.
        accused: why the game cannot go on: cards that were opened show what a seat had said of
            them to be false. The journal proves it.
    """

    def __init__(
        self, rules: Rules, journal: Journal, dealer: LocalDealer | Dealer, place: int | None
    ) -> None:
        self.rules, self.journal, self.dealer = rules, journal, dealer
        self.place = place
        self.done: list[Done] = []
        self.accused: FalseClaim | None = None
        self._turn = 0
        self._claimed: dict[int, int] = {}
        self._dealt: list[int] = []
        self.state = rules.new() if self.genesis.local else rules.new(PUBLIC)
        self._settle([])

    @property
    def genesis(self) -> Genesis:
        """What all players signed."""
        return self.journal.genesis

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.over

    @property
    def names(self) -> tuple[str, ...]:
        """The display names in turn order, told apart."""
        names = self.genesis.names
        return tuple(names[place] for place in self.state.seating)

    def seat_of(self, place: int) -> int:
        """Return the seat (turn order) of a place."""
        return self.state.seating.index(place)

    def place_of(self, seat: int) -> int:
        """Return the place of a seat (turn order)."""
        return self.state.seating[seat]

    # what is carried out

    def _play(self, ready: State, action: Action) -> None:
        """Play a move in a position that has been made ready for it."""
        seat = ready.seat
        chosen = {**ready.sealed, seat: action}
        self.state = ready
        self.rules.apply(ready, action)
        self._settle([(seat, SEALED)] if ready.sealed else sorted(chosen.items()))

    def _play_together(self, chosen: list[tuple[int, Action]]) -> None:
        """Play what all seats chose unseen, in turn order."""
        self.state = self.state.clone()
        for seat, action in chosen:
            self.rules.apply(self.state, action, seat)
        self._settle(chosen)

    def _answer(self, answers: tuple[Answer, ...]) -> None:
        """Go on from the requests, unless the answers show that a seat had said what is false."""
        if self.state.secrets is None:
            self.rules.answer(self.state, answers)
            return
        after = self.state.clone()
        after.events = self.state.events[:]
        try:
            self._check_claims(answers)
            self.rules.answer(after, answers)
        except FalseClaim as error:
            if self.genesis.local:
                raise  # its one dealer knows all faces: the rules are wrong
            self._check_seat(error.seat)
            self.accused = error
        else:
            self.state = after

    def _check_claims(self, answers: tuple[Answer, ...]) -> None:
        """Compare cards that are opened with what was claimed of them."""
        cards = self.state.cards()
        for shown in (each for answer in answers for each in answer.shown):
            if shown.seats == ALL_SEATS and cards.faces.get(shown.item, shown.face) != shown.face:
                why = Message("the card that was opened is not the one that was named")
                raise FalseClaim(self._claimed[shown.item], why)

    def _begin(self, begin: Callable[[State], tuple[Answer, ...] | None]) -> None:
        """Let a dealer take up what is asked, as long as it can answer without entries."""
        for _ in range(MAX_AUTOMATIC):
            if not self.state.waiting or self.accused:
                return
            answers = begin(self.state)
            if answers is None:
                return
            self._answer(answers)
        raise asks_for_ever(self.state)

    def _settle(self, chosen: list[tuple[int, Action]]) -> None:
        """Let the dealer answer what it can, then note what was done."""
        self._claimed.update((item, seat) for seat, a in chosen for item, _ in a.claims)
        if isinstance(self.dealer, LocalDealer):
            if self.state.waiting:
                self._dealt.append(self.journal.step - 1)
            self._begin(self.dealer.answer)
        elif not self.dealer.expects(self.journal.step):
            self._begin(self.dealer.begin)
        s = self.state
        self._check_seat(s.seat)
        if self.place is not None and not self.genesis.local and self.rules.seated(s):
            s.eyes = self.seat_of(self.place)
        events, s.events = tuple(s.events), []
        step = self.journal.step - 1
        turn, self._turn = self._turn, s.turn
        self.done += [Done(step, seat, action, (), turn) for seat, action in chosen[:-1]]
        if chosen:
            self.done.append(Done(step, *chosen[-1], events, turn))
        elif events:
            self.done.append(Done(step, -1, None, events, turn))

    def _check_seat(self, seat: object) -> None:
        """Refuse a seat that is not there: all that ask whose decision it is rely on it."""
        if type(seat) is not int or not 0 <= seat < self.state.seats:
            there = message(
                "there is no seat {seat}: they go from 0 to {last}",
                seat=repr(seat),
                last=self.state.seats - 1,
            )
            raise RulesError(there)
