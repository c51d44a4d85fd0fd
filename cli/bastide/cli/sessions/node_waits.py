"""Waiting for what a node finds out from others."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from bastide.net.node import Node


async def wait_until(node: Node, holds: Callable[[], bool]) -> None:
    """Wait until something holds, which is asked at first and after each change of a node."""
    changed = asyncio.Event()
    unwatch = node.watch(changed.set)
    try:
        while not holds():
            changed.clear()
            await changed.wait()
    finally:
        unwatch()
