"""Signed heads: where each place says that it stands, and the barrier made of them.

A head says "I have verified all steps before this one, and this is the digest". The newest of each
place is kept, and passed on once. Before a place writes what reveals a secret it holds heads of all
others at exactly its own step and digest: so nothing is revealed on a history that another honest
place does not share.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol, cast

from bastide.core.encoding import EncodingError, dec, enc
from bastide.core.journal import Journal
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import verify
from bastide.net.messages import Head
from bastide.net.schema import Octets, Row, Whole


class Signs(Protocol):
    """Whatever signs for a place."""

    def sign(self, purpose: str, data: bytes) -> bytes:
        """Return the signature of data for a purpose."""
        ...


class Standing(NamedTuple):
    """What a head says: in this game this place is at this step, after this digest."""

    game: bytes
    place: int
    step: int
    digest: bytes


_SHAPE = Row(
    Standing,
    (Octets(32, 32), Whole(0, limits.SEATS - 1), Whole(0, limits.STEPS), Octets(32, 32)),
)


class Heads:
    """The newest head of each place of one game."""

    def __init__(self, game: bytes, keys: Sequence[bytes]) -> None:
        """Begin without any; `keys` are the identities by place."""
        self._game, self._keys = game, keys
        self._standing: dict[int, Standing] = {}
        self._signed: dict[int, Head] = {}

    def take(self, head: Head) -> Standing | None:
        """Check a head and keep it; None if one as new was there already.

        Raises:
            PeerError: malformed, or the signature is not that of its place.
        """
        standing = read_head(head)
        _, place, step, _ = standing
        if standing.game != self._game or place >= len(self._keys):
            raise PeerError("A head of another game came.", code=MALFORMED)
        known = self._standing.get(place)
        if known and known.step >= step:
            return None
        if not verify(self._keys[place], "head", head.body, head.signature):
            raise PeerError(
                "A head came whose signature is not that of seat {seat}.",
                code=SIGNATURE,
                seat=place + 1,
            )
        self._standing[place], self._signed[place] = standing, head
        return standing

    def sign(self, place: int, signer: Signs, journal: Journal) -> Head | None:
        """Return a new head of our own place for where the journal is; None if it is not new.

        An older one never follows: a head of ours that others kept shows that ours is an old copy.
        """
        standing = Standing(self._game, place, journal.step, journal.prev)
        known = self._standing.get(place)
        if known and known.step >= journal.step:
            return None
        body = enc(standing)
        head = Head(body, signer.sign("head", body))
        self._standing[place], self._signed[place] = standing, head
        return head

    def newest(self) -> list[Head]:
        """Return the newest head of each place that has one."""
        return [self._signed[place] for place in sorted(self._signed)]

    def lacking(self, journal: Journal, own: Collection[int]) -> tuple[int, ...]:
        """Return the places, our own left out, that have not said they stand where we do."""
        step, digest = journal.step, journal.prev
        others = [place for place in range(len(self._keys)) if place not in own]
        here = [Standing(self._game, place, step, digest) for place in others]
        return tuple(each.place for each in here if self._standing.get(each.place) != each)

    def furthest(self) -> int:
        """Return the latest step at which a place, ours included, has said that it stands."""
        return max((standing.step for standing in self._standing.values()), default=0)

    def differing(self, journal: Journal) -> Standing | None:
        """Return a head that contradicts the journal, or None."""
        for standing in self._standing.values():
            _, _, step, digest = standing
            if step <= journal.step and digest != journal.digest_before(step):
                return standing
        return None


def read_head(head: Head) -> Standing:
    """Return what a head says, its signature unverified.

    Raises:
        PeerError: it is malformed.
    """
    try:
        content = dec(head.body, limits.FRAME_BEFORE_AUTH)
    except EncodingError as error:
        raise PeerError("A malformed head came.", code=MALFORMED) from error
    return cast(Standing, _SHAPE.read(content, "head"))  # that shape makes a Standing
