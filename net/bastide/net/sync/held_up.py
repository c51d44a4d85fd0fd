"""Peers of one game that are held up because a plugin failed there, as each says of itself.

It is a word that stops nothing and proves nothing: it only says why a table waits. A peer says it
when a plugin fails at what it does next, and takes it back with its next entry, or when it opens
the game again. It signs and numbers its words, so they can be passed on, as heads are, to whom it
is not linked with, each once: of each peer the one with the highest number is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, cast

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import verify
from bastide.net.links.messages import HeldUp
from bastide.net.links.schema import Octets, Row, Whole, Word, read_encoded
from bastide.net.sync.heads import Signs
from bastide.net.sync.mesh import Mesh
from bastide.net.sync.outbox import Links

_WORDS_OF_ONE_OPENING = 2**20


class Standstill(NamedTuple):
    """What such a word says: in this game this place's peer is held up by a plugin, "" by none."""

    game: bytes
    place: int
    number: int
    plugin: str


_SHAPE = Row(
    Standstill,
    (
        Octets(32, 32),
        Whole(0, limits.SEATS - 1),
        Whole(0, 2**53 - 1),
        Word(limits.WORD_BYTES),
    ),
)


def signed_word(said: Standstill, signer: Signs) -> HeldUp:
    """Return the word of a place."""
    body = enc(list(said))
    return HeldUp(body, signer.sign("held", body))


def read_word(held: HeldUp) -> Standstill:
    """Return what a word says, its signature unverified.

    Raises:
        PeerError: it is malformed.
    """
    return cast(Standstill, read_encoded(_SHAPE, held.body, "held"))  # it makes that


class Hindrances:
    """What holds up the peers of one game, by place: a peer speaks for the first of its own."""

    def __init__(
        self,
        game: bytes,
        plugins: Collection[str],
        keys: Sequence[bytes],
        signers: Mapping[int, Signs],
        links: Links,
        mesh: Mesh,
        openings: int,
    ) -> None:
        """Begin with nothing.

        Args:
            game: its id.
            plugins: the ids of those at the table.
            keys: the identities by place.
            signers: of our own places.
            links: to those who sit there.
            mesh: who is linked with whom.
            openings: how often the game was opened here, this time included: with each of them the
                numbers of our words rise.
        """
        self._game, self._plugins, self._keys = game, plugins, keys
        self._own, self._signers = min(signers), signers
        self._links, self._mesh = links, mesh
        self._words: dict[int, tuple[Standstill, HeldUp]] = {}
        self._lately: Counter[int] = Counter()
        self._number = openings * _WORDS_OF_ONE_OPENING
        if openings > 1:  # what was said before is not true any more
            self._keep("")

    def _keep(self, plugin: str) -> HeldUp:
        said = Standstill(self._game, self._own, self._number, plugin)
        word = signed_word(said, self._signers[self._own])
        self._words[self._own] = said, word
        return word

    def say(self, plugin: str) -> None:
        """Tell all linked peers what holds us up now, if that is new."""
        if plugin != self._said_of(self._own):
            self._number += 1
            word = self._keep(plugin)
            for peer in self._links.linked():
                self._links.send(peer, word)

    def tell(self, peer: bytes) -> None:
        """Tell a peer the last word of everybody else."""
        for place, (_, word) in sorted(self._words.items()):
            if self._keys[place] != peer:
                self._links.send(peer, word)

    def take(self, peer: bytes, held: HeldUp) -> bool:
        """Take a word that a peer says or passes on; tell whether anything has changed.

        One that is not newer than what is known is dropped before its signature is looked at.

        Raises:
            PeerError: malformed, no plugin of the table, or not signed by its place.
        """
        said = read_word(held)
        place = said.place
        if said.game != self._game or place >= len(self._keys):
            raise PeerError("A word of a peer of another game came.", code=MALFORMED)
        if said.plugin and said.plugin not in self._plugins:
            raise PeerError("A plugin was said to fail that is not at the table.", code=MALFORMED)
        if place in self._signers or not self._is_newer(said):
            return False
        if self._lately[place] >= limits.HELD_PER_SECOND:
            return False
        self._lately[place] += 1
        if not verify(self._keys[place], "held", held.body, held.signature):
            raise PeerError(
                "A word of a peer came whose signature is not that of seat {seat}.",
                code=SIGNATURE,
                seat=place + 1,
            )
        known, self._words[place] = self._said_of(place), (said, held)
        for other in self._links.linked():
            if self._mesh.needs(other, peer):
                self._links.send(other, held)
        return said.plugin != known

    def _is_newer(self, said: Standstill) -> bool:
        known = self._words.get(said.place)
        return known is None or said.number > known[0].number

    def second(self) -> None:
        """Let a second have gone by: so many words of a place are taken again."""
        self._lately.clear()

    def _said_of(self, place: int) -> str:
        word = self._words.get(place)
        return word[0].plugin if word else ""

    def of(self, peer: bytes) -> str:
        """Return the plugin that holds up another peer, or ""."""
        said = (self._said_of(n) for n, key in enumerate(self._keys) if key == peer)
        return "" if peer == self._keys[self._own] else next(filter(None, said), "")
