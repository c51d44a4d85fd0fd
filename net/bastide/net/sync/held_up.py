"""What the peers of one game say of themselves: that they are there, and what holds them up.

Such a word stops nothing and proves nothing: it only says why a table waits. A peer names the
plugin that fails at what it does next, and takes it back with its next entry, or when it opens the
game again. It says its word anew every few seconds, with a higher number, as long as it has the
table open, for each place that it plays, those of bots included; when it closes the table it says
that, too (`leave`), and signs it over its last word. Words are signed and numbered, so they can be
passed on, as heads are, to whom a peer is not linked with, each once: of each place the one with
the highest number is kept.

A new word is a sign of life. The first one that others tell of a place is none: it may be old.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import NamedTuple, cast

from bastide.core.encoding import enc
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import verify
from bastide.net.links.messages import HeldUp, Leave
from bastide.net.links.schema import Octets, Row, Whole, Word, read_encoded
from bastide.net.sync.heads import Signs
from bastide.net.sync.mesh import Mesh
from bastide.net.sync.outbox import Links

_WORDS_OF_ONE_OPENING = 2**20


class Standstill(NamedTuple):
    """What a word says: in this game this place's peer is held up by a plugin, "" by none."""

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
    """The last word of each place of one game.

    Attributes:
        on_word: told of each new word that is a sign of life: its place, and which peer brought it.
    """

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
        self.on_word: Callable[[int, bytes], None] = lambda place, peer: None
        self._links, self._mesh = links, mesh
        self._words: dict[int, tuple[Standstill, HeldUp]] = {}
        self._left_with: dict[int, HeldUp] = {}
        self._lately: Counter[int] = Counter()
        self._in_vain: Counter[tuple[bytes, int]] = Counter()
        self._number = openings * _WORDS_OF_ONE_OPENING
        if openings > 1:  # what was said before is not true any more
            self._keep("")

    def _keep(self, plugin: str) -> None:
        for place, signer in self._signers.items():
            said = Standstill(self._game, place, self._number, plugin)
            self._words[place] = said, signed_word(said, signer)

    def say(self, plugin: str) -> None:
        """Tell all linked peers what holds us up now, if that is new."""
        if plugin != self._said_of(self._own):
            self._say(plugin)

    def say_here(self) -> None:
        """Tell all linked peers once more that we are there."""
        self._say(self._said_of(self._own))

    def _say(self, plugin: str) -> None:
        self._number += 1
        self._keep(plugin)
        for place in self._signers:
            self._send_all(self._words[place][1])

    def say_leaving(self) -> None:
        """Tell all linked peers that we close the table."""
        self.say_here()
        for place, signer in self._signers.items():
            signature = signer.sign("leave", self._words[place][1].body)
            self._send_all(Leave(self._game, place, signature))

    def _send_all(self, word: HeldUp | Leave) -> None:
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
        if not verify(self._keys[place], "held", held.body, held.signature):
            raise PeerError(
                "A word of a peer came whose signature is not that of seat {seat}.",
                code=SIGNATURE,
                seat=place + 1,
            )
        self._lately[place] += 1
        is_first = place not in self._words
        known, self._words[place] = self._said_of(place), (said, held)
        self._pass_on(peer, held)
        if not is_first or peer == self._keys[place]:
            self.on_word(place, peer)
        return said.plugin != known

    def take_leave(self, peer: bytes, leave: Leave) -> bool:
        """Take word that a place's player closes the table; tell whether that is new.

        What is not signed over the last word of that place is dropped: that may not be known here.
        It counts against the peer that brought it, never against the place.
        """
        place = leave.seat
        _, last = self._words.get(place, (None, None))
        if last is None or place in self._signers or self._left_with.get(place) == last:
            return False
        if self._in_vain[peer, place] >= limits.HELD_PER_SECOND:
            return False
        if not verify(self._keys[place], "leave", last.body, leave.signature):
            self._in_vain[peer, place] += 1
            return False
        self._left_with[place] = last
        self._pass_on(peer, leave)
        return True

    def _pass_on(self, peer: bytes, word: HeldUp | Leave) -> None:
        for other in self._links.linked():
            if self._mesh.needs(other, peer):
                self._links.send(other, word)

    def _is_newer(self, said: Standstill) -> bool:
        known = self._words.get(said.place)
        return known is None or said.number > known[0].number

    def second(self) -> None:
        """Let a second have gone by: so many words of a place are taken again."""
        self._lately.clear()
        self._in_vain.clear()

    def _said_of(self, place: int) -> str:
        word = self._words.get(place)
        return word[0].plugin if word else ""

    def of(self, peer: bytes) -> str:
        """Return the plugin that holds up another peer, or ""."""
        said = (self._said_of(n) for n, key in enumerate(self._keys) if key == peer)
        return "" if peer == self._keys[self._own] else next(filter(None, said), "")
