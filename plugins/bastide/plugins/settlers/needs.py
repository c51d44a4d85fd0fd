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
    kinds = len(have)
    spare, lack = [0] * kinds**2, [0] * kinds
    for cost in {work.cost for work in found}:
        over = [stored - due for stored, due in zip(have, cost, strict=True)]
        if min(over) < 0:
            for get, more in enumerate(over):
                if more < 0:
                    lack[get] = max(lack[get], -more)
                    row = get * kinds
                    spare[row : row + kinds] = map(max, spare[row : row + kinds], over)
    return [
        Need(n % kinds, most, n // kinds, lack[n // kinds]) for n, most in enumerate(spare) if most
    ]
