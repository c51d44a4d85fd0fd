"""Who of a table is there, step by step, with times passed in."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bastide.net import limits
from bastide.net.presence import Presence, Span, Standing, State

ANN, BOB, CAT, ROBOT = (bytes([n]) * 32 for n in range(4))
KEYS = (ANN, BOB, CAT, ROBOT)
AWAY = limits.AWAY_SECONDS
OPENED = 100.0
Step = Callable[["Story"], object]


class Story:
    """Ann's view of the others; Robot plays at Bob's, and only Bob is linked with Cat."""

    def __init__(self, *, has_just_begun: bool = False) -> None:
        self.links = {BOB: Span(OPENED, OPENED)}
        self.presence = Presence(self.links.get, KEYS, (0,), OPENED, has_just_begun=has_just_begun)

    def of(self, place: int, now: float) -> Standing:
        return self.presence.standing(place, now)


def heard(now: float) -> Step:
    return lambda story: story.presence.heard(BOB, now)


def left(now: float) -> Step:
    return lambda story: story.presence.left(1, now)


def unlinked(last: float, *, goodbye: bool = False) -> Step:
    def step(story: Story) -> None:
        del story.links[BOB]
        story.presence.unlinked(BOB, last, is_goodbye=goodbye)

    return step


def speaks(first: float, last: float) -> Step:
    return lambda story: story.links.update({BOB: Span(first, last)})


@pytest.mark.parametrize(
    ("steps", "now", "expected"),
    [
        ((), 130, Standing(State.UNSEEN, OPENED)),
        ((left(105),), 130, Standing(State.UNSEEN, OPENED)),
        ((speaks(100, 130),), 130, Standing(State.UNSEEN, OPENED)),
        ((heard(101),), 110, Standing(State.HERE, 101)),
        ((heard(101), left(105)), 110, Standing(State.LEFT, 105)),
        ((heard(101), left(105), unlinked(106, goodbye=True)), 110, Standing(State.LEFT, 105)),
        ((heard(101), left(105), unlinked(106), speaks(107, 150)), 150, Standing(State.LEFT, 105)),
        ((heard(101), left(105), heard(109)), 110, Standing(State.HERE, 109)),
        ((heard(101), unlinked(104)), 104, Standing(State.LOST, 104)),
        ((heard(101), unlinked(104), speaks(108, 108)), 109, Standing(State.LOST, 104)),
        ((heard(101), unlinked(104), speaks(108, 108), heard(109)), 110, Standing(State.HERE, 109)),
        ((heard(101), unlinked(104), speaks(108, 123)), 123, Standing(State.LEFT, 104)),
        ((heard(101), unlinked(104, goodbye=True)), 110, Standing(State.LEFT, 104)),
        ((heard(101), speaks(100, 103)), 101 + AWAY, Standing(State.LOST, 101)),
        ((heard(101), speaks(100, 101 + AWAY)), 101 + AWAY, Standing(State.LEFT, 101)),
        ((heard(101), speaks(100, 140), unlinked(140)), 141, Standing(State.LOST, 101)),
    ],
)
def test_each_seat_stands_as_its_player_gave_signs_of_life(
    steps: tuple[Step, ...], now: float, expected: Standing
) -> None:
    story = Story()
    for step in steps:
        step(story)
    assert story.of(1, now) == expected


def test_what_is_played_here_is_here() -> None:
    assert Story().of(0, 999).state is State.HERE


def test_whoever_signed_a_moment_ago_is_there_until_nothing_comes() -> None:
    story = Story(has_just_begun=True)
    assert {story.of(place, 101).state for place in range(4)} == {State.HERE}
    story.presence.heard(BOB, 110)
    assert story.of(1, 101 + AWAY).state is State.HERE
    assert story.of(3, 101 + AWAY) == Standing(State.LOST, OPENED)
    unlinked(112)(story)
    assert story.of(1, 112) == Standing(State.LOST, 112)


def test_a_link_that_ends_before_anything_came_of_the_table_is_lost() -> None:
    story = Story(has_just_begun=True)
    unlinked(103)(story)
    assert story.of(1, 104) == Standing(State.LOST, 103)
    assert story.of(2, 104).state is State.HERE


def test_who_is_known_by_the_word_of_another_goes_with_that_link() -> None:
    story = Story()
    for place in (2, 3):
        story.presence.worded(place, BOB, 105)
    assert (story.of(2, 106).state, story.of(3, 106).state) == (State.HERE, State.HERE)
    assert story.presence.bearer(3) == BOB
    unlinked(107)(story)
    assert story.of(2, 108) == story.of(3, 108) == Standing(State.LOST, 107)


def test_who_says_goodbye_says_it_for_nobody_else() -> None:
    """Cat still plays, and can be heard no more; of Robot Bob's program says it by `leave`."""
    story = Story()
    story.presence.heard(BOB, 105)
    for place in (2, 3):
        story.presence.worded(place, BOB, 105)
    story.presence.left(3, 107)
    unlinked(107, goodbye=True)(story)
    assert story.of(1, 108) == story.of(3, 108) == Standing(State.LEFT, 107)
    assert story.of(2, 108) == Standing(State.LOST, 107)
    story.presence.worded(2, CAT, 109)
    assert story.of(2, 110) == Standing(State.HERE, 109)


def test_a_word_that_is_passed_on_does_not_hide_a_link_that_ends() -> None:
    story = Story()
    story.links[CAT] = Span(OPENED, 104)
    story.presence.worded(2, BOB, 105)
    assert story.presence.bearer(2) == CAT
    story.presence.unlinked(CAT, 106, is_goodbye=False)
    assert story.of(2, 106) == Standing(State.LOST, 106)
    assert story.presence.bearer(1) == BOB, "as long as it is not known"
