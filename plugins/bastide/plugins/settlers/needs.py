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
    """Return which resources could well be given for which."""
    lack = [0] * len(have)
    spare = [[0] * len(have) for _ in have]
    stocked = [(give, stored) for give, stored in enumerate(have) if stored]
    for _, cost, lacking, *_ in found:
        for get, n in lacking:
            lack[get] = max(lack[get], n)
            row = spare[get]
            for give, stored in stocked:
                if stored - cost[give] > row[give]:
                    row[give] = stored - cost[give]
    return [
        Need(give, most, get, lack[get])
        for get, row in enumerate(spare)
        if lack[get]
        for give, most in enumerate(row)
        if most
    ]
