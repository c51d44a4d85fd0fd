"""Any order of drawing, laying, passing, trying nonsense and taking back."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from bastide.core.chance import Answer
from bastide.core.events import Action, is_same
from bastide.core.state import State
from bastide.core.testing import check_refusal
from bastide.plugins.carcassonne.pieces import base_tiles
from bastide.plugins.carcassonne.state import board
from tests.plugins.carcassonne.conftest import compose
from tests.plugins.carcassonne.test_games import check_meeples, check_tiles

NAMES = [tile.id for tile in base_tiles()]
SMALL = st.integers(-4, 4)
NONSENSE = st.one_of(
    st.builds(
        lambda *data: Action("carcassonne.place", data), st.sampled_from(NAMES), SMALL, SMALL, SMALL
    ),
    st.builds(
        lambda *data: Action("carcassonne.meeple", data),
        st.sampled_from(["c1", "r1", "f1", "m", "x"]),
        st.sampled_from(["meeple", "other"]),
    ),
    st.builds(
        lambda data: Action("carcassonne.place", tuple(data)),
        st.lists(st.none() | st.booleans() | st.integers() | st.text(max_size=3), max_size=5),
    ),
    st.just(Action("carcassonne.none")),
)


class Game(RuleBasedStateMachine):
    """A game of three seats with a stack of earlier positions."""

    def __init__(self) -> None:
        super().__init__()
        self.game = compose(3)
        self.s = self.game.new()
        self.before: list[tuple[bytes, State]] = []

    def keep(self) -> None:
        self.before.append((self.game.digest(self.s), self.s))
        self.s = self.s.clone()

    @precondition(lambda self: self.s.waiting)
    @rule(n=st.integers(0, 70))
    def draw(self, n: int) -> None:
        bag = board(self.s).bag
        self.keep()
        self.game.answer(self.s, (Answer((bag[n % len(bag)],)),))

    @precondition(lambda self: not self.s.waiting and not self.s.over)
    @rule(n=st.integers(0, 200))
    def choose(self, n: int) -> None:
        actions = self.game.legal(self.s)
        self.keep()
        self.game.apply(self.s, actions[n % len(actions)])

    @rule(action=NONSENSE)
    def try_anything(self, action: Action) -> None:
        digest = self.game.digest(self.s)
        if any(is_same(action, each) for each in self.game.legal(self.s)):
            self.game.step(self.s, action)
        else:
            assert check_refusal(self.game, self.s, action)
        assert self.game.digest(self.s) == digest

    @precondition(lambda self: self.before)
    @rule()
    def take_back(self) -> None:
        digest, self.s = self.before.pop()
        assert self.game.digest(self.s) == digest

    @invariant()
    def tiles_and_meeples_are_all_there(self) -> None:
        check_tiles(self.s)
        check_meeples(self.s)

    @invariant()
    def what_is_kept_follows_from_tiles_and_meeples(self) -> None:
        again = board(self.s).clone()
        again.recompute(self.game)
        assert again == board(self.s)


TestGame = Game.TestCase
