"""Wait for peers that call: sockets, admission and one task a link.

Callers are taken in a callback of the loop, not in a task: `sock_accept` cannot be given up in the
very moment in which somebody calls without losing that socket and raising in nobody's task.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import sys
from collections.abc import Callable, Coroutine, Iterable

from bastide.net.errors import BUSY, PeerError
from bastide.net.identity import Address
from bastide.net.links.channel import open_channel
from bastide.net.links.handshake import Listener as ListenerHandshake
from bastide.net.links.handshake import Myself
from bastide.net.links.link import Link
from bastide.net.links.rates import Admission, Guest
from bastide.net.links.tls import server_tls
from bastide.net.system_reasons import system_reason

_BACKLOG = 64
_AT_ONCE = 8
"""Callers that are taken before others of the program have their turn."""
_PORT_ATTEMPTS = 8
_SHUTDOWN_SECONDS = 1.0
_REST_SECONDS = 0.1
"""Pause after the system has refused a connection, such as for want of file handles."""
_POLL_SECONDS = 0.05
"""How often to look for callers where the loop cannot watch a socket (Windows)."""


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
        self._doors: dict[str, _Door] = {}
        self._hold: socket.socket | None = None
        self._is_closed = False
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
            hosts: local addresses to listen on; none for those alone that `move` names.

        Raises:
            PeerError: the port is in use, or may not be used.
        """
        bound = _bound(port, fixed, hosts)
        self.port = bound[0].getsockname()[1]
        if hosts:
            self._doors = {str(n): _Door(each, self._called) for n, each in enumerate(bound)}
        else:
            self._hold = bound[0]

    def move(self, hosts: Iterable[str]) -> None:
        """Listen on these local addresses alone, on the port that was opened without any.

        Args:
            hosts: addresses, link-local ones with the number of their interface.

        Raises:
            PeerError: one cannot be listened on; all others are.
        """
        wanted, fault = list(hosts), None
        for gone in self._doors.keys() - set(wanted):
            self._doors.pop(gone).close()
        for host in wanted:
            if host not in self._doors:
                try:
                    self._doors[host] = _Door(_server(host, self.port), self._called)
                except OSError as error:
                    fault = _unheard(host, error)
        if fault:
            raise fault

    async def close(self, code: str = "done") -> None:
        """Stop listening and close all links that came in."""
        self._is_closed = True
        while self._doors:
            self._doors.popitem()[1].close()
        if self._hold:
            self._hold.close()
        for link in list(self._links):
            link.close(code)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(2 * _SHUTDOWN_SECONDS):
                await asyncio.gather(*(each.wait_closed() for each in self._links))
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _spawn(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def _called(self, connection: socket.socket, address: Address) -> None:
        """Take a new connection, unless there is no place for it."""
        try:
            guest = self.admission.enter(address.host, asyncio.get_running_loop().time())
        except PeerError:
            connection.close()
            return
        # asyncio sets this on sockets that it made itself only; without it, two small frames
        # in a row wait 40 ms for each other.
        with contextlib.suppress(OSError):
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._unserved.add(connection)
        task = self._spawn(self._serve(connection, address, guest))
        guest.hang_up = task.cancel
        task.add_done_callback(lambda _: self._left(connection, guest))

    def _left(self, connection: socket.socket, guest: Guest) -> None:
        """Give back what a caller had, also one that was hung up on before it was served."""
        if connection in self._unserved:
            self._unserved.discard(connection)
            connection.close()
        self.admission.leave(guest)

    async def _serve(self, connection: socket.socket, address: Address, guest: Guest) -> None:
        self._unserved.discard(connection)
        link = await self._meet(connection, address, guest)
        if link and self._is_closed:  # meanwhile
            link.abort()
        elif link:
            self._links.add(link)
            self._on_link(link)
            await link.wait_closed()
            self._links.discard(link)

    async def _meet(self, connection: socket.socket, address: Address, guest: Guest) -> Link | None:
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
            self.admission.handshake_over(guest)
        return link


class _Door:
    """Takes all who call at one listening socket, until it is closed, and then nobody."""

    def __init__(
        self, server: socket.socket, called: Callable[[socket.socket, Address], None]
    ) -> None:
        """Open at once; `called` gets each connection, not blocking, and where it comes from."""
        self._server, self._called = server, called
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._is_watched = False
        server.setblocking(False)
        self._watch()

    def close(self) -> None:
        """Hang up on those who are waiting; the port is free."""
        self._unwatch()
        if self._timer:
            self._timer.cancel()
        self._server.close()

    def _watch(self) -> None:
        try:
            self._loop.add_reader(self._server, self._take)
            self._is_watched = True
        except NotImplementedError:
            self._take()
            self._timer = self._loop.call_later(_POLL_SECONDS, self._watch)

    def _unwatch(self) -> None:
        if self._is_watched:
            self._loop.remove_reader(self._server)
            self._is_watched = False

    def _take(self) -> None:
        """Take some of those who are waiting."""
        for _ in range(_AT_ONCE):
            try:
                connection, address = self._server.accept()
            except (BlockingIOError, InterruptedError):
                return
            except ConnectionAbortedError:
                continue
            except OSError:
                self._rest()
                return
            connection.setblocking(False)
            self._called(connection, Address(str(address[0]), int(address[1])))

    def _rest(self) -> None:
        """Leave callers waiting for a moment: we may be out of file handles."""
        if self._is_watched:
            self._unwatch()
            self._timer = self._loop.call_later(_REST_SECONDS, self._watch)


def _bound(port: int, fixed: bool, hosts: tuple[str, ...]) -> list[socket.socket]:
    """Return listening sockets on one port for every host."""
    wanted = [port] if fixed else [port] + [0] * _PORT_ATTEMPTS
    for candidate in wanted:
        with contextlib.suppress(OSError):
            return _bound_once(candidate, hosts)
    raise PeerError("Port {port} is in use; choose another.", code=BUSY, port=port)


def _bound_once(port: int, hosts: tuple[str, ...]) -> list[socket.socket]:
    if not hosts:
        return [_held(port)]
    first = _server(hosts[0], port)
    bound = [first]
    try:
        for host in hosts[1:]:
            if ":" in host and not _speaks_ipv6():
                continue
            bound.append(_server(host, first.getsockname()[1]))
    except OSError:
        for each in bound:
            each.close()
        raise
    return bound


def _held(port: int) -> socket.socket:
    """Return what keeps a port for us, and takes nobody who calls there."""
    end = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if sys.platform != "win32":  # as `create_server` does, so that both go together
            end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        end.bind(("", port))
    except OSError:
        end.close()
        raise
    return end


def _server(host: str, port: int) -> socket.socket:
    """Return what listens on a local address."""
    where, _, scope = host.partition("%")
    address = (where, port, 0, int(scope)) if scope else (where, port)
    return socket.create_server(address, family=_family(host), backlog=_BACKLOG)


def _unheard(host: str, error: OSError) -> PeerError:
    return PeerError(
        "Nobody can link to {address} here: {reason}.",
        address=host,
        reason=system_reason(error).partition(" (while")[0],
    )


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
