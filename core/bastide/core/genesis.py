"""The genesis: what all players of a game signed before it began (docs/protocol.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from bastide.core.encoding import EncodingError, dec, enc, tagged_hash
from bastide.core.options import OptionValue

PROTOCOL = 1
MAX_GENESIS = 16 * 1024
LEAST_LINKED = 2
"""Fewest seats of a table between computers; at one computer one may play alone."""
MAX_WORD = 64
"""Bytes of the id of a plugin, and of its version."""
DEALS = ("veil", "open", "local")
SPECTATORS = ("no", "ask", "yes")

VerifySignature = Callable[[bytes, str, bytes, bytes], bool]
"""(public key, purpose, data, signature) -> whether the signature holds."""


class JournalError(ValueError):
    """Something in a genesis, an entry or a file is not as it must be."""


class Seat(NamedTuple):
    """A place at the table: the public key that signs for it, and a display name."""

    identity: bytes
    name: str


class Extension(NamedTuple):
    """An active expansion or variant."""

    name: str
    version: str
    rules_id: bytes


_KEYS = frozenset(
    ("p", "game", "gv", "rules", "ext", "opt", "seats", "deal", "rounds", "spec", "nonce", "cont")
)


@dataclass(frozen=True, slots=True)
class Genesis:
    """What all players of a game signed before it began.

    `data` are the signed bytes; everything else is read from them. `seed` only at a local table.
    """

    data: bytes
    game_id: bytes
    game: str
    version: str
    rules_id: bytes
    extensions: tuple[Extension, ...]
    options: tuple[tuple[str, OptionValue], ...]
    seats: tuple[Seat, ...]
    deal: str
    rounds: int
    spectators: str
    nonce: bytes
    seed: bytes = b""

    @property
    def local(self) -> bool:
        """Whether one device plays all seats."""
        return self.deal == "local"

    @property
    def names(self) -> tuple[str, ...]:
        """The names to show, by place, told apart; what was signed is in `seats`."""
        return distinct(seat.name for seat in self.seats)

    @property
    def keyed(self) -> tuple[bytes, ...]:
        """The identities that must accept, in the order of their signatures."""
        return (self.seats[0].identity,) if self.local else tuple(s.identity for s in self.seats)


def distinct(names: Iterable[str]) -> tuple[str, ...]:
    """Return names that differ: the second Ada is `Ada 2`; who comes first keeps a name."""
    shown: list[str] = []
    for name in names:
        number, free = 1, name
        while free in shown:
            number += 1
            free = f"{name} {number}"
        shown.append(free)
    return tuple(shown)


def make_genesis(
    *,
    game: str,
    version: str,
    rules_id: bytes,
    extensions: Iterable[Extension],
    options: Mapping[str, OptionValue],
    seats: Iterable[Seat],
    deal: str,
    nonce: bytes,
    spectators: str = "no",
    rounds: int = 64,
    seed: bytes = b"",
) -> Genesis:
    """Return a new genesis; every argument is as in `Genesis`."""
    content: dict[str, object] = {
        "p": PROTOCOL,
        "game": game,
        "gv": version,
        "rules": rules_id,
        "ext": [list(extension) for extension in extensions],
        "opt": dict(options),
        "seats": [list(seat) for seat in seats],
        "deal": deal,
        "rounds": rounds,
        "spec": spectators,
        "nonce": nonce,
        "cont": None,
    }
    if deal == "local":
        content["seed"] = seed
    return parse_genesis(enc(content))


def parse_genesis(data: bytes) -> Genesis:
    """Return the genesis that the bytes hold.

    Raises:
        JournalError: malformed, another protocol version, or a rule of the genesis is broken.
    """
    try:
        return _parse(data, dec(data, MAX_GENESIS))
    except (EncodingError, JournalError) as error:
        raise JournalError(f"the genesis: {error}") from error


def _parse(data: bytes, content: object) -> Genesis:
    if not isinstance(content, dict):
        raise JournalError("it does not have the form of protocol version 1")
    version = content.get("p")
    _need(type(version) is int and version == PROTOCOL, "it is not of protocol version 1")
    keys = _KEYS | ({"seed"} if content.get("deal") == "local" else set())
    _need(set(content) == keys, "it does not have the keys of protocol version 1")
    genesis = _genesis(data, content)
    _check(genesis, content["cont"])
    return genesis


def _genesis(data: bytes, content: dict[str, Any]) -> Genesis:
    """Return what a map with the right keys holds, every value of the right type."""
    return Genesis(
        data=data,
        game_id=tagged_hash("game", data),
        game=text_of(content["game"], MAX_WORD),
        version=text_of(content["gv"], MAX_WORD),
        rules_id=bytes_of(content["rules"], 32),
        extensions=tuple(_extension(each) for each in list_of(content["ext"])),
        options=_options(content["opt"]),
        seats=tuple(_seat(each) for each in list_of(content["seats"])),
        deal=text_of(content["deal"], MAX_WORD),
        rounds=_int(content["rounds"]),
        spectators=text_of(content["spec"], MAX_WORD),
        nonce=bytes_of(content["nonce"], 32),
        seed=bytes_of(content["seed"], 32) if "seed" in content else b"",
    )


def _check(genesis: Genesis, continues: object) -> None:
    """Check the rules of a genesis (docs/protocol.md, lobby and genesis)."""
    _need(genesis.deal in DEALS, "unknown way of dealing")
    _need(genesis.spectators in SPECTATORS, "unknown rule for spectators")
    _need(1 <= genesis.rounds <= 128, "proof rounds must be 1 to 128")
    _need(continues is None, "it continues another game, which this version cannot do")
    _need(1 <= len(genesis.seats) <= 6, "a table has 1 to 6 seats")
    linked = len(genesis.seats) >= LEAST_LINKED
    _need(genesis.local or linked, "a table of several computers has 2 to 6 seats")
    keys = len({seat.identity for seat in genesis.seats})
    fitting = 1 if genesis.local else len(genesis.seats)
    _need(keys == fitting, "each seat needs a key of its own, those of a local table one")


def _extension(value: object) -> Extension:
    name, version, rules_id = list_of(value, 3)
    return Extension(text_of(name, MAX_WORD), text_of(version, MAX_WORD), bytes_of(rules_id, 32))


def _seat(value: object) -> Seat:
    identity, name = list_of(value, 2)
    return Seat(bytes_of(identity, 32), text_of(name, 40))


def _options(value: object) -> tuple[tuple[str, OptionValue], ...]:
    _need(isinstance(value, dict), "options that are no map")
    options = cast("dict[str, object]", value)  # a map of the canonical form has text keys
    out: list[tuple[str, OptionValue]] = []
    for key, each in sorted(options.items()):
        if not isinstance(each, bool | int | str):
            raise JournalError(f"the option {key!r} is neither number nor text")
        out.append((key, each))
    return tuple(out)


def _int(value: object) -> int:
    if type(value) is not int:
        raise JournalError("a field that must be a number is not")
    return value


def check_accepts(genesis: Genesis, accepts: tuple[bytes, ...], verify: VerifySignature) -> None:
    """Check the signatures under a genesis.

    Raises:
        JournalError: one is missing or does not hold.
    """
    keys = genesis.keyed
    if len(accepts) != len(keys):
        raise JournalError(
            f"the genesis: {len(keys)} signatures are needed, {len(accepts)} are there"
        )
    for place, (key, signature) in enumerate(zip(keys, accepts, strict=True)):
        if type(signature) is not bytes or not verify(key, "accept", genesis.game_id, signature):
            raise JournalError(f"the genesis: the signature of seat {place + 1} does not hold")


def _need(holds: bool, fault: str) -> None:
    if not holds:
        raise JournalError(fault)


def bytes_of(value: object, length: int) -> bytes:
    """Return decoded bytes of a length.

    Raises:
        JournalError: it is something else.
    """
    if not isinstance(value, bytes) or len(value) != length:
        raise JournalError(f"a field that must be {length} bytes is not")
    return value


def text_of(value: object, most: int) -> str:
    """Return decoded text of 1 to `most` bytes.

    Raises:
        JournalError: it is something else.
    """
    if not isinstance(value, str) or not 0 < len(value.encode()) <= most:
        raise JournalError(f"a field that must be text of 1 to {most} bytes is not")
    return value


def list_of(value: object, length: int = -1) -> list[object]:
    """Return a decoded array, of a length if one is given.

    Raises:
        JournalError: it is something else.
    """
    if not isinstance(value, list) or length not in (-1, len(value)):
        raise JournalError("a field that must be an array is not, or not of the right length")
    return value
