"""Put TLS over a connected socket, in a way that can be given up at any moment.

asyncio would do both steps at once, but keeps the socket for a while when it is cancelled in
between. Here whoever gives up closes it.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from typing import cast

from bastide.net import limits
from bastide.net.links.link import Link

_SHUTDOWN_SECONDS = 1.0


class _Silence(asyncio.Protocol):
    """Reads nothing, so that all the other side sends is for TLS."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        cast(asyncio.Transport, transport).pause_reading()  # a stream, since we are a Protocol


class _Early(asyncio.Protocol):
    """Keeps what comes through the channel before the link has it."""

    def __init__(self) -> None:
        self._data = b""
        self._lost: list[Exception | None] = []

    def data_received(self, data: bytes) -> None:
        self._data += data

    def connection_lost(self, exc: Exception | None) -> None:
        self._lost.append(exc)

    def hand_over(self, channel: asyncio.Transport, link: Link) -> None:
        """Let the link have the channel, and what has come through it."""
        channel.set_protocol(link)
        link.connection_made(channel)
        if self._data:
            link.data_received(self._data)
        for exc in self._lost:
            link.connection_lost(exc)


async def open_channel(
    link: Link, end: socket.socket, context: ssl.SSLContext, *, is_server: bool
) -> None:
    """Open the TLS channel under a link; the socket is closed if it fails.

    Raises:
        OSError: the other side does not speak TLS, or is gone.
    """
    loop = asyncio.get_running_loop()
    if is_server:
        bare, _ = await loop.connect_accepted_socket(_Silence, end)
    else:
        bare, _ = await loop.create_connection(_Silence, sock=end)
    early = _Early()
    try:
        channel = await loop.start_tls(
            bare,
            early,
            context,
            server_side=is_server,
            server_hostname=None if is_server else "",
            ssl_handshake_timeout=limits.TLS_SECONDS,
            ssl_shutdown_timeout=_SHUTDOWN_SECONDS,
        )
    except BaseException:
        bare.abort()
        raise
    if channel is None:
        raise ConnectionAbortedError
    early.hand_over(channel, link)
