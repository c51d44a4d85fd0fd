"""What a seat still lacks for what it could build, and can spare: which trades make sense.

Any trade that the rules allow is accepted; those that make sense are listed, for bots and for
people who choose from a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import sub
from typing import NamedTuple

from bastide.plugins.settlers.costs import costs_of, demand


class Need(NamedTuple):
    """What to get, how much of it is lacking, and how much of each resource can be spared for it.

    All are the most of all that could be built; of what is less than 1 nothing can be spared.
    """

    get: int
    lack: int
    spare: list[int]


def needs(found: Iterable[str], have: Sequence[int], short: Iterable[int]) -> list[Need]:
    """Return which resources could well be given for which.

    Args:
        found: what could be built.
        have: how much of each resource is stored.
        short: for each resource, what costs more of it, see `costs.dearer`.
    """
    wanted, needed = costs_of(found), list[Need]()
    for get, costs in enumerate(short):
        unpaid = costs & wanted
        if unpaid:
            most, least = demand(get, unpaid)
            needed.append(Need(get, most - have[get], list(map(sub, have, least))))
    return needed
