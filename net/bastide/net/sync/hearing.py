"""Whether a game may be written in: our folder may be an old copy, or another one may be in use.

In a loaded game every linked peer must have said where it stands, on our history and not further
than we are, without an entry of ours that we lack; and nobody may be known to be further. What
others hold of ours is taken over first. A head of our own place that is further stands in the way
for good: our folder is an old copy. What others say does so for some seconds in which nothing
comes, longer if it is signed; then one peer that is where we are will do. They may not have the
table open; and whoever signs that it is further, and shows nothing, must not keep us from playing.

When the last link is gone all of that begins anew: meanwhile the others may be linked with a copy
of our folder.
"""

from __future__ import annotations

from collections.abc import Collection

from bastide.core.journal import Journal
from bastide.net import limits
from bastide.net.links.messages import Have
from bastide.net.sync.heads import Heads


class Hearing:
    """What the peers of one game have said of where they stand.

    Attributes:
        is_done: the others were heard; it stays so while one of them is linked.
    """

    def __init__(
        self, journal: Journal, heads: Heads, own: Collection[int], places: int, *, is_done: bool
    ) -> None:
        """Begin without having heard anybody.

        Args:
            journal: of the game.
            heads: all that are known.
            own: the places that this peer plays; if it plays all of them it needs nobody.
            places: how many there are.
            is_done: the game has just begun here.
        """
        self._journal, self._heads, self._own = journal, heads, own
        self._haves: dict[bytes, Have] = {}
        self._others = [place for place in range(places) if place not in own]
        self._still, self._was_at = 0, -1
        self._is_alone = len(own) == places
        self.is_done = is_done or self._is_alone

    def said(self, peer: bytes, have: Have) -> None:
        """Note where a peer says that it stands."""
        self._haves[peer] = have

    def forget(self, peer: bytes, linked: Collection[bytes]) -> None:
        """Forget what a peer said; our link to it is gone, and these are left."""
        self._haves.pop(peer, None)
        if not linked and not self._is_alone:
            self.is_done, self._still = False, 0

    def second(self, *, is_checking: bool) -> None:
        """Let a second have gone by; what comes of the others keeps us listening.

        Args:
            is_checking: entries of others wait for their proofs to be checked.
        """
        step = self._journal.step
        is_still = self._haves and step == self._was_at and not is_checking
        self._still = self._still + 1 if is_still else 0
        self._was_at = step

    def listen(self, linked: Collection[bytes]) -> None:
        """Find out whether the linked peers were heard, and nobody is known to be further."""
        step, heads = self._journal.step, self._heads
        if self.is_done or heads.furthest(self._own) > step:
            return
        level = {peer for peer, have in self._haves.items() if self._have_all_of(have)}
        is_said = not level.issuperset(linked) and self._still < limits.HEARING_SECONDS
        is_signed = heads.furthest(self._others) > step and self._still < limits.FURTHER_SECONDS
        self.is_done = bool(level) and not is_said and not is_signed

    def _have_all_of(self, have: Have) -> bool:
        """Tell whether we hold what a peer holds, as far as it is ours."""
        journal = self._journal
        if have.step > journal.step or have.digest != journal.digest_before(have.step):
            return False
        ours = set(have.seats).intersection(self._own)
        return have.step < journal.step or ours <= set(journal.pending)
