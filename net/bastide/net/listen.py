"""Wait for peers that call: sockets, admission and one task a link."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Coroutine
from typing import Any

from bastide.net.channel import open_channel
from bastide.net.errors import BUSY, PeerError
from bastide.net.handshake import Listener as ListenerHandshake
from bastide.net.handshake import Myself
from bastide.net.identity import Address
from bastide.net.link import Link
from bastide.net.rates import Admission
from bastide.net.tls import server_tls

_BACKLOG = 64
_PORT_ATTEMPTS = 8
_SHUTDOWN_SECONDS = 1.0
_REST_SECONDS = 0.1


class Listener:
    """Listens on one port, IPv4 and IPv6, and hands out links that are authenticated.

    Attributes:
        port: the TCP port.
        me: who answers; a change counts for links from then on.
        admission: places and offences, shared with the links that we dial.
    """

    def __init__(
        self, me: Myself, on_link: Callable[[Link], None], admission: Admission | None = None
    ) -> None:
        """Prepare; `open` starts.

        Args:
            me: who answers.
            on_link: gets each link whose peer is known. It returns at once; the link's messages
                are read elsewhere.
            admission: places and offences, its own by default.
        """
        self.port = 0
        self.admission = admission or Admission()
        self.me = me
        self._on_link = on_link
        self._tls = server_tls()
        self._sockets: list[socket.socket] = []
        self._links: set[Link] = set()
        self._unserved: set[socket.socket] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(
        self, port: int = 0, *, fixed: bool = False, hosts: tuple[str, ...] = ("", "::")
    ) -> None:
        """Begin to listen.

        Args:
            port: the wanted port; 0 lets the system choose.
            fixed: take no other port when the wanted one is in use.
            hosts: local addresses to listen on.

        Raises:
            PeerError: the port is in use, or may not be used.
        """
        self._sockets = _bound(port, fixed, hosts)
        self.port = self._sockets[0].getsockname()[1]
        for each in self._sockets:
            each.setblocking(False)
            self._spawn(self._accept(each))

    async def close(self, code: str = "done") -> None:
        """Stop listening and close all links that came in."""
        for link in list(self._links):
            link.close(code)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * _SHUTDOWN_SECONDS):
                await asyncio.gather(*(each.wait_closed() for each in self._links))
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for each in (*self._sockets, *self._unserved):
            each.close()

    def _spawn(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _accept(self, server: socket.socket) -> None:
        loop = asyncio.get_running_loop()
        while True:
            try:
                connection, address = await self._next_caller(server)
            except OSError:
                # Out of file handles, or the caller hung up already.
                await asyncio.sleep(_REST_SECONDS)
                continue
            host = str(address[0])
            try:
                self.admission.enter(host, loop.time())
            except PeerError:
                connection.close()
                continue
            # asyncio sets this on sockets that it made itself only; without it, two small frames
            # in a row wait 40 ms for each other.
            with contextlib.suppress(OSError):
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._unserved.add(connection)
            self._spawn(self._serve(connection, Address(host, int(address[1]))))

    async def _next_caller(self, server: socket.socket) -> tuple[socket.socket, Any]:
        """Return the next connection; one that comes while we stop is closed."""
        loop = asyncio.get_running_loop()
        accepting = loop.create_task(loop.sock_accept(server))
        try:
            return await asyncio.shield(accepting)
        except asyncio.CancelledError:
            accepting.cancel()
            with contextlib.suppress(asyncio.CancelledError, OSError):
                (await accepting)[0].close()
            raise

    async def _serve(self, connection: socket.socket, address: Address) -> None:
        self._unserved.discard(connection)
        try:
            link = await self._meet(connection, address)
            if link:
                self._links.add(link)
                self._on_link(link)
                await link.wait_closed()
                self._links.discard(link)
        finally:
            self.admission.leave(address.host)

    async def _meet(self, connection: socket.socket, address: Address) -> Link | None:
        """Open TLS and shake hands; return None if the caller is not to be talked to."""
        link = Link(
            lambda _: ListenerHandshake(self.me, self._tls.certificate_hash),
            address,
            dialled=False,
            admission=self.admission,
        )
        try:
            await open_channel(link, connection, self._tls.context, is_server=True)
            await link.authenticated()
        except (OSError, PeerError):
            return None
        except asyncio.CancelledError:
            link.abort()
            raise
        finally:
            self.admission.handshake_over()
        return link


def _bound(port: int, fixed: bool, hosts: tuple[str, ...]) -> list[socket.socket]:
    """Return listening sockets on one port for every host."""
    wanted = [port] if fixed else [port] + [0] * _PORT_ATTEMPTS
    for candidate in wanted:
        with contextlib.suppress(OSError):
            return _bound_once(candidate, hosts)
    raise PeerError("Port {port} is in use; choose another.", code=BUSY, port=port)


def _bound_once(port: int, hosts: tuple[str, ...]) -> list[socket.socket]:
    first = socket.create_server((hosts[0], port), family=_family(hosts[0]), backlog=_BACKLOG)
    bound = [first]
    try:
        for host in hosts[1:]:
            if ":" in host and not _speaks_ipv6():
                continue
            address = (host, first.getsockname()[1])
            bound.append(socket.create_server(address, family=_family(host), backlog=_BACKLOG))
    except OSError:
        for each in bound:
            each.close()
        raise
    return bound


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _speaks_ipv6() -> bool:
    """Tell whether this machine can listen on IPv6 at all."""
    if not socket.has_ipv6:
        return False
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False
