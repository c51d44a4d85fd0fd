"""One link to one peer: typed messages over TLS, with every limit in force.

A link begins with the handshake; once `peer` is set, messages flow both ways. Read them with
`async for message in link`: the loop ends when the link is over, and `fault` then says why, or is
None after an orderly close. Nothing that the other side does raises anything but a `PeerError`.

Pings, pongs and last words are handled here and do not come out. Reading pauses while the owner
is slow or the peer exceeds its rates; the peer's silence does not count meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import time
from collections import deque
from collections.abc import Callable
from typing import cast

from bastide.net import limits
from bastide.net.errors import (
    BUSY,
    MALFORMED,
    REFUSED,
    SIGNATURE,
    UNREACHABLE,
    PeerError,
    UsageError,
)
from bastide.net.identity import Address
from bastide.net.links.alive import Alive
from bastide.net.links.handshake import Handshake, Peer, told
from bastide.net.links.messages import Bye, Fault, Ping, Pong, WireMessage
from bastide.net.links.rates import Admission, Allowance
from bastide.net.links.tls import ALPN
from bastide.net.links.wire import FrameSplitter, decode, encode, frame

_CHECK_SECONDS = 1.0
_OFFENCES = frozenset({MALFORMED, SIGNATURE})
_WORDLESS = frozenset({UNREACHABLE, REFUSED})


class Link(asyncio.Protocol):
    """A channel to a peer that has proven its identity.

    Attributes:
        address: where the peer was dialled, or where it called from.
        dialled: whether this side opened the connection.
        fault: why the link ended, None while it lives and after an orderly close.
        bye: the code of an orderly close, whoever asked for it; else empty.
        round_trip: seconds of the last ping and its answer, None before the first.
        heard_at: loop time of the other side's last sign of life.
    """

    def __init__(
        self,
        handshake: Callable[[ssl.SSLObject], Handshake],
        address: Address,
        *,
        dialled: bool,
        admission: Admission | None = None,
    ) -> None:
        """Prepare for a connection; `dial` and `Listener` make links.

        Args:
            handshake: makes the handshake when the TLS channel stands.
            address: of the other end.
            dialled: whether this side opens the connection.
            admission: gets to know the peer's offences.
        """
        self.address = address
        self.dialled = dialled
        self.fault: PeerError | None = None
        self.bye = ""
        self.round_trip: float | None = None
        self.heard_at = 0.0
        self._pings = 0
        self._pinged_at = 0.0
        self._make_handshake = handshake
        self._admission = admission
        self._transport: asyncio.Transport | None = None
        self._handshake: Handshake | None = None
        self._known: Peer | None = None
        self._splitter = FrameSplitter()
        self._inbox: deque[WireMessage] = deque()
        self._stirred = asyncio.Event()
        self._over = asyncio.Event()
        self._answered = asyncio.Event()
        self._is_closing = False
        self._is_paused = False
        self._timer: asyncio.TimerHandle | None = None
        self._resume_timer: asyncio.TimerHandle | None = None

    # What the owner uses.

    @property
    def peer(self) -> Peer:
        """The other side; only after the handshake."""
        if self._known is None:
            raise UsageError("the other side of the link is not known yet")
        return self._known

    @property
    def transcript(self) -> bytes:
        """What both sides signed (32 bytes)."""
        return self._handshake.transcript if self._handshake else b""

    @property
    def is_open(self) -> bool:
        """Whether messages can be sent."""
        return self._known is not None and not self._is_closing

    def send(self, message: WireMessage) -> None:
        """Send a message; on a link that is over this does nothing.

        A peer that leaves more than 4 MiB unread is cut off.
        """
        if self.is_open:
            self._write(encode(message))

    def close(self, code: str = "done") -> None:
        """Say goodbye and close; what has arrived but was not read is dropped."""
        if self.is_open:
            self._write(encode(Bye(code)))
            self.bye = code
        self._inbox.clear()
        self._shut()

    def refuse(self, error: PeerError) -> None:
        """Close because of something that the other side did, and tell it.

        A malformed message or a bad signature counts against its address.
        """
        if self._is_closing:
            return
        self.fault = error
        if self._admission and error.code in _OFFENCES:
            self._admission.offend(self.address.host, self._now)
        if self._handshake is not None and error.code not in _WORDLESS:
            text = str(error).encode()[: limits.WHY_BYTES].decode(errors="ignore")
            self._write(encode(Fault(error.code[: limits.WORD_BYTES], text)))
        self._shut()
        if error.code == UNREACHABLE and self._transport:
            self._transport.abort()

    async def answers(self, seconds: float) -> bool:
        """Ask whether the other side is still there; tell whether anything comes in that time."""
        if not self.is_open or self._is_paused:  # paused: it sends more than we read
            return self.is_open
        self._answered.clear()
        self._ping()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._answered.wait()
        return self._answered.is_set() and self.is_open

    async def wait_closed(self) -> None:
        """Wait until the connection is gone."""
        await self._over.wait()

    def __aiter__(self) -> Link:
        """Iterate over the messages that arrive."""
        return self

    async def __anext__(self) -> WireMessage:
        """Return the next message; stop when the link is over."""
        while not self._inbox:
            if self._over.is_set() or self._is_closing:
                raise StopAsyncIteration
            self._stirred.clear()
            await self._stirred.wait()
        message = self._inbox.popleft()
        is_roomy = len(self._inbox) <= limits.UNREAD_MESSAGES // 2
        if self._is_paused and is_roomy and not self._resume_timer:
            self._resume()
        return message

    async def authenticated(self) -> None:
        """Wait for the end of the handshake.

        Raises:
            PeerError: it failed, or took longer than 5 s.
        """
        try:
            async with asyncio.timeout(limits.HELLO_SECONDS):
                while self._known is None and not self._over.is_set() and not self.fault:
                    self._stirred.clear()
                    await self._stirred.wait()
        except TimeoutError:
            self.refuse(PeerError("The other side does not say who it is.", code=UNREACHABLE))
        if self._known is None and not self.fault:
            self.fault = PeerError("The connection was closed.", code=UNREACHABLE)
        if self.fault:
            raise self.fault

    def abort(self) -> None:
        """Drop the connection without a word."""
        self._shut()
        if self._transport:
            self._transport.abort()

    # What asyncio calls.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin the handshake."""
        self._transport = cast(asyncio.Transport, transport)  # a stream, since we are a Protocol
        self._allowance = Allowance(self._now)
        self._alive = Alive(self._now)
        channel: ssl.SSLObject = transport.get_extra_info("ssl_object")
        if channel.selected_alpn_protocol() != ALPN:
            self.refuse(PeerError("The other side does not speak bastide's protocol."))
            return
        self._handshake = self._make_handshake(channel)
        for payload in self._handshake.start():
            self._write(payload)

    def data_received(self, data: bytes) -> None:
        """Take what arrived."""
        if self._is_closing:
            return
        now = self._now
        self.heard_at = now
        self._answered.set()
        self._alive.heard(now)
        self._allowance.read(len(data), now)
        self._splitter.feed(data)
        self._drain()

    def connection_lost(self, exc: Exception | None) -> None:
        """Note the end; one that the other side makes is its last sign of life."""
        if not self._is_closing and (exc is None or isinstance(exc, ConnectionError)):
            self.heard_at = self._now
        if not self.fault and not self.bye and not self._is_closing:
            self.fault = PeerError("The connection broke.", code=UNREACHABLE)
        self._shut()
        self._over.set()
        self._stirred.set()

    # Inside.

    @property
    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    def _write(self, payload: bytes) -> None:
        transport = self._transport
        if transport is None or self._is_closing:
            return
        transport.write(frame(payload))
        if transport.get_write_buffer_size() > limits.OUTPUT_BYTES:
            self.fault = PeerError("The other side does not read what it is sent.", code=BUSY)
            self.abort()

    def _shut(self) -> None:
        self._is_closing = True
        for timer in (self._timer, self._resume_timer):
            if timer:
                timer.cancel()
        self._stirred.set()
        self._answered.set()
        if self._transport:
            if self._is_paused:  # else asyncio waits for ever if the other side has hung up
                self._is_paused = False
                self._transport.resume_reading()
            self._transport.close()

    def _drain(self) -> None:
        """Handle whole frames until there is none, or the owner has enough to read."""
        is_new = False
        try:
            while not self._is_closing and not self._is_full:
                payload = self._splitter.next_payload()
                if payload is None:
                    break
                is_new = True
                self._take(payload)
        except PeerError as error:
            self.refuse(error)
            return
        self._alive.frame(self._splitter.is_inside_frame, is_new, self._now)
        self._pause_if_due()

    @property
    def _is_full(self) -> bool:
        return len(self._inbox) >= limits.UNREAD_MESSAGES

    def _take(self, payload: bytes) -> None:
        if self._known is None:
            self._shake_hands(payload)
            return
        before = time.thread_time()
        message = decode(payload)
        self._allowance.message(time.thread_time() - before, self._now)
        match message:
            case Ping(number):
                self.send(Pong(number))
            case Pong(number) if number == self._pings:
                self.round_trip = self._now - self._pinged_at
            case Pong():
                pass  # it answers no ping, or not the last one: a sign of life and no more
            case Bye(code):
                self.bye = code or "done"
                self._shut()
            case Fault():
                self.fault = told(message)
                self._shut()
            case _:
                self._inbox.append(message)
                self._stirred.set()

    def _shake_hands(self, payload: bytes) -> None:
        handshake = self._handshake
        if handshake is None:
            return
        for answer in handshake.receive(payload):
            self._write(answer)
        if handshake.peer is not None:
            self._known = handshake.peer
            self._splitter.limit = limits.FRAME_AFTER_AUTH
            self._timer = asyncio.get_running_loop().call_later(_CHECK_SECONDS, self._check)
            self._stirred.set()
            self._ping()

    def _ping(self) -> None:
        self._pings += 1
        self._pinged_at = self._now
        self.send(Ping(self._pings))

    def _check(self) -> None:
        now = self._now
        if self._is_paused:
            self._alive.not_listening(now)
        try:
            if self._alive.check(now):
                self._ping()
        except PeerError as error:
            self.refuse(error)
            return
        if not self._is_closing:
            self._timer = asyncio.get_running_loop().call_later(_CHECK_SECONDS, self._check)

    def _pause_if_due(self) -> None:
        """Stop reading if the peer is too fast or the owner too slow; go on by itself later."""
        if self._is_closing or self._transport is None:
            return
        pause = self._allowance.pause(self._now)
        if pause > 0 and not self._resume_timer:
            self._resume_timer = asyncio.get_running_loop().call_later(pause, self._end_pause)
        if pause > 0 or self._is_full:
            self._is_paused = True
            self._transport.pause_reading()

    def _end_pause(self) -> None:
        self._resume_timer = None
        self._resume()

    def _resume(self) -> None:
        if self._is_closing or self._transport is None:
            return
        self._is_paused = False
        self._drain()
        if not self._is_paused and not self._is_closing:
            self._transport.resume_reading()


def keeps_new(own: bytes, peer: bytes, old_dialled: bool, new_dialled: bool) -> bool:
    """Tell which of two links to one peer is kept; the other is closed with `bye`.

    Of two that were dialled from both sides, the one that the smaller identity dialled is kept:
    both sides come to the same answer. Of two from one side the new one is, since that side
    knows that the old one is gone.

    Args:
        own: our key.
        peer: the key of the other side of both links.
        old_dialled: whether we dialled the link that we have.
        new_dialled: whether we dialled the link that has just come.
    """
    if old_dialled == new_dialled:
        return True
    return new_dialled == (own < peer)
