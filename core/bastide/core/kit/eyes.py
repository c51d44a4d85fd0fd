"""One game as it stands for all pairs of eyes: one that knows all, one a seat, a spectator's."""

from __future__ import annotations

from bastide.core.chance import ALL_SEATS, Answer, Open, Request
from bastide.core.conformance import name_of
from bastide.core.events import Action, Event, Plain
from bastide.core.kit.at_fault import AtFault
from bastide.core.noting import Guarded, Noted
from bastide.core.rules import Rules
from bastide.core.sampling import Sample
from bastide.core.state import ALL, PUBLIC, State


class Eyes:
    """The positions of one game, and what each pair of eyes was shown.

    all: the position as it is. views: by seat, and `PUBLIC`. digest: of the position at the
    decision. shown: faces by item, by eyes. claimed: items to be opened before the next decision.
    events: all so far. totals: the points that these report, by seat.
    """

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules, self.sample = rules, Sample(seed)
        self.all = rules.new()
        self.all.scores, self.all.events = Guarded(self.all.scores), Noted(self.all.events)
        self.views = {seat: rules.new(PUBLIC) for seat in (*range(rules.seats), PUBLIC)}
        self.digest = b""
        self.shown: dict[int, dict[int, Plain]] = {seat: {} for seat in self.views}
        self.claimed: set[int] = set()
        self.events: list[Event] = []
        self.totals = [0] * rules.seats
        self.at = AtFault(rules, self.all)

    def is_due(self, check: str, *kind: str | int) -> bool:
        """Tell whether a costly check is to be made in this phase."""
        return self.sample.is_due(check, self.all.phase, *kind)

    def note(self) -> None:
        """Remember the digest of the position, before a decision is carried out."""
        self.digest = self.rules.digest(self.all)

    def go_on(self, s: State, answers: tuple[Answer, ...], eyes: int = ALL) -> None:
        """Let a position that belongs to some eyes go on from answers."""
        with self.at.guarded(name_of(eyes)):
            self.rules.answer(s, answers)

    def show(self, waiting: tuple[Request, ...], answers: tuple[Answer, ...]) -> None:
        """Let each pair of eyes go on with what it may see of the answers to what was asked."""
        self.claimed.difference_update(*(r.items for r in waiting if isinstance(r, Open)))
        for seat, view in self.views.items():
            cut = tuple(answer.cut(seat) for answer in answers)
            for each in cut:
                self.shown[seat].update({x.item: x.face for x in each.shown})
            view.eyes = seat
            self.go_on(view, cut, seat)

    def legal_for(self, seat: int) -> tuple[list[Action], list[Action]]:
        """Return what a seat may choose, in its own eyes and in those that know all."""
        with self.at.guarded(name_of(seat)):
            mine = self.rules.legal_for(self.views[seat], seat)
        with self.at.guarded(name_of(ALL)):
            return mine, self.rules.legal_for(self.all, seat)

    def apply(self, s: State, action: Action, seat: int, eyes: int = ALL) -> None:
        """Play an action on a position that belongs to some eyes."""
        with self.at.guarded(name_of(eyes)):
            self.rules.apply(s, action, seat)

    def claim(self, action: Action) -> None:
        """Note the cards that an action claims and that not everybody has seen."""
        if action.claims:
            seen = self.all.cards().seen
            self.claimed.update(item for item, _ in action.claims if seen[item] != ALL_SEATS)

    def replace(self, eyes: int, view: State, chosen: list[tuple[int, Action]]) -> None:
        """Carry out what was chosen on a view that is ready for it, which stands from now on."""
        self.views[eyes] = view
        for seat, action in chosen:
            self.shown[eyes].update(action.claims)
            self.apply(view, action, seat, eyes)
