"""Who a peer is: keys, signatures, addresses and tickets.

An identity is an Ed25519 public key. Its text form is 52 characters of lower-case base32.
"""

from __future__ import annotations

import base64
import hmac
import os
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from bastide.core.encoding import tagged_hash
from bastide.net.errors import IDENTITY, PeerError, UsageError
from bastide.net.limits import HOST_BYTES
from bastide.net.names import check_name as check_name
from bastide.net.names import fit_name as fit_name
from bastide.net.names import plain_text as plain_text
from bastide.net.names import player_name as player_name
from bastide.net.names import table_name as table_name

KEY_BYTES = 32
SIGNATURE_BYTES = 64
TEXT_CHARACTERS = 52
PURPOSES = frozenset(
    {"hs-server", "hs-client", "accept", "sign-entry", "head", "held", "chat", "leave"}
)

_FIELD = 2**255 - 19
_SMALL_ORDER = frozenset(
    {
        0,
        1,
        _FIELD - 1,
        0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826,
        0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7,
    }
)
_SCHEME = "bastide://"


class Identity:
    """A key pair that signs; the seed is all there is to keep."""

    __slots__ = ("_private", "key", "seed")

    def __init__(self, seed: bytes) -> None:
        """Derive the key pair from a seed of 32 bytes."""
        if len(seed) != KEY_BYTES:
            raise UsageError(f"a seed has {KEY_BYTES} bytes, not {len(seed)}")
        self.seed = seed
        self._private = Ed25519PrivateKey.from_private_bytes(seed)
        self.key: bytes = self._private.public_key().public_bytes_raw()

    @classmethod
    def create(cls) -> Identity:
        """Return a fresh identity."""
        return cls(os.urandom(KEY_BYTES))

    @property
    def text(self) -> str:
        """The public key in base32."""
        return key_text(self.key)

    def sign(self, purpose: str, data: bytes) -> bytes:
        """Return the signature (64 bytes) of data for one of `PURPOSES`."""
        return self._private.sign(_purposeful(purpose, data))

    def secret(self, label: bytes) -> bytes:
        """Return a secret (32 bytes) of this identity for one purpose, always the same."""
        return hmac.digest(self.seed, tagged_hash("secret", label), "sha256")

    def __repr__(self) -> str:
        """Name the key, never the seed."""
        return f"<Identity …{last_four(self.key)}>"


def master_secret(identity: Identity, game_id: bytes) -> bytes:
    """Return the master secret (32 bytes) of an identity's place in a game.

    It comes from the identity, so that a seat can be taken again when a copy of the data folder
    from before the game is all that is left.
    """
    return identity.secret(b"master" + game_id)


def verify(key: bytes, purpose: str, data: bytes, signature: bytes) -> bool:
    """Tell whether a signature is by this key, for this purpose and this data."""
    if len(signature) != SIGNATURE_BYTES or len(key) != KEY_BYTES:
        return False
    try:
        _public(key).verify(signature, _purposeful(purpose, data))
    except InvalidSignature:
        return False
    return True


@lru_cache(maxsize=256)
def _public(key: bytes) -> Ed25519PublicKey:
    return Ed25519PublicKey.from_public_bytes(key)


def _purposeful(purpose: str, data: bytes) -> bytes:
    if purpose not in PURPOSES:
        raise UsageError(f"{purpose!r} is not a purpose of signatures")
    return b"bastide/" + purpose.encode("ascii") + b"/v1\x00" + data


def is_weak(key: bytes) -> bool:
    """Tell whether anybody could sign for a key, or the key is no point in lowest form."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    return len(key) != KEY_BYTES or y >= _FIELD or y in _SMALL_ORDER


def check_key(key: bytes) -> bytes:
    """Return a key that may be an identity.

    Raises:
        PeerError: the wrong length, or a weak key: its owner could deny every signature.
    """
    if len(key) != KEY_BYTES:
        raise PeerError("An identity has 32 bytes, not {size}.", code=IDENTITY, size=len(key))
    if is_weak(key):
        raise PeerError("That identity is a weak key, which anybody could use.", code=IDENTITY)
    return key


def key_text(key: bytes) -> str:
    """Return the text form of a key: 52 characters of lower-case base32."""
    return base64.b32encode(key).decode("ascii").rstrip("=").lower()


def parse_key(text: str) -> bytes:
    """Return the key of a text form.

    Raises:
        PeerError: not exactly the text form of a key that may be an identity.
    """
    if len(text) != TEXT_CHARACTERS:
        raise PeerError(
            "An identity has {most} characters, not {n}: copy all of it.",
            code=IDENTITY,
            most=TEXT_CHARACTERS,
            n=len(text),
        )
    key = _decoded(text)
    if key is None:
        raise PeerError(
            "An identity holds nothing but small letters from a to z and digits from 2 to 7: "
            "copy it again.",
            code=IDENTITY,
        )
    if key_text(key) != text:  # its last character holds bits that no key has
        raise PeerError("That identity is mistyped: copy it again.", code=IDENTITY)
    return check_key(key)


def _decoded(text: str) -> bytes | None:
    if not text.isascii() or text != text.lower():
        return None
    try:
        return base64.b32decode(text.upper() + "====")
    except ValueError:
        return None


def last_four(key: bytes) -> str:
    """Return the four characters that are shown beside a name."""
    return key_text(key)[-4:]


class Address(NamedTuple):
    """Where a peer may listen; `host` is a name or an address, IPv6 without brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        """Return `host:port`, IPv6 in brackets."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


class Ticket(NamedTuple):
    """An address with the identity that must answer there."""

    key: bytes
    address: Address

    def __str__(self) -> str:
        """Return `bastide://<identity>@<host>:<port>`."""
        return f"{_SCHEME}{key_text(self.key)}@{self.address}"


def is_ticket(text: str) -> bool:
    """Tell whether a text means to be a ticket, rather than an address or a name."""
    return text.strip().lower().startswith(_SCHEME)


def parse_ticket(text: str) -> Ticket:
    """Read `bastide://<identity>@<host>:<port>`; capitals in the identity are forgiven.

    Raises:
        PeerError: it is not a whole ticket.
    """
    text = text.strip()
    identity, at, address = text[len(_SCHEME) :].partition("@")
    if not is_ticket(text) or not at:
        raise PeerError("A ticket looks like bastide://<identity>@<host>:<port>.")
    return Ticket(parse_key(identity.lower()), parse_address(address))


def parse_address(text: str) -> Address:
    """Read `host:port`; an IPv6 address stands in brackets.

    Raises:
        PeerError: no host, or no port from 1 to 65535.
    """
    host, colon, port = text.strip().rpartition(":")
    if host.startswith("[") and host.endswith("]"):
        host = _checked_ipv6(host[1:-1])
    elif ":" in host:
        raise PeerError("An IPv6 address stands in brackets: [fe80::1%eth0]:47100.")
    if not colon or not is_host(host):
        raise PeerError("An address looks like host:port, as in 192.168.1.20:47100.")
    if not (port.isascii() and port.isdigit() and len(port) <= 5 and 1 <= int(port) <= 65535):
        raise PeerError("A port is a number from 1 to 65535.")
    return Address(host, int(port))


def is_host(host: str) -> bool:
    """Tell whether a text could be a host: not empty, no blanks, nothing that is not printed."""
    unfit = any(each in "[]@/" or each.isspace() or not each.isprintable() for each in host)
    return bool(host) and len(host.encode(errors="surrogatepass")) <= HOST_BYTES and not unfit


def _checked_ipv6(host: str) -> str:
    try:
        found = IPv6Address(host)
    except ValueError:
        raise PeerError("{host} is not an IPv6 address.", host=host[:64]) from None
    if found.is_link_local and not found.scope_id:
        raise PeerError(
            "{host} is there on each network card: add the one that leads there, as in "
            "[{host}%eth0]:47100.",
            host=host,
        )
    return host


def is_address_like(text: str) -> bool:
    """Tell whether a text means to be an address or a ticket, right or wrong; else it is a name."""
    text = text.strip()
    try:
        ip_address(text)
    except ValueError:
        _, colon, port = text.rpartition(":")
        return is_ticket(text) or text.startswith("[") or (bool(colon) and port.isdecimal())
    return True
