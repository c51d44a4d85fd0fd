"""Signed heads: where each place says that it stands, and the barrier made of them.

A head says "I have verified all steps before this one, and this is the digest". Each new one is
passed on once. Before a place writes what reveals a secret it holds heads of all others at exactly
its own step and digest: so nothing is revealed on a history that another honest place does not
share. Those of the last steps are kept: two that one place signs for one step are evidence, and one
that contradicts our journal shows that there is another history.

A head can be signed for any step, so one of a step to come takes no other's place: those of the
next steps are kept beside those of ours, and of one that is further only its step is noted. Where
we get there, heads come with the entries.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol, cast

from bastide.core.encoding import enc
from bastide.core.journal import MAX_STEPS, Journal
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
    (Octets(32, 32), Whole(0, limits.SEATS - 1), Whole(0, MAX_STEPS), Octets(32, 32)),
)


class Taken(NamedTuple):
    """What a head brought: whether it is the newest of its place, and one that it contradicts."""

    is_new: bool = False
    rival: Head | None = None


class Heads:
    """The heads of each place of one game, some steps back and a few ahead."""

    def __init__(self, game: bytes, keys: Sequence[bytes], own: Collection[int]) -> None:
        """Begin without any; `keys` are the identities by place, `own` are our places."""
        self._game, self._keys, self._own = game, keys, own
        self._kept: dict[int, dict[int, tuple[Standing, Head]]] = {}
        self._furthest: dict[int, int] = {}
        self._doubtful: set[tuple[int, int]] = set()

    def take(self, head: Head, journal: Journal) -> Taken:
        """Check a head, and keep it if it says something new.

        One that is old and on our history is dropped before its signature is looked at. So is one
        that is too far ahead, if its place is known to have said so.

        Raises:
            PeerError: malformed, or the signature is not that of its place.
        """
        standing = read_head(head)
        _, place, step, _ = standing
        if standing.game != self._game or place >= len(self._keys):
            raise PeerError("A head of another game came.", code=MALFORMED)
        known = self.at(place, step)
        is_new = known is None and self._is_new(place, step, journal.step)
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
        self._furthest[place] = max(step, self._furthest.get(place, 0))
        if self._is_far(place, step, journal.step):
            return Taken()
        self._keep(standing, head)
        return Taken(is_new)

    def _is_new(self, place: int, step: int, ours: int) -> bool:
        """Tell whether an unknown head is news: of our step or later, or the last of its place."""
        furthest = self._furthest.get(place, -1)
        if self._is_far(place, step, ours):
            return step > furthest
        return step >= ours or step > max(self._kept.get(place, {}), default=-1)

    def _is_far(self, place: int, step: int, ours: int) -> bool:
        """Tell whether a head is too far ahead to be kept; ours shows that our copy is old."""
        return step - ours > limits.STEPS_AHEAD and place not in self._own

    def _keep(self, standing: Standing, head: Head) -> None:
        """Keep a head; too many, and the oldest goes that agrees with the journal, if any does."""
        _, place, step, _ = standing
        kept = self._kept.setdefault(place, {})
        kept[step] = standing, head
        self._doubtful.add((place, step))
        if len(kept) > limits.HEADS_KEPT:
            agreeing = [at for at in kept if (place, at) not in self._doubtful]
            gone = min(agreeing or kept)
            del kept[gone]
            self._doubtful.discard((place, gone))

    def sign(self, place: int, signer: Signs, journal: Journal) -> Head | None:
        """Return a new head of our own place for where the journal is; None if it is not new.

        An older one never follows: a head of ours that others kept shows that ours is an old copy.
        """
        if self._furthest.get(place, -1) >= journal.step:
            return None
        standing = Standing(self._game, place, journal.step, journal.prev)
        head = signed_head(standing, signer)
        self._furthest[place] = journal.step
        self._keep(standing, head)
        return head

    def since(self, step: int) -> list[Head]:
        """Return the heads of a step and later ones; of a place that has none, its last."""
        found: list[Head] = []
        for _, kept in sorted(self._kept.items()):
            first = min(step, max(kept))
            found += [head for at, (_, head) in sorted(kept.items()) if at >= first]
        return found

    def at(self, place: int, step: int) -> tuple[Standing, Head] | None:
        """Return the head of a place for a step, if it is kept."""
        return self._kept.get(place, {}).get(step)

    def lacking(self, journal: Journal, own: Collection[int]) -> tuple[int, ...]:
        """Return the places, our own left out, that have not said they stand where we do."""
        others = [place for place in range(len(self._keys)) if place not in own]
        kept = [(place, self.at(place, journal.step)) for place in others]
        return tuple(n for n, head in kept if not head or head[0].digest != journal.prev)

    def furthest(self, places: Iterable[int]) -> int:
        """Return the latest step at which one of some places has signed that it stands."""
        return max((self._furthest.get(place, 0) for place in places), default=0)

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
