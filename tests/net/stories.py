"""Stories of what peers do, run in bounded time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

SECONDS = 20.0
"""Longest time for one test; all of them take a small part of it."""


def within(story: Callable[[], Coroutine[None, None, None]], seconds: float = SECONDS) -> None:
    """Run a story to its end, in bounded time."""

    async def bounded() -> None:
        async with asyncio.timeout(seconds):
            await story()

    asyncio.run(bounded())
