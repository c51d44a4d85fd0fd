"""One game kept the same on every peer, without sockets.

Theory of operation. Every peer of a game holds the journal and pushes each new entry to all peers
it is linked with; every receiver passes it on once. An entry is made durable before anybody is
told of it. When a seat completes a step it signs a *head*: where it stands. A seat writes an entry
that reveals a secret only when it holds heads of all other seats at exactly its own place (the
reveal barrier), so nothing is revealed on a history that another honest seat does not share.

On connecting, after each step and now and then peers tell each other where they are (`have`); who
is behind gets what it lacks. A game that was just loaded writes nothing before it has heard where
another seat stands: its folder may be an old copy.

What can go wrong, and what happens:

    malformed, bad signature     the sender of the frame is refused (`PeerError`), nothing changes
    late, out of turn            refused with the reason, nothing changes
    another history, another     the game stops at this step and says so: `Stop`
    state, false payload,
    a move the rules refuse

Effects go through a `Port`: the shell has a disk and links, this class has neither.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple, Protocol

from bastide.core.draft import Draft
from bastide.core.encoding import EncodingError, dec, enc
from bastide.core.events import Action
from bastide.core.journal import (
    Body,
    Entry,
    JournalError,
    commitment,
    entry_id,
    parse_body,
)
from bastide.core.messages import Message, message
from bastide.core.payloads import action_payload
from bastide.core.table import Done, EntryError, Table
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import verify
from bastide.net.messages import (
    Digests,
    Entries,
    Genesis,
    Have,
    Head,
    SignedEntry,
    Want,
    WireMessage,
)

REVEALING = frozenset({"roll", "reveal"})
"""Kinds of entries behind the reveal barrier."""

HAVE_EVERY = 5.0
"""Seconds between two `have` while a game is open."""


class Signer(Protocol):
    """Signs for one place, and knows what that place must reveal."""

    def sign(self, purpose: str, data: bytes) -> bytes:
        """Return the signature of data for a purpose."""
        ...

    def payload(self, step: int, kind: str) -> dict[str, object]:
        """Return the payload of a dealer's entry (`join`, `roll`) of this place."""
        ...

    def nonce(self, step: int) -> bytes:
        """Return the randomness of this place's commitment at a step."""
        ...


class Port(Protocol):
    """What a game needs of the world."""

    def persist(self, entries: list[tuple[Body, Entry]]) -> None:
        """Make entries durable, all or none, before returning."""
        ...

    def keep_choice(self, step: int, place: int, choice: bytes) -> None:
        """Make durable what a place has committed to, before the commitment is sent."""
        ...

    def choice(self, step: int, place: int) -> bytes | None:
        """Return what a place has committed to."""
        ...

    def send(self, peer: bytes, message: WireMessage) -> None:
        """Send to a linked peer; lost if the link is gone."""
        ...

    def linked(self) -> list[bytes]:
        """Return the keys of the linked peers that sit at this table."""
        ...

    def happened(self, done: list[Done]) -> None:
        """Show what was carried out."""
        ...


class Stop(NamedTuple):
    """Why a game does not go on, and whose entry it was (-1: nobody's)."""

    reason: Message
    place: int
    step: int


class GameSync:
    """One networked game.

    Args:
        table: at any step; entries that are stored have been added already.
        signers: of the places that this peer plays.
        port: disk, links and screen.
        loaded: the game comes from the disk, so another seat must be heard before writing.
    """

    def __init__(
        self, table: Table, signers: Mapping[int, Signer], port: Port, *, loaded: bool
    ) -> None:
        self.table, self.signers, self.port = table, dict(signers), port
        self.game: bytes = table.genesis.game_id
        self.stop: Stop | None = None
        self.heads: dict[int, tuple[int, bytes]] = {}
        self._head_messages: dict[int, Head] = {}
        self._heard = not loaded
        self._ahead: dict[tuple[int, int], Entry] = {}
        self._disputed: set[bytes] = set()
        self._next_have = 0.0
        self._told: tuple[int, int] | None = None

    # what a screen asks

    @property
    def keys(self) -> tuple[bytes, ...]:
        """The identities of the places."""
        return tuple(seat.identity for seat in self.table.genesis.seats)

    @property
    def may_write(self) -> bool:
        """Whether this peer may add entries: nothing is stopped, and another seat was heard."""
        return self.stop is None and self._heard

    def awaited(self) -> tuple[int, ...]:
        """Return the places that everybody waits for; for a barrier, those whose heads lack."""
        if self.stop or self.table.expected() is None:
            return ()
        missing = self.table.missing()
        foreign = tuple(place for place in missing if place not in self.signers)
        if foreign or not missing:
            return foreign
        kind = self._kind()
        return tuple(self._without_head()) if kind in REVEALING else missing

    def _kind(self) -> str:
        expected = self.table.expected()
        return expected.kind if expected else ""

    # links

    def linked(self, peer: bytes) -> None:
        """Greet a peer of this game that a link was made with."""
        genesis = self.table.genesis
        self.port.send(peer, Genesis(self.game, genesis.data, self.table.journal.accepts))
        self.port.send(peer, self._have())
        for head in self._head_messages.values():
            self.port.send(peer, head)

    def tick(self, now: float) -> None:
        """Tell the others now and then where we are; `now` in seconds of a monotonic clock."""
        if now >= self._next_have:
            self._next_have = now + HAVE_EVERY
            self._tell(self._have())
            for place in self.signers:
                if place in self._head_messages:
                    self._tell(self._head_messages[place])

    def start(self) -> None:
        """Begin, or go on after loading: write what is due without a decision."""
        self._sign_heads()
        self._advance()

    # receiving

    def receive(self, peer: bytes, incoming: WireMessage) -> None:
        """Take a message about this game from one of its peers.

        Raises:
            PeerError: the sender broke the protocol; its link is to be closed.
        """
        match incoming:
            case Entries():
                self._receive_entries(peer, incoming)
            case Have():
                self._receive_have(peer, incoming)
            case Want():
                self._send_entries(peer, incoming.step, incoming.steps)
            case Head():
                self._receive_head(peer, incoming)
            case Digests():
                pass  # answers a question about two histories, which this version never asks
            case _:
                raise PeerError("A message came that has no place in a game.", code=MALFORMED)

    def _receive_entries(self, peer: bytes, incoming: Entries) -> None:
        for signed in incoming.entries:
            if self.stop:
                return
            self._take(peer, Entry(signed.body, signed.signature))
        self._take_kept()
        self._advance()

    def _take(self, peer: bytes, entry: Entry) -> None:
        """Check one entry, cheapest first, and add it."""
        try:
            body = parse_body(entry.body)
            self.table.check_slot(body)
            self._check_signature(body, entry)
            self.table.check_content(entry.body, body)
        except JournalError as error:
            raise PeerError("A malformed entry came.", code=MALFORMED) from error
        except EntryError as error:
            self._refused(peer, error, entry)
            return
        self.port.persist([(body, entry)])
        self._add(entry)
        self._tell(Entries(self.game, (SignedEntry(*entry),)), but=peer)

    def _check_signature(self, body: Body, entry: Entry) -> None:
        key = self.table.genesis.seats[body.place].identity
        if not verify(key, "sign-entry", entry_id(entry.body), entry.signature):
            raise PeerError(
                "An entry came whose signature is not that of seat {seat}.",
                code=SIGNATURE,
                seat=body.place + 1,
            )

    def _refused(self, peer: bytes, error: EntryError, entry: Entry) -> None:
        """Deal with an entry that the table does not take."""
        body = error.body
        if error.fault == "late":
            return
        if error.fault == "ahead":
            self._keep(peer, body, entry)
            return
        if body.place >= len(self.keys):
            raise PeerError("An entry came for a seat that is not there.", code=MALFORMED)
        if error.fault == "unexpected":
            raise PeerError(
                "An entry came out of turn: {reason}.", code=MALFORMED, reason=error.reason
            )
        self._check_signature(body, entry)
        self._dispute(peer, error, entry)

    def _keep(self, peer: bytes, body: Body, entry: Entry) -> None:
        """Keep an entry of a step to come, one a slot, or ask for what lies between."""
        if body.step - self.table.journal.step > limits.STEPS_AHEAD:
            self.port.send(peer, Want(self.game, self.table.journal.step, limits.STEPS_WANTED))
        elif body.place < len(self.keys):
            self._check_signature(body, entry)
            self._ahead.setdefault((body.step, body.place), entry)

    def _take_kept(self) -> None:
        """Add the entries that came too early and are due now."""
        while not self.stop:
            step = self.table.journal.step
            due = [key for key in sorted(self._ahead) if key[0] <= step]
            if not due:
                return
            for key in due:
                entry = self._ahead.pop(key)
                if key[0] == step and not self.stop:
                    self._take(b"", entry)

    def _dispute(self, peer: bytes, error: EntryError, entry: Entry) -> None:
        """Stop at a signed entry that cannot be folded, and let everybody see it once."""
        id = entry_id(entry.body)
        if id in self._disputed:
            return
        self._disputed.add(id)
        name = self.table.genesis.seats[error.body.place].name
        self.stop = Stop(_SENTENCES[error.fault](name, error), error.body.place, error.body.step)
        self._tell(Entries(self.game, (SignedEntry(*entry),)), but=peer)
        self.port.happened([])

    def _receive_have(self, peer: bytes, have: Have) -> None:
        journal = self.table.journal
        if have.step <= journal.step and have.digest != journal.digest_before(have.step):
            self._two_histories(have.step)
            return
        if have.step > journal.step:
            self.port.send(peer, Want(self.game, journal.step, limits.STEPS_WANTED))
            return
        self._heard = True
        if have.step < journal.step:
            self._send_entries(peer, have.step, limits.STEPS_WANTED)
        else:
            self._send_pending(peer, have.seats)
        self._advance()

    def _send_pending(self, peer: bytes, held: tuple[int, ...]) -> None:
        lacking = [
            e for place, e in sorted(self.table.journal.pending.items()) if place not in held
        ]
        if lacking:
            self.port.send(peer, Entries(self.game, tuple(SignedEntry(*e) for e in lacking)))

    def _send_entries(self, peer: bytes, step: int, steps: int) -> None:
        """Send the entries of steps from one on, in frames of bounded size."""
        journal = self.table.journal
        whole = [entry for entries in journal.steps[step : step + steps] for entry in entries]
        if step + steps > journal.step:
            whole += [entry for _, entry in sorted(journal.pending.items())]
        chunk: list[SignedEntry] = []
        size = 0
        for entry in whole:
            cost = len(entry.body) + len(entry.signature) + 16
            if chunk and size + cost > limits.ENTRIES_FRAME:
                self.port.send(peer, Entries(self.game, tuple(chunk)))
                chunk, size = [], 0
            chunk.append(SignedEntry(*entry))
            size += cost
        if chunk:
            self.port.send(peer, Entries(self.game, tuple(chunk)))

    def _receive_head(self, peer: bytes, head: Head) -> None:
        place, step, digest = self._parse_head(head)
        if place in self.signers:
            return
        known = self.heads.get(place)
        if known and known[0] >= step:
            return
        if not verify(self.keys[place], "head", head.body, head.signature):
            raise PeerError(
                "A head came whose signature is not that of seat {seat}.",
                code=SIGNATURE,
                seat=place + 1,
            )
        self.heads[place], self._head_messages[place] = (step, digest), head
        self._tell(head, but=peer)
        if step <= self.table.journal.step and digest != self.table.journal.digest_before(step):
            self._two_histories(step, place)
            return
        self._advance()

    def _parse_head(self, head: Head) -> tuple[int, int, bytes]:
        try:
            content = dec(head.body, limits.FRAME_BEFORE_AUTH)
            game, place, step, digest = content
        except (EncodingError, TypeError, ValueError) as error:
            raise PeerError("A malformed head came.", code=MALFORMED) from error
        right = (type(place), type(step), type(digest)) == (int, int, bytes)
        if game != self.game or not right or not 0 <= place < len(self.keys) or step < 0:
            raise PeerError("A malformed head came.", code=MALFORMED)
        return place, step, digest

    def _two_histories(self, step: int, place: int = -1) -> None:
        if self.stop is None:
            reason = message("At step {step} two players hold different histories.", step=step)
            self.stop = Stop(reason, place, step)
            self.port.happened([])

    # writing

    def write(self, draft: Draft) -> None:
        """Sign, store and send the decisions of a draft.

        Raises:
            PeerError: nothing may be written now; the sentence says why.
        """
        if not self.may_write:
            raise PeerError("Nothing can be sent before another player has been heard.")
        place = self.table.place_of(draft.seat)
        if self.table.rules.together(self.table.state):
            self._commit(place, draft.actions[0])
        else:
            self._put(place, draft.bodies())
        self._advance()

    def _commit(self, place: int, action: Action) -> None:
        step = self.table.journal.step
        choice = enc(action_payload(action))
        self.port.keep_choice(step, place, choice)
        nonce = self.signers[place].nonce(step)
        said = commitment(self.game, step, place, nonce, dec(choice))
        self._put(place, [self.table.body(place, "commit", {"c": said})])

    def _put(self, place: int, bodies: Iterable[bytes]) -> None:
        """Sign entries of one place for this step and the next ones; store, add and send them."""
        signer = self.signers[place]
        entries = [Entry(body, signer.sign("sign-entry", entry_id(body))) for body in bodies]
        self.port.persist([(parse_body(entry.body), entry) for entry in entries])
        for entry in entries:
            self.table.check(entry.body)
            self._add(entry)
        self._tell(Entries(self.game, tuple(SignedEntry(*entry) for entry in entries)))

    def _add(self, entry: Entry) -> None:
        before = self.table.journal.step
        done = self.table.add(entry)
        if self.table.journal.step > before:
            self._sign_heads()
            self.port.happened(done)

    def _sign_heads(self) -> None:
        """Say, for each own place, where it stands now."""
        journal = self.table.journal
        for place, signer in self.signers.items():
            body = enc([self.game, place, journal.step, journal.prev])
            head = Head(body, signer.sign("head", body))
            self.heads[place], self._head_messages[place] = (journal.step, journal.prev), head

    def _advance(self) -> None:
        """Write what is due without a decision, as long as there is any; then say where we are."""
        while self.may_write and self._write_due():
            self._take_kept()
        self._check_heads()
        if self._position() != self._told:
            self._tell_position()

    def _position(self) -> tuple[int, int]:
        return self.table.journal.step, len(self.table.journal.pending)

    def _tell_position(self) -> None:
        self._told = self._position()
        self._tell(self._have())
        for place in self.signers:
            self._tell(self._head_messages[place])

    def _write_due(self) -> bool:
        """Write one entry that needs no decision; False if none is due or the barrier holds."""
        expected = self.table.expected()
        if expected is None or expected.kind in ("move", "commit"):
            return False
        if expected.kind in REVEALING and any(True for _ in self._without_head()):
            return False
        for place in expected.places:
            if place in self.signers and place not in self.table.journal.pending:
                self._put(place, [self.table.body(place, expected.kind, self._due(place))])
                return True
        return False

    def _due(self, place: int) -> dict[str, object]:
        step, kind = self.table.journal.step, self._kind()
        if kind != "reveal":
            return self.signers[place].payload(step, kind)
        choice = self.port.choice(step - 1, place)
        if choice is None:
            raise PeerError("What this seat had chosen is not in the data folder any more.")
        return {"v": dec(choice), "r": self.signers[place].nonce(step - 1)}

    def _without_head(self) -> Iterable[int]:
        """Yield the places whose head is not exactly ours."""
        here = (self.table.journal.step, self.table.journal.prev)
        return (n for n in range(len(self.keys)) if self.heads.get(n) != here)

    def _check_heads(self) -> None:
        """Compare the heads that came before we were there."""
        journal = self.table.journal
        for place, (step, digest) in self.heads.items():
            if step <= journal.step and digest != journal.digest_before(step):
                self._two_histories(step, place)

    def _have(self) -> Have:
        journal = self.table.journal
        return Have(self.game, journal.step, journal.prev, tuple(sorted(journal.pending)))

    def _tell(self, outgoing: WireMessage, but: bytes = b"") -> None:
        for peer in self.port.linked():
            if peer != but:
                self.port.send(peer, outgoing)


def _illegal(name: str, error: EntryError) -> Message:
    return message(
        "{name} signed a move that the rules refuse at step {step}: {rule}.",
        name=name,
        step=error.body.step,
        rule=error.reason,
    )


def _invalid(name: str, error: EntryError) -> Message:
    return message(
        "{name} signed an entry that is false at step {step}: {fault}.",
        name=name,
        step=error.body.step,
        fault=error.reason,
    )


def _fork(name: str, error: EntryError) -> Message:
    return message(
        "{name} plays on another history at step {step}.", name=name, step=error.body.step
    )


def _desync(name: str, error: EntryError) -> Message:
    return message(
        "The program of {name} came to another position at step {step}: the rules differ.",
        name=name,
        step=error.body.step,
    )


_SENTENCES: dict[str, Callable[[str, EntryError], Message]] = {
    "illegal": _illegal,
    "invalid": _invalid,
    "fork": _fork,
    "desync": _desync,
}
