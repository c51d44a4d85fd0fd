"""Signed heads: where each place says that it stands, and the barrier made of them.

A head says "I have verified all steps before this one, and this is the digest". The newest of each
place is passed on once. Before a place writes what reveals a secret it holds heads of all others at
exactly its own step and digest: so nothing is revealed on a history that another honest place does
not share. Those of the last steps are kept: two that one place signs for one step are evidence, and
one that contradicts our journal shows that there is another history.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol, cast

from bastide.core.encoding import enc
from bastide.core.journal import Journal
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import verify
from bastide.net.links.messages import Head
from bastide.net.links.schema import Octets, Row, Whole, read_encoded


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


class Taken(NamedTuple):
    """What a head brought: whether it is the newest of its place, and one that it contradicts."""

    is_new: bool = False
    rival: Head | None = None


class Heads:
    """The newest heads of each place of one game, some steps back."""

    def __init__(self, game: bytes, keys: Sequence[bytes]) -> None:
        """Begin without any; `keys` are the identities by place."""
        self._game, self._keys = game, keys
        self._kept: dict[int, dict[int, tuple[Standing, Head]]] = {}
        self._newest: dict[int, Standing] = {}
        self._doubtful: set[tuple[int, int]] = set()

    def take(self, head: Head, journal: Journal) -> Taken:
        """Check a head, and keep it if it says something new.

        One that is old and on our history is dropped before its signature is looked at.

        Raises:
            PeerError: malformed, or the signature is not that of its place.
        """
        standing = read_head(head)
        _, place, step, _ = standing
        if standing.game != self._game or place >= len(self._keys):
            raise PeerError("A head of another game came.", code=MALFORMED)
        known, newest = self._kept.get(place, {}).get(step), self._newest.get(place)
        is_new = newest is None or step > newest.step
        if known and known[0] == standing:
            return Taken()
        if not is_new and not known and not _differs(standing, journal):
            return Taken()
        if not verify(self._keys[place], "head", head.body, head.signature):
            raise PeerError(
                "A head came whose signature is not that of seat {seat}.",
                code=SIGNATURE,
                seat=place + 1,
            )
        if known:
            return Taken(rival=known[1])
        self._keep(standing, head)
        return Taken(is_new)

    def _keep(self, standing: Standing, head: Head) -> None:
        _, place, step, _ = standing
        kept = self._kept.setdefault(place, {})
        kept[step] = standing, head
        self._doubtful.add((place, step))
        if len(kept) > limits.HEADS_KEPT:
            oldest = min(kept)
            del kept[oldest]
            self._doubtful.discard((place, oldest))
        self._newest[place] = kept[max(kept)][0]

    def sign(self, place: int, signer: Signs, journal: Journal) -> Head | None:
        """Return a new head of our own place for where the journal is; None if it is not new.

        An older one never follows: a head of ours that others kept shows that ours is an old copy.
        """
        newest = self._newest.get(place)
        if newest and newest.step >= journal.step:
            return None
        standing = Standing(self._game, place, journal.step, journal.prev)
        head = signed_head(standing, signer)
        self._keep(standing, head)
        return head

    def newest(self) -> list[Head]:
        """Return the newest head of each place that has one."""
        places = sorted(self._newest.items())
        return [self._kept[place][standing.step][1] for place, standing in places]

    def at(self, place: int, step: int) -> tuple[Standing, Head] | None:
        """Return the head of a place for a step, if it is kept."""
        return self._kept.get(place, {}).get(step)

    def lacking(self, journal: Journal, own: Collection[int]) -> tuple[int, ...]:
        """Return the places, our own left out, that have not said they stand where we do."""
        others = [place for place in range(len(self._keys)) if place not in own]
        kept = [(place, self.at(place, journal.step)) for place in others]
        return tuple(n for n, head in kept if not head or head[0].digest != journal.prev)

    def furthest(self) -> int:
        """Return the latest step at which a place, ours included, has said that it stands."""
        return max((standing.step for standing in self._newest.values()), default=0)

    def differing(self, journal: Journal) -> list[tuple[Standing, Head]]:
        """Return the heads that contradict the journal, by place and step.

        One that agrees with it once is not looked at again: what a journal holds stays.
        """
        found: list[tuple[Standing, Head]] = []
        for place, step in sorted(self._doubtful):
            standing, head = self._kept[place][step]
            if _differs(standing, journal):
                found.append((standing, head))
            elif step <= journal.step:
                self._doubtful.remove((place, step))
        return found


def _differs(standing: Standing, journal: Journal) -> bool:
    """Tell whether a head contradicts what a journal knows of its step."""
    step = standing.step
    return step <= journal.step and standing.digest != journal.digest_before(step)


def signed_head(standing: Standing, signer: Signs) -> Head:
    """Return the head of a place; the same bytes whenever it is signed."""
    body = enc(standing)
    return Head(body, signer.sign("head", body))


def read_head(head: Head) -> Standing:
    """Return what a head says, its signature unverified.

    Raises:
        PeerError: it is malformed.
    """
    return cast(Standing, read_encoded(_SHAPE, head.body, "head"))  # it makes that
