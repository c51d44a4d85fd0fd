"""The processes of bots: bots that fail cost one move at random, and outlive nobody."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.sessions import bot_worker
from bastide.cli.sessions.bot_worker import BotWorker
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish
from bastide.core.draft import Draft
from bastide.core.messages import English
from bastide.core.packages import ENTRY_POINT_GROUP
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.table import Table
from bastide.net.storage.store import Store
from tests.cli.conftest import SOURCES

pytestmark = pytest.mark.plays("carcassonne")

PATIENCE = 60.0
"""Seconds after which something that should have happened has not."""

BOTS = """
import os
import sys
from bastide.core.hookspecs import Bot, Manifest, hookimpl

FIFO = {fifo!r}

@hookimpl
def bastide_manifest():
    return Manifest("odd", "1", "extra")

class Unpicklable:
    def __reduce__(self):
        raise ValueError("no copies")

def raises(state):
    raise ValueError("no idea")

def leaves(state):
    sys.exit("had enough")

def dies(state):
    os._exit(3)

def nothing(state):
    return None

def unpicklable(state):
    return Unpicklable()

def hangs(state):
    held = os.open(FIFO, os.O_WRONLY)
    os.write(held, b"!")
    while True:
        pass

def prints(rules, seat, seed):
    def choose(state):
        print("x" * 100_000)
        os.write(1, b"y" * 100_000)
        os.write(2, b"z" * 100_000)
        sys.stdin.read()
        return rules.legal(state)[-1]
    return choose

@hookimpl
def bastide_bots():
    ways = raises, leaves, dies, nothing, unpicklable, hangs
    bots = [Bot(way.__name__, (), lambda rules, seat, seed, way=way: way) for way in ways]
    return [*bots, Bot("prints", (), prints)]
"""


@pytest.fixture
def fifo(tmp_path: Path) -> Path:
    """The pipe that the bot `hangs` holds as long as its process lives."""
    os.mkfifo(tmp_path / "alive")
    return tmp_path / "alive"


@pytest.fixture
def site(tmp_path: Path, fifo: Path) -> str:
    """A folder with a plugin whose bots fail in all ways."""
    folder = tmp_path / "site"
    info = folder / "odd_plugin-1.dist-info"
    info.mkdir(parents=True)
    (folder / "odd_plugin.py").write_text(BOTS.format(fifo=str(fifo)))
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: odd-plugin\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[{ENTRY_POINT_GROUP}]\nodd = odd_plugin\n")
    return str(folder)


@pytest.fixture
def session(tmp_path: Path) -> LocalSession:
    plugins = Plugins(built_in())
    setup = Setup("carcassonne", 2, (), (("seating", "listed"),))
    store, texts = Store(tmp_path / "data"), Catalogs(own_catalogs()).texts("en")
    wish = LocalWish(setup, ())
    return begin(store, plugins, texts, store.identity(), "Ada", wish, seed=bytes(32), pace=0.0)


@pytest.fixture
def table(session: LocalSession) -> Table:
    return session.table


Choose = Callable[[str], str]


@pytest.fixture
def fault_of(table: Table, site: str, monkeypatch: pytest.MonkeyPatch) -> Choose:
    """Return a function that lets a bot make one legal choice, and returns the fault told."""
    monkeypatch.syspath_prepend(site)

    async def choose(bot: str) -> str:
        draft = Draft(table, table.acting[0])
        accepts = table.journal.accepts
        worker = BotWorker(table.genesis, accepts, bot, table.place_of(draft.seat), 1)
        try:
            action, fault = await worker.choose(table, draft)
        finally:
            worker.close()
        assert action in draft.legal()
        return English().say(fault) if fault else ""

    return lambda bot: asyncio.run(choose(bot))


@pytest.mark.parametrize(
    ("bot", "fault"),
    [
        ("raises", "ValueError: no idea"),
        ("leaves", "SystemExit: had enough"),
        ("dies", "its process has ended"),
        ("nothing", "it chose what is not possible"),
        ("unpicklable", "ValueError: no copies"),
        ("prints", ""),
        ("absent", "this bot is not installed"),
    ],
)
def test_a_bot_that_fails_is_replaced_by_chance_with_the_reason(
    fault_of: Choose, bot: str, fault: str
) -> None:
    assert fault_of(bot) == fault


def test_a_bot_that_hangs_is_ended_after_its_time(
    fault_of: Choose, fifo: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_worker, "START_SECONDS", 1.0)
    held = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)

    assert fault_of("hangs") == "no answer within 1 s"

    assert read_all(held) in (b"", b"!"), "a slow machine ends it before it thinks"


def test_a_fault_of_the_program_at_a_bots_turn_is_told_at_once(
    session: LocalSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "play_for_bot", lambda draft: 1 // 0)

    async def run() -> BaseException:
        heard: asyncio.Future[BaseException] = asyncio.get_running_loop().create_future()
        asyncio.get_running_loop().set_exception_handler(
            lambda _, context: heard.set_result(context["exception"])
        )
        session.hand_over("random")
        try:
            return await asyncio.wait_for(heard, PATIENCE)
        finally:
            await session.leave()

    assert isinstance(asyncio.run(run()), ZeroDivisionError)


def read_some(held: int) -> bytes:
    assert select.select([held], [], [], PATIENCE)[0], "the process is still there"
    return os.read(held, 1)


def read_all(held: int) -> bytes:
    """Return what is written to a pipe until all who can write are gone."""
    data = b""
    while more := read_some(held):
        data += more
    os.close(held)
    return data


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_bot_ends_in_silence_when_the_program_is_gone(
    site: str, fifo: Path, unmeasured: dict[str, str], number: signal.Signals
) -> None:
    held = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
    words = ["play", "carcassonne", "--seats", "2", "--bots", "hangs,hangs", "--brief"]
    program = subprocess.Popen(
        [sys.executable, "-m", "bastide", *words],
        env={**unmeasured, "PYTHONPATH": f"{site}{os.pathsep}{SOURCES}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    while not (select.select([held], [], [], 0.05)[0] and os.read(held, 1)):
        assert program.poll() is None

    os.killpg(program.pid, number)  # as a terminal sends it: to all that it holds

    _, said = program.communicate(timeout=PATIENCE)
    assert said.decode().splitlines() in ([], ["Stopped."])
    assert read_all(held) == b""
