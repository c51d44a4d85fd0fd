"""`bastide verify`, `export` and `replay`."""

import errno
import json
import os
import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.journal import FILE_HEADER, Entry, Seat, entry_id
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.net.games import open_table
from bastide.net.identity import Identity, master_secret
from bastide.net.lobby.terms import genesis_of
from bastide.net.storage.store import GameStatus, Store, stored
from bastide.net.sync.evidence import tidy
from bastide.net.sync.heads import Standing, signed_head
from tests.cli.conftest import Run, Said, Spawn
from tests.sizes import SIZES

GAME = ("play", "carcassonne", "--seats", "2", "--bots", "random,random", "--seed", "7")
PART = ("play", "carcassonne", "--bots", "random", "--seed", "7", "--player", "Ada")


@pytest.fixture
def journal(bastide: Run, tmp_path: Path) -> Path:
    """Return the journal file of a whole game."""
    bastide(*GAME)
    file = tmp_path / "game.bastide"
    assert bastide("export", "carcassonne", str(file)).code == 0
    return file


@pytest.fixture
def part(bastide: Run, tmp_path: Path) -> Path:
    """Return the journal file of a game that has just begun."""
    bastide(*PART, typed="1\n1\ndone\n" * 3)
    file = tmp_path / "part.bastide"
    assert bastide("export", "carcassonne", str(file)).code == 0
    return file


def test_good_journal(bastide: Run, journal: Path) -> None:
    said = bastide("verify", str(journal))
    content = json.loads(bastide("verify", str(journal), "--json").out)

    assert (said.code, said.err) == (0, "")
    assert said.lines[0] == f"All {content['entries']} entries are signed and verified."
    assert said.lines[-1] == f"Journal digest: {content['digest']}"
    assert content["good"] is True
    assert content["over"] is True
    assert content["game"] == "carcassonne"
    assert len(content["scores"]) == 2


def test_table_and_its_file_are_the_same(bastide: Run, journal: Path) -> None:
    of_table = json.loads(bastide("verify", "carcassonne", "--json").out)
    of_file = json.loads(bastide("verify", str(journal), "--json").out)

    assert of_table.pop("title").startswith("Carcassonne against random, random, ")
    assert of_file.pop("title") == "game.bastide"
    assert of_table == of_file


def test_unfinished_table_is_good_as_far_as_it_goes(bastide: Run, part: Path) -> None:
    said = bastide("verify", str(part))

    assert said.code == 0
    assert "The game is not over." in said.lines


def frames(data: bytes) -> list[tuple[str, int, int]]:
    """Return name, first and last byte + 1 of the header and of each frame of a file."""
    found = [("header", 0, len(FILE_HEADER))]
    at, number = len(FILE_HEADER), 0
    while at < len(data):
        size = 4 + int.from_bytes(data[at : at + 4], "big")
        found.append(("genesis" if number == 0 else f"entry {number}", at, at + size))
        at, number = at + size, number + 1
    _, start, stop = found.pop()
    return [*found, ("end", start, stop)]


def test_any_changed_byte_is_found_and_its_entry_named(bastide: Run, part: Path) -> None:
    data = part.read_bytes()
    where = {n: name for name, start, stop in frames(data) for n in range(start, stop)}
    chosen = range(len(data))
    if len(chosen) > SIZES.changed_bytes:
        chosen = sorted(random.Random(1).sample(chosen, SIZES.changed_bytes))
    last = [name for name in where.values() if name.startswith("entry")][-1]
    bad = part.with_name("bad.bastide")

    for position in chosen:
        changed = bytearray(data)
        changed[position] ^= 1 << (position % 8)
        bad.write_bytes(changed)
        said = bastide("verify", str(bad))
        assert said.code == 1, position
        assert said.out == ""
        assert len(said.err.splitlines()) == 1
        fault = said.err.partition(". Before")[0].lower()
        name = where[position]
        if name == "header":
            other = ("this is not a bastide journal", "this journal has the file header of")
            assert fault.startswith(other), (position, fault)
        elif name == "end":
            number = int(last.split()[1]) + 1
            assert fault.startswith(("the end", "the digest at the end", "something follows",
                                     f"entry {number}")), (position, fault)  # fmt: skip
        elif name == "genesis":
            assert fault.startswith("the genesis"), (position, fault)
        else:
            assert fault.startswith((f"{name}:", f"{name} (")), (position, fault)


def test_cut_file_is_refused(bastide: Run, part: Path) -> None:
    data = part.read_bytes()
    for length in (0, 5, len(FILE_HEADER), len(data) // 2, len(data) - 1):
        part.write_bytes(data[:length])
        assert bastide("verify", str(part)).code == 1
    part.write_bytes(data + b"\0")
    assert "Something follows the end" in bastide("verify", str(part)).err


def test_json_of_a_bad_journal_names_the_fault(bastide: Run, part: Path) -> None:
    data = bytearray(part.read_bytes())
    data[-80] ^= 1
    part.write_bytes(data)

    said = bastide("verify", str(part), "--json")

    content = json.loads(said.out)
    assert (said.code, said.err) == (1, "")
    assert content["good"] is False
    assert content["fault"]


def test_export_names_its_file_and_overwrites_journals_only(
    bastide: Run, journal: Path, tmp_path: Path
) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("dear")

    again = bastide("export", "carcassonne", str(journal))
    refused = bastide("export", "carcassonne", str(other))

    assert again.lines[0] == f"Replaced: {journal}"
    assert refused.code == 1
    assert refused.err == f"{other} is there and is no journal; nothing was written.\n"
    assert other.read_text() == "dear"


BAD = {
    ("verify", "nowhere"): "No stored game is called nowhere.",
    ("verify", "nowhere.bastide"): "There is no journal file nowhere.bastide.",
    ("verify", "no/where"): "There is no journal file no/where.",
    ("replay", "nowhere"): "No stored game is called nowhere.",
    ("export", "nowhere", "x"): "No stored game is called nowhere.",
    ("export", "carcassonne", "/no/such/folder/x"): (
        "/no/such/folder/x cannot be written: its folder is not there. Make that first."
    ),
}


@pytest.mark.parametrize(("words", "wanted"), BAD.items(), ids=map(" ".join, BAD))
def test_what_is_not_there_is_named(
    bastide: Run, sentence: Callable[[Said], str], words: tuple[str, ...], wanted: str
) -> None:
    bastide(*PART, typed="quit\n")

    said = bastide(*words)

    assert (said.code, sentence(said)) == (1, wanted)


def test_nothing_is_looked_at_where_nothing_is_named(
    bastide: Run, sentence: Callable[[Said], str]
) -> None:
    for words in (("verify", ""), ("replay", " ")):
        said = bastide(*words)
        assert (said.code, sentence(said)) == (2, "Name a journal file, or a table.")


def test_reading_needs_no_right_to_write(
    bastide: Run, journal: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A data folder on a disk that can only be read."""

    def refuse(*_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    wanted = bastide("verify", "carcassonne")
    monkeypatch.setattr("bastide.net.storage.database._make_private", refuse)

    assert bastide("verify", "carcassonne") == wanted
    assert bastide("verify", str(journal)).code == 0
    assert bastide("export", "carcassonne", str(journal)).code == 0
    assert bastide("replay", "carcassonne", "--brief").code == 0
    played = bastide(*PART)
    assert played.code == 1
    assert "can only be read; --home names another folder" in played.err


def test_a_history_that_leads_elsewhere_is_good_up_to_there(
    bastide: Run, part: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With other rules files it would not even be opened: the version is not the reason."""
    monkeypatch.setattr("bastide.core.rules.Rules.digest", lambda *_: b"\0" * 32)

    said = bastide("verify", str(part))

    assert said.code == 1
    assert said.err == (
        "Entry 1 (step 0, seat 1): the same history led to another position there.\n"
    )


EVE = Identity(b"\x07" * 32)


@pytest.fixture
def cheated(bastide: Run, home: Path) -> bytes:
    """Put a game of Ada's into the data folder in which Eve has signed two histories."""
    bastide("tables")
    with Store(home) as store:
        ada = store.identity()
        installed = Plugins(built_in())
        seats = [Seat(ada.key, "Ada"), Seat(EVE.key, "Eve")]
        genesis = genesis_of(
            installed, Setup("carcassonne", 2), seats, deal="open", nonce=bytes(32)
        )
        game = genesis.game_id
        accepts = tuple(each.sign("accept", game) for each in (ada, EVE))
        store.add_game(genesis, accepts, {0: master_secret(ada, game)}, title="kitchen")
        store.lock_game(game)
        table = open_table(installed, genesis, accepts)
        for place, signer in enumerate((ada, EVE)):
            body = table.body(place, "join", {"dice": bytes(32)})
            entry = Entry(body, signer.sign("sign-entry", entry_id(body)))
            table.add(entry)
            store.append(game, [stored(entry)])
        heads = [signed_head(Standing(game, 1, 1, bytes([n]) * 32), EVE) for n in range(2)]
        proof = tidy("heads", tuple(Entry(head.body, head.signature) for head in heads))
        store.put_evidence(game, proof)
        store.set_status(game, GameStatus.FROZEN)
    return game


FOUND = [
    "The journal is good as far as it goes, but it proves that somebody cheated.",
    "Proof 1: Eve signed two different histories at step 1.",
]


def test_proof_of_a_cheat_is_shown_of_a_table_and_of_its_file(
    bastide: Run, cheated: bytes, tmp_path: Path
) -> None:
    file = tmp_path / "kitchen.bastide"

    of_table = bastide("verify", "kitchen")
    exported = bastide("export", "kitchen", str(file))
    of_file = bastide("verify", str(file))
    content = json.loads(bastide("verify", str(file), "--json").out)

    assert (of_table.code, exported.code, of_file.code) == (1, 0, 1)
    assert of_table.err == of_file.err == ""
    assert of_table.lines == of_file.lines
    assert of_file.lines[0] == "All 2 entries are signed and verified."
    assert of_file.lines[-2:] == FOUND
    assert content["good"] is True
    assert content["evidence"] == [
        {
            "kind": "heads",
            "place": 1,
            "step": 1,
            "says": "Eve signed two different histories at step 1.",
        }
    ]


def test_proof_that_does_not_hold_is_a_fault_of_the_journal(
    bastide: Run, sentence: Callable[[Said], str], cheated: bytes, home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "kitchen.bastide"
    bastide("export", "kitchen", str(file))
    data = bytearray(file.read_bytes())
    data[data.index(b"evidence") + 60] ^= 1
    file.write_bytes(data)

    said = bastide("verify", str(file))

    assert said.code == 1
    assert sentence(said).startswith("Evidence 1: Evidence came that proves nothing: ")
    assert sentence(said).endswith("Before it 2 entries are good.")


def test_replay_tells_the_game_again(bastide: Run, journal: Path) -> None:
    played = bastide(*GAME).lines
    told = bastide("replay", str(journal)).lines

    over = played.index("The game is over.")
    assert told[:over] == played[:over]
    assert told[over + 1 : over + 4] == played[over + 1 : over + 4]


def test_replay_alone_lists_the_finished_games(bastide: Run) -> None:
    bastide(*PART, typed="quit\n")
    said = bastide("replay")
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("No game is finished here yet: ")

    bastide(*GAME, "--brief")
    head, row, how = bastide("replay").lines
    assert head.split() == ["id", "table", "game", "began", "players"]
    assert re.search(r"  carcassonne +\d+ \w+ \d\d:\d\d  random [12] \d+, random [12] \d+$", row)
    assert how.startswith("`bastide replay ID` shows one of them again")
    assert bastide("replay", row.split()[0], "--brief").code == 0


def test_replay_of_a_bad_journal_stops_at_the_fault(bastide: Run, journal: Path) -> None:
    data = bytearray(journal.read_bytes())
    data[len(data) // 2] ^= 1
    journal.write_bytes(data)

    said = bastide("replay", str(journal))

    assert said.code == 1
    assert said.lines
    assert "The game is over." not in said.lines
    assert said.err.startswith("Entry ")


def test_replay_is_written_in_ascii(spawn: Spawn, journal: Path) -> None:
    """Field report F25; other encodings: `test_encodings`."""
    said = spawn("replay", str(journal), "--plain", "--lang", "fr", PYTHONIOENCODING="ascii")

    assert (said.code, said.err) == (0, "")
    assert "La partie" in said.out


@pytest.mark.plays("strategic")
def test_a_game_with_hidden_hands_is_exported_only_once_it_is_over(
    bastide: Run, tmp_path: Path
) -> None:
    hands = ("play", "carcassonne", "--with", "strategic", "--bots", "random", "--seed", "7")
    file = tmp_path / "game.bastide"
    reason = (
        "The journal can be written once the game is over: it holds the seed, from which all "
        "hands follow.\n"
    )

    said = bastide(*hands, typed=f"export {file}\nquit\n")
    assert reason in said.out
    exported = bastide("export", "carcassonne", str(file))

    assert (exported.code, exported.err) == (1, reason)
    assert not file.exists()
