from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bastide.core.encoding import dec, enc
from bastide.core.events import Action, Event, Plain, Score, Term, is_same, score_of, total
from bastide.core.plain import as_tuples, plain

TERMS = st.lists(
    st.builds(Term, st.integers(0, 99), st.text(max_size=9), st.integers(-9, 9)), max_size=4
).map(tuple)


def test_the_points_are_the_sum_of_the_terms() -> None:
    assert total((Term(4, "coin"), Term(3, "jewel", 2), Term(1, "debt", -5))) == 5
    assert total(()) == 0


@given(st.integers(0, 5), TERMS, st.booleans())
def test_a_score_comes_back_from_plain_data(
    seat: int, terms: tuple[Term, ...], final: bool
) -> None:
    score = Score(seat, total(terms), "harvest", (1, "left"), terms, final)
    read = as_tuples(dec(enc(plain(score))))

    assert isinstance(read, tuple)
    assert score_of(Event("farm", "score", read)) == score


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (1, 1, True),
        (1, True, False),
        (0, False, False),
        ("a", "a", True),
        ("a", b"a", False),
        ((1, ("a",)), (1, ("a",)), True),
        ((1, (1,)), (1, (True,)), False),
        ((1,), (1, 2), False),
        ((), None, False),
        (Action("a.b", (1,)), Action("a.b", (1,)), True),
        (Action("a.b", (1,)), Action("a.b", (True,)), False),
    ],
)
def test_the_same_means_equal_and_of_equal_types(one: Plain, other: Plain, same: bool) -> None:
    assert is_same(one, other) is same
