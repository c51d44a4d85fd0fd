"""Two histories of one game: finding the step at which they part, and who signed both.

A signed word shows that somebody holds another history: a head of a step that is complete here, or
an entry with an unknown `prev`. Then, until that is settled, nothing of ours is written. The head
goes to all peers: who holds another one of that seat and step has proof. So do the digests of the
last steps; whoever finds a first step that differs sends what it holds of it: its entries, and the
heads that its own places sign for that step. Somebody has signed twice then, which is evidence; or
the steps were written by different places, which is a matter of rules. What anybody merely says, by
digests, starts no comparison and ends no game.

    digests agree as far as both go     nothing
    the first of them differs already   earlier ones are sent back, up to that one
    we have none of these steps         ours are sent back
    one differs after one that agrees   its entries and heads are sent, once, and our digests
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations

from bastide.core.journal import Body, Entry, Journal, entry_id, parse_body, step_digest
from bastide.core.messages import Message, message
from bastide.net import limits
from bastide.net.links.messages import Digests, Head
from bastide.net.sync.heads import Signs, Standing, read_head, signed_head
from bastide.net.sync.outbox import Links
from bastide.net.sync.teller import Teller

_SIZE = 32
_QUESTIONS = 1024
"""Answers that are kept, so that a head is not fitted anew with each message."""


class Histories:
    """The comparison of one game's histories.

    Attributes:
        is_open: a signed word has shown that there is another history.
    """

    def __init__(
        self, journal: Journal, teller: Teller, signers: Mapping[int, Signs], links: Links
    ) -> None:
        """Compare a journal with those of linked peers; `signers` are ours, by place."""
        self._journal, self._teller, self._links = journal, teller, links
        self._signers = signers
        self.is_open = False
        self._seconds = 0
        self._suspects: set[int] = set()
        self._told: set[tuple[bytes, int]] = set()
        self._heads: list[Head] = []
        self._strays: dict[tuple[int, int], Entry] = {}
        self._fitted: set[tuple[Standing, int]] = set()

    def second(self) -> None:
        """Let a second have gone by."""
        self._seconds += self.is_open

    @property
    def unshown(self) -> tuple[int, ...]:
        """The places that have signed another history, if nobody has shown it for some seconds."""
        is_long = self._seconds >= limits.COMPARING_SECONDS
        return tuple(sorted(self._suspects)) if is_long else ()

    @property
    def pause(self) -> Message | None:
        """Why nothing is written for now, or None."""
        if not self.is_open:
            return None
        if not self.unshown:
            return Message(
                "Two histories of this game are being compared: until that is settled nothing is "
                "sent."
            )
        names = self._journal.genesis.names
        return message(
            "Two histories of this game are being compared, and nobody has shown the one that "
            "{names} signed: until then nothing is sent. Nobody is accused.",
            names=", ".join(names[place] for place in self.unshown),
        )

    def suspect(self, place: int, head: Head | None = None) -> None:
        """Begin to compare, if that has not begun; all see a head that gives rise to it.

        Args:
            place: who has signed another history.
            head: by which it did so; None: by an entry.
        """
        self._suspects.add(place)
        if head and self._is_new(head):
            self._heads.append(head)
            for peer in self._links.linked():
                self._links.send(peer, head)
        if not self.is_open:
            self.is_open = True
            self.ask()

    def _is_new(self, head: Head) -> bool:
        place = read_head(head).place
        of_place = sum(read_head(known).place == place for known in self._heads)
        return head not in self._heads and of_place < limits.EVIDENCE_PER_SEAT

    def ask(self) -> None:
        """Send the digests of the last steps to all; what they differ in may be told again.

        With them go the heads that show another history: another peer may have been told otherwise
        by the same seat.
        """
        self._told.clear()
        for peer in self._links.linked():
            for head in self._heads:
                self._links.send(peer, head)
            self._tell(peer, self._journal.step)

    def _tell(self, peer: bytes, end: int) -> None:
        self._teller.digests(peer, end - limits.DIGESTS_TOLD, end)

    def answer(self, peer: bytes, said: Digests) -> None:
        """Answer the digests of a peer, if there is anything to say."""
        theirs = [said.digests[at : at + _SIZE] for at in range(0, len(said.digests), _SIZE)]
        ours = self._journal.digests[said.step : said.step + len(theirs)]
        if not ours:
            if theirs:
                self._tell(peer, self._journal.step)
            return
        pairs = enumerate(zip(ours, theirs, strict=False), said.step)
        step = next((n for n, (one, other) in pairs if one != other), None)
        if step is None:
            return
        if step == said.step > 0:
            self._teller.digests(peer, step + 1 - limits.STEPS_WANTED, step + 1)
        else:
            self._tell_step(peer, step)

    def _tell_step(self, peer: bytes, step: int) -> None:
        """Send what we hold of the first step that differs, once until the next question."""
        if (peer, step) in self._told:
            return
        self._told.add((peer, step))
        journal = self._journal
        self._teller.entries(peer, journal.steps[step])
        for place, signer in self._signers.items():
            standing = Standing(journal.genesis.game_id, place, step + 1, journal.digests[step])
            self._links.send(peer, signed_head(standing, signer))
        self._teller.digests(peer, step - 1, step - 1 + limits.DIGESTS_TOLD)

    def has_room(self, body: Body) -> bool:
        """Tell whether another stray entry of a place can be noted, and its slot has none."""
        of_place = [slot for slot in self._strays if slot[1] == body.place]
        return len(of_place) < limits.DIGESTS_TOLD and (body.step, body.place) not in of_place

    def stray(self, body: Body, entry: Entry) -> None:
        """Note a signed entry of a complete step in which its place had nothing to write here."""
        self._strays[body.step, body.place] = entry

    def has_other_turns(self, standing: Standing) -> bool:
        """Tell whether a head is of a last step that other places have written than here.

        That is so if some of the entries that we have seen of that step, and not just ours, make
        its digest. Asked again it says no, as long as no other entries are seen.
        """
        step, question = standing.step - 1, (standing, len(self._strays))
        if not 0 <= step < self._journal.step or question in self._fitted:
            return False
        if len(self._fitted) >= _QUESTIONS:
            self._fitted.clear()
        self._fitted.add(question)
        ours = {parse_body(entry.body).place: entry for entry in self._journal.steps[step]}
        strays = {n: e for (at, n), e in self._strays.items() if at == step and n not in ours}
        places = sorted({**ours, **strays})
        seen = {place: entry_id({**ours, **strays}[place].body) for place in places}
        game, prev = standing.game, self._journal.digest_before(step)
        return any(
            step_digest(game, step, prev, [seen[n] for n in some]) == standing.digest
            for some in _subsets(places)
        )


def _subsets(places: Sequence[int]) -> chain[tuple[int, ...]]:
    return chain.from_iterable(combinations(places, n) for n in range(1, len(places) + 1))
