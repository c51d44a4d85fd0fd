"""Open a link to a peer that may be found at several addresses."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Sequence

from bastide.net import limits
from bastide.net.errors import UNREACHABLE, PeerError
from bastide.net.identity import Address
from bastide.net.links.channel import open_channel
from bastide.net.links.handshake import Dialler, Myself
from bastide.net.links.link import Link
from bastide.net.links.rates import Admission
from bastide.net.links.tls import certificate_hash, client_context


async def dial(
    me: Myself,
    addresses: Sequence[Address],
    *,
    expected: bytes | None = None,
    admission: Admission | None = None,
) -> Link:
    """Return a link to the first address that completes the handshake.

    Each next address is tried 250 ms after the one before, or at once when that has failed.

    Args:
        me: who dials.
        addresses: the likely one first.
        expected: the only key that may answer, if one is known.
        admission: gets to know the peer's offences.

    Raises:
        PeerError: none did; of several reasons the one that says most.
    """
    waiting = list(dict.fromkeys(addresses))
    running: set[asyncio.Task[Link]] = set()
    errors = []
    try:
        while waiting or running:
            if waiting:
                attempt = _attempt(me, waiting.pop(0), expected, admission)
                running.add(asyncio.create_task(attempt))
            links, failed, running = await _first(running, waiting)
            errors += failed
            if links:
                for other in links[1:]:
                    other.close("duplicate")
                return links[0]
    finally:
        await _give_up(running)
    raise _most_telling(errors)


async def _first(
    running: set[asyncio.Task[Link]], waiting: list[Address]
) -> tuple[list[Link], list[PeerError], set[asyncio.Task[Link]]]:
    """Wait until one attempt is over or the next one is due; return links, errors, the rest."""
    done, rest = await asyncio.wait(
        running,
        timeout=limits.STAGGER_SECONDS if waiting else None,
        return_when=asyncio.FIRST_COMPLETED,
    )
    links, errors = [], []
    for task in done:
        error = task.exception()
        if error is None:
            links.append(task.result())
        elif isinstance(error, PeerError):
            errors.append(error)
        else:
            raise error
    return links, errors, rest


async def _give_up(running: set[asyncio.Task[Link]]) -> None:
    for task in running:
        task.cancel()
    for outcome in await asyncio.gather(*running, return_exceptions=True):
        if isinstance(outcome, Link):
            outcome.close("duplicate")


async def _attempt(
    me: Myself, address: Address, expected: bytes | None, admission: Admission | None
) -> Link:
    link = Link(
        lambda channel: Dialler(me, certificate_hash(channel), expected),
        address,
        dialled=True,
        admission=admission,
    )
    try:
        await _connect(link, address)
        await link.authenticated()
    except asyncio.CancelledError:
        link.abort()
        raise
    return link


async def _connect(link: Link, address: Address) -> None:
    """Open the TLS channel under a link."""
    try:
        async with asyncio.timeout(limits.CONNECT_SECONDS + limits.TLS_SECONDS):
            end = await _connected(address)
            await open_channel(link, end, client_context(), is_server=False)
    except (OSError, TimeoutError, UnicodeError) as error:
        raise PeerError(_reason(error), code=UNREACHABLE, address=str(address)) from error


async def _connected(address: Address) -> socket.socket:
    """Return a connected socket to the first of a host's addresses that takes us.

    asyncio would do this, too, but loses a socket when it is cancelled at the wrong moment.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(address.host, address.port, type=socket.SOCK_STREAM)
    errors: list[OSError] = []
    for family, kind, protocol, _, target in found:
        end = socket.socket(family, kind, protocol)
        try:
            end.setblocking(False)
            end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            async with asyncio.timeout(limits.CONNECT_SECONDS):
                await loop.sock_connect(end, target)
            return end
        except (OSError, TimeoutError) as error:
            errors.append(error)
            end.close()
        except BaseException:
            end.close()
            raise
    raise errors[0]


def _reason(error: Exception) -> str:
    if isinstance(error, ssl.SSLError):
        return "What answers at {address} does not speak bastide's protocol."
    if isinstance(error, ConnectionResetError | ConnectionAbortedError | BrokenPipeError):
        return "{address} hangs up at once; it may be busy."
    return "Nobody answers at {address}."


def _most_telling(errors: list[PeerError]) -> PeerError:
    telling = [each for each in errors if each.code != UNREACHABLE]
    nothing = PeerError("No address is known to try.", code=UNREACHABLE)
    return (telling or errors or [nothing])[0]
