"""What is typed for a choice: a number that it keeps while others come and go.

A card that is taken, a site that is built on, a region that is full leave a gap; nothing after them
moves up. So a number that was learnt means the same a moment later.
"""

from __future__ import annotations

from bastide.plugins.settlers.look.sight import Sight
from bastide.plugins.settlers.look.targets import CENTRE, LINE, PILE, SITE, Target
from bastide.plugins.settlers.places import centres
from bastide.plugins.settlers.state import realm


def place_number(sight: Sight, target: Target, to_build: bool) -> int:
    """Return the number of a target, from 1, among all of its kind, possible or not.

    A pile has its own one, a line of a list its place in the whole list. Regions and sites are
    counted in reading order.

    to_build: whether a card goes on a site. Of the two that a city has on a side it is the next
    free one, so that both have one number; else each has its own.
    """
    if target.kind == PILE:
        return target.n
    if target.kind == LINE:
        return target.n + 1
    if target.kind == CENTRE:
        return _in_the_row(sight, target)
    alike = [each for each in sight.everything if each[:2] == target[:2]]
    if target.kind == SITE and to_build:
        alike, target = [each for each in alike if each.n == 1], target._replace(n=1)
    return alike.index(target) + 1


def _in_the_row(sight: Sight, target: Target) -> int:
    """Return the number of a settlement or city among them, or of an end of the row: 1 is left."""
    built = sorted(centres(realm(sight.s).lands[target.seat]))
    if target.x in built:
        return built.index(target.x) + 1
    return 1 if target.x < 0 else 2


def joined(line: int, place: int, most: int) -> int:
    """Return the number of a line of the menu and a place in one: 3 and 2 make 32.

    most: the greatest number of a place; from 10 on each takes two digits.
    """
    return line * (10 if most < 10 else 100) + place
