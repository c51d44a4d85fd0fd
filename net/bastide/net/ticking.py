"""What is looked after with time alone, and garbage with it.

Going through all objects takes 20 ms, for which every move would wait. So what the program has
loaded is passed over, and the rest is gone through by the clock, which seldom meets a move, rather
than by the number of new objects, which grows with moves.
"""

from __future__ import annotations

import asyncio
import gc
import itertools
from collections.abc import Callable, Sequence
from functools import cache

TICK_SECONDS = 1.0
_YOUNG = 20_000
"""So many new objects may be there before Python looks for garbage by itself."""
_AMONG_THE_YOUNG, _EVERYWHERE = 1, 2
"""Generations of objects, for `gc.collect`."""

Due = Callable[[float], None]
"""Looks after something; gets the loop's time in seconds."""


@cache
def spare_the_loaded() -> None:
    """Let garbage collection pass over what the program has loaded, from now on; once.

    Modules and plugins are most of all objects and stay anyway.
    """
    gc.freeze()
    gc.set_threshold(_YOUNG)


async def tick(due: Sequence[Due]) -> None:
    """Call each part every second; the loop hears of a fault of one, and the others go on."""
    loop = asyncio.get_running_loop()
    for second in itertools.count(1):
        await asyncio.sleep(TICK_SECONDS)
        for part in due:
            loop.call_soon(part, loop.time())
        loop.call_soon(gc.collect, _EVERYWHERE if second % 60 == 0 else _AMONG_THE_YOUNG)
