"""What a seat still lacks for what it could build, and can spare: which trades make sense.

Any trade that the rules allow is accepted; those that make sense are listed, for bots and for
people who choose from a list.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.plugins.settlers.works import Work


class Need(NamedTuple):
    """What to give, how much of it can be spared, what to get, how much of it is lacking.

    Both are the most of all that could be built.
    """

    give: int
    spare: int
    get: int
    lack: int


def needs(found: list[Work], have: list[int]) -> list[Need]:
    """Return which resources could well be given for which, in order of their numbers."""
    stocked = [pair for pair in enumerate(have) if pair[1]]
    spare: dict[tuple[int, int], int] = {}
    lack = [0] * len(have)
    for cost in {work.cost for work in found}:
        lacking = [get for get, due in enumerate(cost) if due > have[get]]
        for get in lacking:
            lack[get] = max(lack[get], cost[get] - have[get])
            for give, stored in stocked:
                left = stored - cost[give]
                if left > spare.get((give, get), 0):
                    spare[give, get] = left
    return [Need(give, n, get, lack[get]) for (give, get), n in sorted(spare.items())]
