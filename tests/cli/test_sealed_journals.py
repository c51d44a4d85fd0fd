"""`bastide verify` and `replay` of a game whose hands are sealed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bastide.cli.catalogs import Language
from bastide.cli.journals import Judged, judged
from bastide.cli.program import Flags, Program
from bastide.cli.sessions.lan_session import LanSession
from bastide.cli.sessions.replay_session import ReplaySession
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.state import PUBLIC
from bastide.net import limits
from bastide.net.node import Node
from bastide.net.storage.store import Store
from bastide.net.veil.proofs import Statement
from bastide.net.veil.workshop import Workshop
from tests.cli.conftest import Run
from tests.cli.sessions import close, eventually, within
from tests.cli.test_hands import known

pytestmark = pytest.mark.plays("strategic")

SETUP = Setup("carcassonne", 2, ("strategic",), (("seating", "listed"),))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, texts: Language) -> Path:
    """Return a data folder with a sealed game of two turns, of a person and a bot."""
    folder = tmp_path_factory.mktemp("sealed")

    async def play() -> None:
        node = Node(Store(folder), Plugins(built_in()), "Ada", interfaces=list)
        await node.start()
        node.begin(node.host(SETUP, "kitchen", bots=[("random", "Rob")]))
        await eventually(lambda: bool(node.games))
        [game] = node.games.values()
        session = LanSession(node, texts, game, "kitchen", pace=0.0)
        session.hand_over("random")
        await eventually(lambda: session.table.state.turn >= 2)
        await close([node], session)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limits, "PROOF_ROUNDS", 4)
        within(play())
    return folder


@pytest.fixture
def kitchen(played: Path, home: Path) -> Path:
    """Return the data folder of the test, with the sealed game in it."""
    shutil.copytree(played, home)
    return home


def replayed(found: Judged, texts: Language) -> ReplaySession:
    table = found.verdict.table
    assert table is not None
    session = ReplaySession(Plugins(built_in()), texts, table.journal, "kitchen", found.own)
    session.go(session.length)
    return session


@pytest.fixture
def checked(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return the verdicts on proofs, one for each that is checked."""
    verdicts: list[bool] = []
    verify = Workshop.verify_now

    def noting(workshop: Workshop, statement: Statement, proof: bytes) -> bool:
        verdicts.append(verify(workshop, statement, proof))
        return verdicts[-1]

    monkeypatch.setattr(Workshop, "verify_now", noting)
    return verdicts


def test_a_replay_of_our_own_table_shows_our_hand_and_checks_no_proof(
    kitchen: Path, texts: Language, checked: list[bool]
) -> None:
    session = replayed(judged(Program(Flags()), "kitchen", trusting=True), texts)

    assert session.eyes == 0
    assert known(session.state) == {0}
    assert checked == []


def test_a_replay_of_a_file_shows_what_everybody_knows(
    kitchen: Path, bastide: Run, texts: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", 4)
    file = tmp_path / "kitchen.bastide"
    assert bastide("export", "kitchen", str(file)).code == 0

    session = replayed(judged(Program(Flags()), str(file), trusting=True), texts)

    assert session.eyes == PUBLIC
    assert known(session.state) == set()


def test_verify_checks_every_proof(kitchen: Path, bastide: Run, checked: list[bool]) -> None:
    said = bastide("verify", "kitchen")

    assert (said.code, said.err) == (0, "")
    assert len(checked) > 2
    assert all(checked)


def test_a_proof_that_does_not_hold_is_a_fault(
    kitchen: Path, bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Workshop, "verify_now", lambda *_: False)

    said = bastide("verify", "kitchen")

    assert said.code == 1
    assert "a proof that does not hold" in said.err.casefold()


def test_an_interrupted_check_ends_with_one_sentence_and_closes_the_workshop(
    kitchen: Path, bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed: list[Workshop] = []
    close_workshop = Workshop.close

    def closing(workshop: Workshop) -> None:
        close_workshop(workshop)
        closed.append(workshop)

    def interrupt(*_: object) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(Workshop, "verify_now", interrupt)
    monkeypatch.setattr(Workshop, "close", closing)

    said = bastide("verify", "kitchen")

    assert (said.code, said.out, said.err) == (130, "", "Stopped.\n")
    assert len(closed) == 1
