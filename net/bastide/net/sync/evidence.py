"""Proof that a seat misbehaved, which everybody can check without trusting who brings it.

    twice    two signed entries for one slot
    heads    two signed words of one seat about where it stands at one step, which differ:
             two heads, or a head and the `prev` of an entry
    past     two such words of two steps: the later one is of our history, the earlier one is not
    invalid  a signed entry on our history that is false: kind, payload, opening, dice value, proof

The first two hold by themselves. The others need a table that stands at that step of that history;
one that does not is `Undecided`, or has to wait (`Waiting`). What the rules merely refuse, or that
differs because the rules do, is no evidence: it may be a fault of a program (`stops`).

Nothing here keeps, sends or stops anything: that is for `cases` and `sync`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from bastide.core.journal import Body, Entry, Journal, JournalError, Proof, entry_id, parse_body
from bastide.core.messages import Message, message
from bastide.core.table import EntryError, Table
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import plain_text, verify
from bastide.net.links.messages import Head
from bastide.net.rules_guard import rules_at_work
from bastide.net.sync.heads import Standing, read_head

_EVERYWHERE = frozenset({"twice", "heads"})
"""Kinds that hold whatever history one has."""

_REASON = 200
"""Characters of a reason that somebody else had a share in."""


class Finding(NamedTuple):
    """What evidence proves: which place (seat in the genesis) did what at which step."""

    place: int
    kind: str
    step: int
    message: Message


class Case(NamedTuple):
    """Evidence that holds, in the form in which all keep it, and what it proves."""

    proof: Proof
    finding: Finding

    def order(self) -> tuple[object, ...]:
        """Return what puts cases into one order for all: those that hold everywhere come first.

        Those of one rank say the same.
        """
        place, kind, step, said = self.finding
        return (
            kind not in _EVERYWHERE,
            step,
            kind != "twice",
            place,
            kind,
            said.id,
            str(said.fields),
        )


class Waiting(Exception):
    """This table cannot tell yet; `place` is whom it is about."""

    def __init__(self, place: int) -> None:
        super().__init__()
        self.place = place


class Undecided(Waiting):
    """The entry is of a later step, or of another history than this table's."""

    def __init__(self, body: Body, entry: Entry, *, is_ahead: bool) -> None:
        super().__init__(body.place)
        self.body, self.entry, self.is_ahead = body, entry, is_ahead


def tidy(kind: str, items: tuple[Entry, ...]) -> Proof:
    """Return evidence in its one form: what is signed in ascending order.

    Raises:
        PeerError: that is no evidence.
    """
    if kind not in _COUNTS or len(items) != _COUNTS[kind]:
        raise PeerError("Evidence came that has not the form of any.", code=MALFORMED)
    return Proof(kind, tuple(sorted(items)))


_COUNTS = {"twice": 2, "heads": 2, "past": 2, "invalid": 1}


def examine(proof: Proof, table: Table, before: Callable[[Body], None] = lambda _: None) -> Case:
    """Check evidence by itself, signatures first.

    One false entry for a slot that holds another one here proves that its seat signed twice; then
    that is the case.

    Args:
        proof: as it came.
        table: of the game.
        before: is called before a signed entry is checked in full; what it raises goes through.

    Raises:
        PeerError: it does not hold.
        Waiting, Undecided: this table cannot tell, or not yet. The signature does hold.
        GameError: a plugin raised.
    """
    proof = tidy(*proof)
    if proof.kind == "twice":
        return _signed_twice(proof, table)
    if proof.kind == "heads":
        return _stood_twice(proof, table)
    if proof.kind == "past":
        return _changed_past(proof, table)
    return _false_entry(proof, table, before)


def _signed_twice(proof: Proof, table: Table) -> Case:
    one, other = (_body(item, table) for item in proof.items)
    if (one.step, one.place) != (other.step, other.place):
        raise _proves_nothing("the entries belong to two slots")
    if proof.items[0].body == proof.items[1].body:
        raise _proves_nothing("both entries are the same")
    are_moves = one.kind == other.kind == "move"
    return _case(proof, table, one.place, one.step, "moves" if are_moves else "twice")


def _stood_twice(proof: Proof, table: Table) -> Case:
    one, other = (_standing(item, table) for item in proof.items)
    if (one.step, one.place) != (other.step, other.place):
        raise _proves_nothing("the heads are of two steps or seats")
    if one.digest == other.digest:
        raise _proves_nothing("the heads do not differ")
    return _case(proof, table, one.place, one.step, "heads")


def _changed_past(proof: Proof, table: Table) -> Case:
    standings = [_standing(item, table) for item in proof.items]
    early, late = sorted(standings, key=lambda each: each.step)
    if early.place != late.place or early.step == late.step:
        raise _proves_nothing("the heads are of one step, or of two seats")
    journal = table.journal
    if late.step > journal.step or late.digest != journal.digest_before(late.step):
        raise Waiting(late.place)
    if early.digest == journal.digest_before(early.step):
        raise _proves_nothing("the heads do not differ")
    return _case(proof, table, early.place, early.step, "heads")


def _false_entry(proof: Proof, table: Table, before: Callable[[Body], None]) -> Case:
    (item,) = proof.items
    body, journal = _body(item, table), table.journal
    if body.step > journal.step:
        raise Undecided(body, item, is_ahead=True)
    known = entry_at(journal, body.step, body.place)
    if known and known.body != item.body:
        return examine(tidy("twice", (known, item)), table)
    if body.prev != journal.digest_before(body.step):
        raise Undecided(body, item, is_ahead=False)
    before(body)
    fault, reason = _fault(body, item, table)
    if fault != proof.kind:
        raise _proves_nothing("the entry is none of which that can be said")
    return _case(proof, table, body.place, body.step, fault, reason)


def false_entry(item: Entry, error: EntryError, table: Table) -> Case:
    """Return the case of a signed entry that a table has just refused as false."""
    body, reason = error.body, plain_text(error.reason, _REASON)
    return _case(Proof(error.fault, (item,)), table, body.place, body.step, error.fault, reason)


def _fault(body: Body, item: Entry, table: Table) -> tuple[str, str]:
    """Return what this table finds wrong with an entry, and the reason."""
    try:
        with rules_at_work(table.rules):
            table.check_slot(body)
            table.check_content(item.body, body)
    except EntryError as error:
        return error.fault, plain_text(error.reason, _REASON)
    return "", ""


def entry_at(journal: Journal, step: int, place: int) -> Entry | None:
    """Return the entry that a journal holds in a slot, if any; no later step than its own."""
    if step == journal.step:
        return journal.pending.get(place)
    return next((e for e in journal.steps[step] if parse_body(e.body).place == place), None)


def accusation(table: Table) -> Finding | None:
    """Return what a whole journal proves: opened cards that show a seat's word to be false."""
    accused = table.accused
    if accused is None:
        return None
    place, step = table.place_of(accused.seat), table.journal.step
    return Finding(
        place, "claim", step, _sentence(_FACTS["claim"], table, place, step, str(accused))
    )


def _body(item: Entry, table: Table) -> Body:
    """Return what a signed entry says; its signature holds."""
    try:
        body = parse_body(item.body)
    except JournalError as error:
        raise _proves_nothing("what was signed is no entry") from error
    _check_signed(item, table, body.game_id, body.place, "sign-entry", entry_id(item.body))
    return body


def _standing(item: Entry, table: Table) -> Standing:
    """Return where a signed head or entry says that its seat stands; its signature holds."""
    try:
        standing = read_head(Head(*item))
    except PeerError:
        body = _body(item, table)
        return Standing(body.game_id, body.place, body.step, body.prev)
    _check_signed(item, table, standing.game, standing.place, "head", item.body)
    return standing


def _check_signed(
    item: Entry, table: Table, game: bytes, place: int, purpose: str, data: bytes
) -> None:
    seats = table.genesis.seats
    if game != table.genesis.game_id or place >= len(seats):
        raise _proves_nothing("it is of another game")
    if not verify(seats[place].identity, purpose, data, item.signature):
        raise _proves_nothing("a signature does not hold", SIGNATURE)


def _proves_nothing(reason: str, code: str = "") -> PeerError:
    return PeerError("Evidence came that proves nothing: {reason}.", code=code, reason=reason)


# words


def _case(
    proof: Proof, table: Table, place: int, step: int, sentence: str, reason: str = ""
) -> Case:
    said = _sentence(_FACTS[sentence], table, place, step, reason)
    return Case(proof, Finding(place, proof.kind, step, said))


def _sentence(id: str, table: Table, place: int, step: int, reason: str) -> Message:
    name = table.genesis.names[place]
    if "{fault}" in id:
        return message(id, name=name, step=step, fault=reason.rstrip("."))
    return message(id, name=name, step=step)


_FACTS = {
    "moves": "{name} signed two different moves at step {step}.",
    "twice": "{name} signed two different entries at step {step}.",
    "heads": "{name} signed two different histories at step {step}.",
    "invalid": "{name} signed an entry that is false at step {step}: {fault}.",
    "claim": "{name} said something false of hidden cards before step {step}: {fault}.",
}
_ENDS = {
    "moves": "{name} signed two different moves at step {step}: the game ends here. "
    "Both are kept as proof (bastide verify shows them).",
    "twice": "{name} signed two different entries at step {step}: the game ends here. "
    "Both are kept as proof (bastide verify shows them).",
    "heads": "{name} signed two different histories at step {step}: the game ends here. "
    "Both are kept as proof (bastide verify shows them).",
    "invalid": "{name} signed an entry that is false at step {step}: {fault}. "
    "The game ends here; the entry is kept as proof (bastide verify shows it).",
    "claim": "{name} said something false of hidden cards before step {step}: {fault}. "
    "The game ends here; the journal is the proof (bastide verify shows it).",
}
_END_OF = {_FACTS[name]: end for name, end in _ENDS.items()}


def end_of_game(finding: Finding) -> Message:
    """Return the sentence for a game that ends with a finding."""
    return finding.message._replace(id=_END_OF[finding.message.id])
