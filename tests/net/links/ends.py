"""Both ends of a link on loopback, and people to sit there."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable

from bastide.net.identity import Address, Identity
from bastide.net.links.dial import dial
from bastide.net.links.handshake import Myself
from bastide.net.links.link import Link
from bastide.net.links.listen import Listener
from bastide.net.links.messages import Chat
from bastide.net.talk import Said, sign_line

ANN = Myself(Identity(b"\x01" * 32), "Ann", "bastide/test")
BOB = Myself(Identity(b"\x02" * 32), "Bob", "bastide/test")
EVE = Myself(Identity(b"\x03" * 32), "Eve", "bastide/test")
GAME = b"g" * 32
LOCAL = ("127.0.0.1",)


def chat(number: int, text: str = "hello") -> Chat:
    return Chat(GAME, (sign_line(ANN.identity, Said(GAME, number, text)).line,))


class House:
    """A listener of Bob's, and the links that came in."""

    def __init__(self, listener: Listener, links: asyncio.Queue[Link]) -> None:
        self.listener = listener
        self.links = links

    @property
    def address(self) -> Address:
        return Address("127.0.0.1", self.listener.port)

    async def pair(self, me: Myself = ANN) -> tuple[Link, Link]:
        """Return both ends of a fresh link."""
        mine = await dial(me, [self.address])
        return mine, await self.links.get()


@contextlib.asynccontextmanager
async def house(me: Myself = BOB) -> AsyncIterator[House]:
    links: asyncio.Queue[Link] = asyncio.Queue()
    listener = Listener(me, links.put_nowait)
    await listener.open(hosts=LOCAL)
    try:
        yield House(listener, links)
    finally:
        await listener.close()


def push(link: Link, data: bytes) -> None:
    assert link._transport is not None
    link._transport.write(data)


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110  # links announce no such moment
        await asyncio.sleep(0.001)


async def rest(link: Link) -> list[object]:
    return [each async for each in link]
