"""A data folder in which one value is not what was written: one sentence, and the rest goes on."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from bastide.cli.catalogs import Language
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.lan_session import LanSession
from bastide.cli.sessions.local_session import LocalSession
from bastide.cli.sessions.ports import LocalWish, Refused
from bastide.core.encoding import enc
from bastide.core.journal import Entry, Proof, Seat, make_genesis
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.errors import StoreError
from bastide.net.finding.choosing import Choice
from bastide.net.identity import Address, Identity
from bastide.net.node import Node
from bastide.net.storage.database import FILE_NAME
from bastide.net.storage.migrations import MIGRATIONS
from bastide.net.storage.store import GameStatus, Store, Trust
from bastide.net.talk import Said, sign_line
from tests.cli.conftest import Run
from tests.cli.sessions import close, eventually, within
from tests.sizes import SIZES

pytestmark = pytest.mark.plays("strategic")

SEALED = Setup("carcassonne", 2, ("strategic",), (("seating", "listed"),))
LOCAL = Setup("carcassonne", 2)
EVE, BOB = Identity(b"\x03" * 32), Identity(b"\x02" * 32)

VALUES = (
    "NULL",
    "-1",
    "0",
    "7",
    "4611686018427387904",
    "1.5",
    "''",
    "'word'",
    "CAST(x'ff' AS TEXT)",
    "char(27) || '[2J'",
    "x''",
    "x'00'",
    "x'c1'",
    "zeroblob(32)",
    "zeroblob(64)",
    "zeroblob(5000)",
)
"""What stands in the place of what was written."""

WORDS = ("-1", "0", "7", "4611686018427387904", "1.5", "''", "'word'")
"""Numbers become text in a column of text."""
ANY_BYTES = ("x''", "x'00'", "x'c1'", "zeroblob(32)", "zeroblob(64)", "zeroblob(5000)")
FITTING: dict[str, tuple[str, ...]] = {
    "branch.number": ("0", "7"),
    "branch.signature": ("zeroblob(64)",),
    "choice.place": ("0", "7"),
    "choice.step": ("0", "7"),
    "choice.value": ("x'00'",),
    "entry.signature": ("zeroblob(64)",),
    "evidence.kind": WORDS,
    "game.created": ("0", "7"),
    "game.title": WORDS,
    "identity.seed": ("zeroblob(32)",),
    "note.name": WORDS,
    "note.value": ("x'00'",),
    "peer.key": ("zeroblob(32)",),
    "peer.seen": ("0", "7"),
    "peer.trust": ("0",),
    "talk.body": ANY_BYTES,
    "talk.key": ("zeroblob(32)",),
    "talk.number": ("0", "7"),
    "talk.signature": ("zeroblob(64)",),
}
"""What might have been written there: only what refers to it can tell."""


UNREAD = ("game.verified", "head.")
"""Columns that older programs wrote, or their beginning: whatever is there harms nobody."""


class Ours(NamedTuple):
    """A data folder with a sealed game of the network and a local one, both unfinished."""

    folder: Path
    sealed: bytes
    local: bytes


@pytest.fixture(scope="module")
def whole(
    tmp_path_factory: pytest.TempPathFactory, plugins: Plugins, texts: Language
) -> Iterator[Ours]:
    """Return a folder in which every table of the database that is read has rows."""
    folder = tmp_path_factory.mktemp("whole")
    games: list[bytes] = []

    async def play() -> None:
        node = Node(Store(folder), plugins, "Ada", interfaces=list)
        lobby = LanLobby(node, texts, pace=0.0)
        await node.start()
        node.begin(node.host(SEALED, "kitchen", bots=[("random", "Rob")]))
        await eventually(lambda: bool(node.games))
        [game] = node.games.values()
        session = LanSession(node, texts, game, "kitchen", pace=0.0)
        session.hand_over("random")
        await eventually(lambda: session.table.state.turn >= 2)
        local = await lobby.play(LocalWish(LOCAL, ("random",)))
        assert isinstance(local, LocalSession)
        local.hand_over("random")
        await eventually(lambda: local.table.journal.step > 3)
        games.extend((game.game_id, local.table.genesis.game_id))
        await local.leave()
        with node.store._database.writing() as connection:
            connection.execute("UPDATE game SET title = 'garden' WHERE id = ?", (games[1],))
        node.store.lock_game(games[1])
        node.store.branch(games[1], 3)
        _fill(node.store, game.game_id)
        await close([node], session)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PROOF_ROUNDS", 4)
        within(play())
        yield Ours(folder, *games)


def _fill(store: Store, game: bytes) -> None:
    """Put something into the tables that this play has left empty."""
    store.put_peer(EVE.key, "Eve", [Address("10.0.0.7", 47100)], Trust.SEEN)
    store.put_cheat(EVE.key, game)
    store.put_choice(game, 3, 0, enc("fox"))
    store.put_talk(game, [sign_line(store.identity(), Said(game, 1, "hello")).line])
    seats = (Seat(EVE.key, "Eve"), Seat(BOB.key, "Bob"))
    attic = make_genesis(
        game="attic",
        version="1.0",
        rules_id=bytes(32),
        extensions=(),
        options={},
        seats=seats,
        deal="open",
        nonce=bytes(32),
    )
    store.add_game(attic, (), {}, title="attic", status=GameStatus.OVER)
    store.put_evidence(attic.game_id, Proof("twice", (Entry(b"one", bytes(64)),)))


def columns() -> list[str]:
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        for statement in chain.from_iterable(MIGRATIONS):
            connection.execute(statement)
        found = connection.execute(
            "SELECT t.name || '.' || c.name FROM sqlite_schema t, pragma_table_info(t.name) c "
            "WHERE t.type = 'table' ORDER BY 1"
        )
        return [str(name) for (name,) in found if not str(name).startswith(UNREAD)]


def damage(folder: Path, column: str, value: str) -> bool:
    """Put a value into the last row of its table; tell whether that changes anything."""
    table, _, name = column.partition(".")
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
        found = connection.execute(f"SELECT name FROM pragma_table_info('{table}') WHERE pk")
        keys = [each for (each,) in found]
        key, last = ", ".join(keys), ", ".join(f"{each} DESC" for each in keys)
        row = f"({key}) = (SELECT {key} FROM {table} ORDER BY {last} LIMIT 1)"
        try:
            changed = connection.execute(
                f"UPDATE {table} SET {name} = {value} WHERE {row} AND {name} IS NOT {value}"
            )
        except sqlite3.IntegrityError:  # a column that must hold something
            return False
        return changed.rowcount > 0


@pytest.fixture
def damaged(whole: Ours, tmp_path: Path) -> Callable[[str, str], Path | None]:
    """Return a function that makes a copy of the folder with a damaged value, if that is taken."""

    def copy(column: str, value: str) -> Path | None:
        folder = tmp_path / "copy"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(whole.folder, folder)
        return folder if damage(folder, column, value) else None

    return copy


Damage = Callable[[str, str], Path | None]


def test_what_is_whole_passes(whole: Ours, plugins: Plugins, texts: Language) -> None:
    with Store(whole.folder) as store:
        store.check()
    assert set(look_round(whole.folder, plugins, texts).values()) == {"open"}


@pytest.mark.parametrize("column", columns())
def test_every_damaged_value_is_told_by_its_table(damaged: Damage, column: str) -> None:
    table = column.partition(".")[0]
    for value in VALUES:
        folder = damaged(column, value)
        if folder is None:
            continue
        with Store(folder) as store:
            if value in FITTING.get(column, ()):
                store.check()
                continue
            with pytest.raises(StoreError, match="is damaged") as told:
                store.check()
        assert f" {table}." in str(told.value) or column in ("game.id", "game.genesis")


def some(column: str, *values: str) -> list[str]:
    """Return as many of the values as there is time for, others for each column."""
    first = columns().index(column)
    return [
        values[(first + n) % len(values)] for n in range(min(SIZES.damaged_values, len(values)))
    ]


def look_round(folder: Path, plugins: Plugins, texts: Language) -> dict[str, str]:
    """Open the list and every table in it; return by title how that went."""
    found: dict[str, str] = {}

    async def visit() -> None:
        with Store(folder) as store:
            node = Node(store, plugins, "Ada", interfaces=list)
            lobby = LanLobby(node, texts, pace=0.0)
            for row in lobby.tables:
                assert lobby.deletion(row.id)
                found[row.name] = row.note if row.state == "damaged" else await how(lobby, row.id)
            store.peers()
            store.known_cheats()
            await node.stop()

    within(visit())
    return found


async def how(lobby: LanLobby, id: str) -> str:
    """Return "open", or why a table cannot be opened."""
    try:
        await (await lobby.resume(id)).leave()
    except Refused as error:
        return str(error)
    return "open"


@pytest.mark.parametrize("column", columns())
def test_damage_to_one_table_leaves_the_other_one_open(
    damaged: Damage, column: str, plugins: Plugins, texts: Language
) -> None:
    for value in some(column, "NULL", "1.5", "CAST(x'ff' AS TEXT)", "zeroblob(32)"):
        folder = damaged(column, value)
        if folder is None:
            continue
        if column == "identity.seed" and value == "zeroblob(32)":  # somebody else
            found = look_round(folder, plugins, texts)
            assert all("belongs to this data folder" in each for each in found.values())
            continue
        if column.startswith("identity."):  # who we are is not known any more
            with pytest.raises(StoreError, match=column.replace(".", r"\.")):
                look_round(folder, plugins, texts)
            continue
        found = look_round(folder, plugins, texts)
        faults = [each for each in found.values() if each != "open"]
        assert {"garden", "kitchen"} & found.keys()
        assert len(faults) <= 1
        assert all("damaged" in each or "does not hold" in each for each in faults)


@pytest.mark.parametrize("column", columns())
def test_commands_answer_damage_with_one_sentence(
    damaged: Damage,
    column: str,
    bastide: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bastide.cli.doctoring.choice_of", lambda _: Choice((), list))
    for value in some(column, "CAST(x'ff' AS TEXT)", "zeroblob(32)"):
        folder = damaged(column, value)
        for words in (
            ("verify", "garden"),
            ("replay", "kitchen"),
            ("export", "garden", str(tmp_path / "garden.bastide")),
            ("resume", "nowhere"),
            ("resume", "--delete"),
            ("doctor",),
        ):
            if folder:
                said = bastide("--home", str(folder), *words)
                assert "went wrong" not in said.err
                assert "failed" not in said.err
                assert len(said.err.splitlines()) == (said.code and words != ("doctor",))


def test_lost_bot_closes_only_the_table_where_it_sits(
    damaged: Damage, plugins: Plugins, texts: Language
) -> None:
    folder = damaged("game.created", "7")
    assert folder
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
        connection.execute("UPDATE identity SET seed = x'00' WHERE label LIKE 'bot:%'")

    found = look_round(folder, plugins, texts)

    assert found["garden"] == "open"
    assert "identity.seed[bot:" in found["kitchen"]


def test_secret_of_another_game_is_told_as_such(whole: Ours, damaged: Damage, bastide: Run) -> None:
    folder = damaged("secret.master", "zeroblob(32)")
    id = whole.sealed.hex()[:8]

    said = bastide("--home", str(folder), "replay", "kitchen")

    assert (said.code, said.err) == (
        1,
        f"The stored game {id} cannot be read: secret.master is damaged. `bastide resume {id} "
        "--delete` deletes it; a copy of the data from before would bring it back.\n",
    )


def test_secret_of_another_game_is_told_where_the_identity_is_lost_too(
    damaged: Damage, bastide: Run
) -> None:
    folder = damaged("secret.master", "zeroblob(32)")
    assert folder
    with contextlib.closing(sqlite3.connect(folder / FILE_NAME)) as connection, connection:
        connection.execute("DELETE FROM identity")
        connection.execute("UPDATE secret SET master = zeroblob(32)")

    said = bastide("--home", str(folder), "replay", "kitchen")

    assert "are not those of this game; put a copy of the data folder back." in said.err


@pytest.mark.parametrize("value", ["NULL", "7", "x'00'"])
def test_table_whose_id_is_damaged_can_be_deleted(
    damaged: Damage, value: str, bastide: Run
) -> None:
    folder = damaged("game.id", value)
    assert folder
    with Store(folder) as store:
        [bad] = store.bad_games()

    said = bastide("--home", str(folder), "resume", "--delete", bad.id, typed="yes\n")

    assert said.code == 0
    with Store(folder) as store:
        assert store.bad_games() == []
        assert len(store.games()) == 2
