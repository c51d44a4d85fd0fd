"""How two peers make sure of each other on a fresh TLS channel, without sockets.

TLS proves that the other end holds the key of the listener's certificate, and nothing about who
that is. So both identities sign a transcript that has the certificate's hash in it:

    dialler  -> listener   hello (versions, key, nonce, name)
    listener -> dialler    hello (version,  key, nonce, name), then auth (its signature)
    dialler  -> listener   auth (its signature)

Payloads go in by `receive`, payloads to send come out of `start` and `receive`. `peer` is None
until the other side is known. The dialler signs only after it has checked the listener. Every
fault is a `PeerError`, and the link is to be closed.
"""

from __future__ import annotations

import os
import re
from typing import NamedTuple, cast

from bastide.core.encoding import tagged_hash
from bastide.net import limits
from bastide.net.errors import IDENTITY, MALFORMED, REFUSED, SIGNATURE, TWICE, PeerError
from bastide.net.finding.likely import bare
from bastide.net.identity import Identity, check_key, is_host, last_four, verify
from bastide.net.links.messages import (
    AUTH,
    DIALLER_HELLO,
    LISTENER_HELLO,
    SHAPES,
    Auth,
    DiallerHello,
    Fault,
    HandshakeMessage,
    ListenerHello,
)
from bastide.net.links.schema import Fields
from bastide.net.links.wire import pack_fields, unpack_fields

VERSIONS = (1,)
_NONCE_BYTES = 32
_RUN_BYTES = 8
_RUN = re.compile(r" run/([0-9a-f]{16})$")


class Peer(NamedTuple):
    """The other side of a link, proven: its key, the name it gives itself, its program."""

    key: bytes
    name: str
    app: str

    @property
    def run(self) -> str:
        """Which running program it is, of several with one key; "" if an older one does not say."""
        found = _RUN.search(self.app)
        return found[1] if found else ""


class Myself(NamedTuple):
    """This side of a link."""

    identity: Identity
    name: str
    app: str


def app_of_this_run(program: str) -> str:
    """Return what a program calls itself, with a random number of its own for as long as it runs.

    It is in the one field of a hello that is free text, so that older peers take it.
    """
    run = f" run/{os.urandom(_RUN_BYTES).hex()}"
    return program[: limits.WORD_BYTES - len(run)] + run


class Dialler:
    """The side that opened the connection."""

    def __init__(
        self,
        me: Myself,
        certificate_hash: bytes,
        expected: bytes | None = None,
        nonce: bytes | None = None,
    ) -> None:
        """Prepare to speak.

        Args:
            me: who dials.
            certificate_hash: SHA-256 of the listener's certificate in DER, from the TLS session.
            expected: the only key that may answer, if one is known.
            nonce: 32 bytes, fresh ones by default.
        """
        self.peer: Peer | None = None
        self.transcript = b""
        self._me = me
        self._certificate_hash = certificate_hash
        self._expected = expected
        self._nonce = nonce or os.urandom(_NONCE_BYTES)
        self._sent = b""
        self._hello: ListenerHello | None = None

    def start(self) -> list[bytes]:
        """Return the first payload."""
        me = self._me
        hello = DiallerHello(VERSIONS, me.identity.key, self._nonce, me.name, me.app)
        self._sent = pack_fields("hello", DIALLER_HELLO, hello)
        return [self._sent]

    def receive(self, payload: bytes) -> list[bytes]:
        """Take a payload of the listener; return what to answer.

        Raises:
            PeerError: the listener is not to be talked to.
        """
        if self._hello is None:
            return self._take_hello(payload)
        return self._take_auth(payload, self._hello)

    def _take_hello(self, payload: bytes) -> list[bytes]:
        hello = cast(ListenerHello, _read(payload, "hello", LISTENER_HELLO))
        _check_other(self._me, hello.key)
        if hello.version not in VERSIONS:
            raise _no_common_version(str(hello.version))
        if self._expected not in (None, hello.key):
            raise PeerError(
                "Another player answers there: the key ends in {ending}, not as the ticket says.",
                code=IDENTITY,
                ending=last_four(hello.key),
            )
        self._hello = hello
        self.transcript = transcript(self._certificate_hash, self._sent, payload)
        return []

    def _take_auth(self, payload: bytes, hello: ListenerHello) -> list[bytes]:
        _check_auth(payload, hello.key, "hs-server", self.transcript)
        self.peer = Peer(hello.key, hello.name, hello.app)
        signature = self._me.identity.sign("hs-client", self.transcript)
        return [pack_fields("auth", AUTH, Auth(signature))]


class Listener:
    """The side that was called."""

    def __init__(self, me: Myself, certificate_hash: bytes, nonce: bytes | None = None) -> None:
        """Prepare to answer.

        Args:
            me: who listens.
            certificate_hash: SHA-256 of our own certificate in DER.
            nonce: 32 bytes, fresh ones by default.
        """
        self.peer: Peer | None = None
        self.transcript = b""
        self._me = me
        self._certificate_hash = certificate_hash
        self._nonce = nonce or os.urandom(_NONCE_BYTES)
        self._hello: DiallerHello | None = None

    def start(self) -> list[bytes]:
        """Return nothing: the dialler speaks first."""
        return []

    def receive(self, payload: bytes) -> list[bytes]:
        """Take a payload of the dialler; return what to answer.

        Raises:
            PeerError: the dialler is not to be talked to.
        """
        if self._hello is None:
            return self._take_hello(payload)
        _check_auth(payload, self._hello.key, "hs-client", self.transcript)
        self.peer = Peer(self._hello.key, self._hello.name, self._hello.app)
        return []

    def _take_hello(self, payload: bytes) -> list[bytes]:
        hello = cast(DiallerHello, _read(payload, "hello", DIALLER_HELLO))
        _check_other(self._me, hello.key)
        version = max(set(VERSIONS).intersection(hello.versions), default=0)
        if not version:
            raise _no_common_version(", ".join(str(each) for each in hello.versions))
        self._hello = hello
        me = self._me
        answer = ListenerHello(version, me.identity.key, self._nonce, me.name, me.app)
        sent = pack_fields("hello", LISTENER_HELLO, answer)
        self.transcript = transcript(self._certificate_hash, payload, sent)
        signature = me.identity.sign("hs-server", self.transcript)
        return [sent, pack_fields("auth", AUTH, Auth(signature))]


Handshake = Dialler | Listener


def transcript(certificate_hash: bytes, dialler_hello: bytes, listener_hello: bytes) -> bytes:
    """Return what both sides sign: the hash of the channel and of both hellos."""
    return tagged_hash("hs", certificate_hash, dialler_hello, listener_hello)


def _read(payload: bytes, expected: str, shape: Fields) -> HandshakeMessage:
    kind, fields = unpack_fields(payload, limits.FRAME_BEFORE_AUTH)
    if kind == "err":
        fault = cast(Fault, SHAPES["err"].read(fields, kind))  # that shape makes a Fault
        raise told(fault)
    if kind != expected:
        raise PeerError(
            "The other side says {kind}, where {expected} is due.",
            code=MALFORMED,
            kind=kind[:32],
            expected=expected,
        )
    return cast(HandshakeMessage, shape.read(fields, kind))  # the caller passes such a shape


def told(fault: Fault) -> PeerError:
    """Return the error of a link that the other side closes with its last words."""
    text = "".join(each if each.isprintable() else "?" for each in fault.text[:200])
    if fault.code == TWICE:
        return _used_twice(text.partition(" ")[0])
    return PeerError("The other side refuses: {text}", code=REFUSED, text=text)


def refusal_of_copy(host: str) -> PeerError:
    """Return why a link is refused whose key another program uses, which is linked from a host.

    The host comes first, so that whoever is refused can say it in the own language.
    """
    return PeerError(
        "{address} is linked with this key already: one of the two programs has to end.",
        code=TWICE,
        address=bare(host),
    )


def _used_twice(host: str) -> PeerError:
    return PeerError(
        "Your key is in use at {address}, too: end one of the two programs.",
        code=TWICE,
        address=host if is_host(host) else "?",
    )


def _check_other(me: Myself, key: bytes) -> None:
    if key == me.identity.key:
        raise PeerError("That is this player's own identity.", code=IDENTITY)
    check_key(key)


def _check_auth(payload: bytes, key: bytes, purpose: str, signed: bytes) -> None:
    auth = cast(Auth, _read(payload, "auth", AUTH))
    if not verify(key, purpose, signed, auth.signature):
        raise PeerError("The other side cannot prove who it is.", code=SIGNATURE)


def _no_common_version(theirs: str) -> PeerError:
    return PeerError(
        "The other side speaks version {theirs} of the protocol, this program {ours}.",
        code="version",
        theirs=theirs,
        ours=", ".join(str(each) for each in VERSIONS),
    )
