"""Dialling contacts again and again while somebody wants them and there is no link.

A contact is wanted for good while it sits at an open game of ours or was dialled by hand, and for
a few attempts after it was sighted on the LAN. Pauses grow; news of a contact ends one. Liveness
comes from links alone.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Callable, Coroutine

from bastide.net import limits
from bastide.net.contact import DUPLICATE, Contact
from bastide.net.errors import TWICE, PeerError
from bastide.net.identity import Address
from bastide.net.links.link import Link

_LASTING_SECONDS = 5.0
"""A link that lived for less is no success: the next attempt waits longer."""

Dial = Callable[[list[Address], bytes], Coroutine[object, None, Link]]
"""Returns a fresh link to the first address where a key answers. Raises `PeerError`."""


class KeepingInTouch:
    """The contacts that are dialled whenever there is no link.

    Args:
        dial: opens a link.
        add: takes it.
    """

    def __init__(self, dial: Dial, add: Callable[[Link], None]) -> None:
        """Dial nobody yet."""
        self._dial, self._add = dial, add
        self._keepers: dict[bytes, asyncio.Task[None]] = {}

    def __contains__(self, key: bytes) -> bool:
        """Tell whether a contact is dialled whenever there is no link."""
        return key in self._keepers

    def __len__(self) -> int:
        """Return how many are."""
        return len(self._keepers)

    def begin(self, contact: Contact) -> None:
        """Dial a contact from now on, unless that is done already."""
        if contact.key not in self._keepers:
            self._keepers[contact.key] = asyncio.create_task(self._keep(contact))

    async def close(self) -> None:
        """Dial nobody any more."""
        tasks = [*self._keepers.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _keep(self, contact: Contact) -> None:
        """Dial a contact while it is wanted and there is no link."""
        attempt = 0
        try:
            while contact.is_lasting or attempt < limits.SIGHTING_ATTEMPTS:
                contact.stirred.clear()
                if contact.link or not contact.addresses:
                    was_linked = contact.link is not None
                    await contact.stirred.wait()
                    if was_linked and not contact.link:
                        attempt = 0 if contact.lasted >= _LASTING_SECONDS else attempt + 1
                    continue
                if attempt:
                    await self._pause(contact, attempt - 1)
                if not contact.link:
                    attempt += not await self._try(contact)
        finally:
            del self._keepers[contact.key]

    async def _try(self, contact: Contact) -> bool:
        """Dial once; tell whether there is a link now."""
        try:
            self._add(await self._reach(contact))
        except PeerError as error:
            contact.fault = error
            return False
        return True

    async def _pause(self, contact: Contact, attempt: int) -> None:
        """Wait before the next attempt, or until there is news of the contact.

        No news helps where another program has our key: the contact is linked with that one.
        """
        if contact.fault and contact.fault.code == TWICE:
            await asyncio.sleep(limits.COPY_PAUSE_SECONDS)
            return
        pause = limits.BACK_OFF[min(attempt, len(limits.BACK_OFF) - 1)]
        spread = 1 + random.uniform(-limits.BACK_OFF_JITTER, limits.BACK_OFF_JITTER)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(pause * spread):
                await contact.stirred.wait()

    async def _reach(self, contact: Contact) -> Link:
        """Dial all addresses; begin anew when another one is told meanwhile."""
        while True:
            contact.moved.clear()
            moved = asyncio.create_task(contact.moved.wait())
            dialling = asyncio.create_task(self._dial(list(contact.addresses), contact.key))
            try:
                await asyncio.wait({moved, dialling}, return_when=asyncio.FIRST_COMPLETED)
                if dialling.done():
                    return dialling.result()
            finally:
                moved.cancel()
                await _dropped(dialling)


async def _dropped(dialling: asyncio.Task[Link]) -> None:
    """End an attempt that is not needed any more; one that is over stays as it is."""
    if not dialling.done():
        dialling.add_done_callback(_hang_up)
        dialling.cancel()
        await asyncio.wait({dialling})  # not the task itself: its end is not that of who waits


def _hang_up(dialling: asyncio.Task[Link]) -> None:
    """Close the link of an attempt that succeeded in spite of all."""
    if not dialling.cancelled() and dialling.exception() is None:
        dialling.result().close(DUPLICATE)
