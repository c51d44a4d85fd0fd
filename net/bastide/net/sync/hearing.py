"""Whether a loaded game may be written in: its folder may be an old copy.

Another peer must have said where it stands, on our history and not further than we are, without an
entry of ours that we lack; and nobody, our own places included, may be known to be further. What
others hold of ours is taken over first.
"""

from __future__ import annotations

from collections.abc import Collection

from bastide.core.journal import Journal
from bastide.net.links.messages import Have
from bastide.net.sync.heads import Heads


class Hearing:
    """What the peers of one game have said of where they stand.

    Attributes:
        is_done: another peer was heard; it stays so.
    """

    def __init__(
        self, journal: Journal, heads: Heads, own: Collection[int], *, is_done: bool
    ) -> None:
        """Begin without having heard anybody; `own` are the places that this peer plays."""
        self._journal, self._heads, self._own = journal, heads, own
        self._haves: dict[bytes, Have] = {}
        self.is_done = is_done

    def said(self, peer: bytes, have: Have) -> None:
        """Note where a peer says that it stands."""
        self._haves[peer] = have

    def forget(self, peer: bytes) -> None:
        """Forget what a peer said; our link to it is gone."""
        self._haves.pop(peer, None)

    def listen(self) -> None:
        """Find out whether another peer was heard, and nobody is known to be further."""
        if not self.is_done and self._heads.furthest() <= self._journal.step:
            self.is_done = any(self._have_all_of(have) for have in self._haves.values())

    def _have_all_of(self, have: Have) -> bool:
        """Tell whether we hold what a peer holds, as far as it is ours."""
        journal = self._journal
        if have.step > journal.step or have.digest != journal.digest_before(have.step):
            return False
        ours = set(have.seats).intersection(self._own)
        return have.step < journal.step or ours <= set(journal.pending)
