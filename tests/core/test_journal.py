from __future__ import annotations

from random import Random

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.encoding import enc, u32
from bastide.core.journal import FILE_HEADER as HEADER
from bastide.core.journal import (
    Entry,
    Journal,
    JournalError,
    JournalFile,
    check_accepts,
    entry_id,
    parse_body,
    parse_genesis,
    read_file,
    write_file,
)
from bastide.core.rules import Rules
from bastide.core.table import EntryError, Table
from tests.core.tables import local_table, move, verify
from tests.sizes import SIZES


def played(rules: Rules, moves: int) -> Table:
    """Return a local table after some moves, the last legal one each time."""
    table = local_table(rules)
    for _ in range(moves):
        move(table, rules.legal(table.state)[-1])
    return table


def judge(rules: Rules, data: bytes) -> Table:
    """Check everything in a journal file; the error names the first bad entry."""
    content = read_file(data)
    genesis = parse_genesis(content.genesis)
    check_accepts(genesis, content.accepts, verify)
    table = Table(rules, Journal(genesis, content.accepts), LocalDealer(genesis.seed))
    for number, entry in enumerate(content.entries, 1):
        try:
            body = parse_body(entry.body)
            table.check_slot(body)
            key = genesis.seats[body.place].identity
            if not verify(key, "sign-entry", entry_id(entry.body), entry.signature):
                raise JournalError("the signature does not hold")
            table.check_content(entry.body, body)
        except (JournalError, EntryError) as error:
            raise JournalError(f"entry {number}: {error}") from error
        table.add(entry)
    if table.journal.prev != content.digest:
        raise JournalError("the end does not fit")
    return table


# the chain


def test_a_step_is_chained_to_all_before_it(nim_rules: Rules) -> None:
    journal = played(nim_rules, 3).journal

    assert journal.step == 3
    assert journal.prev == journal.digests[-1]
    assert journal.digest_before(0) == journal.genesis.game_id
    assert journal.digest_before(2) == journal.digests[1]
    for step, entries in enumerate(journal.steps):
        assert parse_body(entries[0].body).prev == journal.digest_before(step)


def test_entries_are_in_the_order_of_places(nim_rules: Rules) -> None:
    journal = played(nim_rules, 1).journal
    one, two = Entry(b"one", b""), Entry(b"two", b"")

    journal.add(1, two)
    journal.add(0, one)

    assert journal.entries(1) == [one, two]
    assert len(journal.entries()) == 3
    journal.close_step()
    assert journal.steps[1] == (one, two)
    assert journal.pending == {}


def test_cutting_a_journal_short_returns_what_was_dropped(nim_rules: Rules) -> None:
    journal = played(nim_rules, 4).journal
    whole, digests = journal.entries(), journal.digests[:]

    dropped = journal.truncate(1)

    assert journal.entries() + dropped == whole
    assert journal.digests == digests[:1]


# the file


def test_a_file_holds_the_whole_journal(nim_rules: Rules) -> None:
    table = played(nim_rules, 4)
    journal = table.journal

    content = read_file(write_file(journal))

    assert content == JournalFile(
        journal.genesis.data, journal.accepts, tuple(journal.entries()), journal.prev
    )
    assert judge(nim_rules, write_file(journal)).state_digest == table.state_digest


def test_entries_of_an_unfinished_step_stay_out_of_the_file(nim_rules: Rules) -> None:
    journal = played(nim_rules, 2).journal
    before = write_file(journal)

    journal.add(0, Entry(b"pending", b""))

    assert write_file(journal) == before


def test_a_game_without_moves_is_a_file_too(nim_rules: Rules) -> None:
    data = write_file(played(nim_rules, 0).journal)

    assert read_file(data).entries == ()
    assert judge(nim_rules, data).journal.step == 0


def changed_byte_is_found(rules: Rules, data: bytes, at: int, change: int) -> None:
    damaged = bytearray(data)
    damaged[at] ^= change
    with pytest.raises(JournalError) as caught:
        judge(rules, bytes(damaged))
    _names(str(caught.value), at, data)


def test_every_changed_byte_of_a_small_file_is_found(nim_rules: Rules) -> None:
    data = write_file(played(nim_rules, 1).journal)

    for at in range(len(data)):
        changed_byte_is_found(nim_rules, data, at, 1 << at % 8)


def test_changed_bytes_of_a_larger_file_are_found(nim_rules: Rules) -> None:
    data, random = write_file(played(nim_rules, 6).journal), Random(1)

    for at in random.sample(range(len(data)), min(len(data), SIZES.changed_bytes)):
        changed_byte_is_found(nim_rules, data, at, random.randint(1, 255))


def _names(said: str, at: int, data: bytes) -> None:
    """Check that a sentence names the part of the file that holds a byte."""
    if at < len(HEADER):
        assert "file header" in said
        return
    start, number = len(HEADER), 0
    while at >= start + 4 + int.from_bytes(data[start : start + 4], "big"):
        start += 4 + int.from_bytes(data[start : start + 4], "big")
        number += 1
    entries = len(read_file(data).entries)
    where = "genesis" if number == 0 else f"entry {number}:"
    assert where in said or (number > entries and "end" in said), (at, said)


def test_a_file_cut_short_is_found_at_every_length(nim_rules: Rules) -> None:
    data = write_file(played(nim_rules, 2).journal)

    for length in range(len(data)):
        with pytest.raises(JournalError):
            judge(nim_rules, data[:length])


def test_something_after_the_end_is_found(nim_rules: Rules) -> None:
    data = write_file(played(nim_rules, 1).journal)

    with pytest.raises(JournalError, match="something follows the end of the journal"):
        read_file(data + b"\x00")


def frames(*contents: object) -> bytes:
    return HEADER + b"".join(u32(len(enc(c))) + enc(c) for c in contents)


GENESIS = ["genesis", b"", []]
END = ["end", 0, bytes(32)]


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"something else", "does not begin with the file header"),
        (b"bastide journal 2\nwhatever", "of another version"),
        (HEADER, "the genesis: the file is cut short"),
        (HEADER + b"\xff" * 9, "the genesis: the file is cut short or the frame is damaged"),
        (frames(GENESIS), "entry 1: the file is cut short"),
        (frames(END), "the genesis: not a frame of a journal"),
        (frames(GENESIS, GENESIS, END), "entry 1: not a frame of a journal"),
        (frames(GENESIS, ["entry", b""], END), "entry 1: not a frame of a journal"),
        (frames(GENESIS, 3, END), "entry 1: not a frame of a journal"),
        (frames(GENESIS, ["entry", b"", "text"], END), "entry 1: a field of a wrong type"),
        (frames(["genesis", b"", {}], END), "the genesis: a field of a wrong type"),
        (frames(GENESIS, ["end", True, bytes(32)]), "a field of a wrong type"),
        (frames(GENESIS, ["end", 1, bytes(32)]), "the end says 1 entries, the file has 0"),
        (frames(GENESIS, END, END), "something follows the end"),
        (HEADER + u32(3) + b"\xc1\x00\x00", "the genesis: the bytes are damaged or cut off"),
    ],
)
def test_what_is_no_journal_is_refused(data: bytes, fault: str) -> None:
    with pytest.raises(JournalError, match=fault):
        read_file(data)
