"""A dealer that rolls and draws what it is told to."""

from __future__ import annotations

from bastide.core.chance import PUBLIC_REQUESTS, Answer, Order, Pick, PublicRequest, Roll
from bastide.core.dealer import LocalDealer
from bastide.core.events import Plain
from bastide.core.state import State
from bastide.plugins.settlers.cards import EVENT_DIE
from bastide.plugins.settlers.turn import EVENT_LABEL
from tests.plugins.settlers.words import region


class Forced(LocalDealer):
    """Rolls and draws what it is told to; nothing is left to chance."""

    def __init__(self) -> None:
        super().__init__(b"forced")
        self.dice: list[str] = []
        self.draws: list[str] = []

    def answer(self, s: State) -> tuple[Answer, ...]:
        if all(isinstance(request, PUBLIC_REQUESTS) for request in s.waiting):
            return tuple(Answer(self.public(r)) for r in s.waiting)  # type: ignore[arg-type]  # asked
        return super().answer(s)

    def public(self, request: PublicRequest) -> Plain:
        """Return what comes next."""
        match request:
            case Roll(_, label) if label == EVENT_LABEL:
                return EVENT_DIE.index(self.dice.pop(0)) + 1
            case Roll():
                return int(self.dice.pop(0))
            case Pick(pool, k):
                return tuple(_drawn(pool, self.draws.pop(0)) for _ in range(k))
            case Order(m):
                return tuple(range(m))
        raise AssertionError(request)


def _drawn(pool: tuple[Plain, ...], words: str) -> Plain:
    """Return the thing in a pool that is called so: an event card, or a region `brick 1`."""
    if " " not in words:
        assert words in pool
        return words
    wanted = region(words)
    assert tuple(wanted) in pool
    return tuple(wanted)
