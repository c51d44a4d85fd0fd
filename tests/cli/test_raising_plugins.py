"""A plugin may raise, or answer nonsense, anywhere: the program says which one, and goes on."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.lines.line_table import LineTable
from bastide.cli.lines.line_words import LineWords
from bastide.cli.lines.telling import Teller
from bastide.cli.lines.typed_lines import Lines
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.bot_worker import BotWorker
from bastide.cli.sessions.guarded_screen import METHODS
from bastide.cli.sessions.judging import verdict_fact
from bastide.cli.sessions.local_session import LocalSession, begin
from bastide.cli.sessions.ports import LocalWish, Refused
from bastide.cli.sessions.replay_session import ReplaySession
from bastide.cli.simulation import BotFault, play_games
from bastide.core.blame import blame
from bastide.core.draft import Draft
from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.journal import JournalFile
from bastide.core.messages import English
from bastide.core.plugins import Plugins, Setup
from bastide.core.screen import Cursor, Overlay
from bastide.core.table import Table
from bastide.net.games import judge_content
from bastide.net.local import load_game
from bastide.net.rules_guard import RulesFailed
from bastide.net.storage.store import Store
from tests.cli import raising
from tests.cli.fakes import FakeLobby, make_shell
from tests.cli.raising import ASIDE, COMPOSED, HEAP, RULES, SWITCH, Odd

SETUP = Setup("stones", 2, (), (("seating", "listed"),))
RAISED = [
    ValueError("no such\nstone"),
    KeyError("x"),
    RecursionError(),
    SystemExit(3),
    Odd("odd"),
    Refused("a word of the program's"),
]
NONSENSE = [None, 5, [5]]
CURSOR = Cursor()


@pytest.fixture(autouse=True)
def _mended() -> Iterator[None]:
    yield
    SWITCH.at = ""


@pytest.fixture(scope="module")
def plugins() -> Plugins:
    return raising.plugins()


@pytest.fixture(scope="module")
def texts(plugins: Plugins) -> Language:
    return Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "data") as store:
        yield store


@pytest.fixture
def shell(tmp_path: Path, plugins: Plugins) -> Shell:
    return make_shell(FakeLobby(plugins, ()), tmp_path)


def opened(store: Store, plugins: Plugins, texts: Language, *bots: str) -> LocalSession:
    wish = LocalWish(SETUP, bots)
    return begin(store, plugins, texts, store.identity(), "Ada", wish, seed=bytes(32), pace=0.0)


def fail(at: str, fault: object) -> None:
    """Let a function fail from now on."""
    SWITCH.at, SWITCH.fault = at, fault


def play(session: LocalSession, turns: int = 40) -> str:
    """Send turns until the game is over or something is refused; return what was said then."""
    for _ in range(turns):
        while not session.needs_confirm and not session.finished:
            places = session.screen.places(session.state, session.eyes, CURSOR)
            if not places:
                return "nothing can be chosen"
            if refusal := session.choose(places[-1].action):
                return refusal
        if refusal := "" if session.finished else session.confirm():
            return refusal
    return ""


def look(shell: Shell, session: LocalSession) -> str:
    """Look at a table in both ways, and press keys; return what the screen shows."""
    page = TablePage(shell, session)
    shell.pages[:] = [page]
    page.changed()
    shown = ""
    for size in ((120, 36), (80, 24)):
        shown = "\n".join(page.paint(size, "").grid.lines())
        for key in ("f1", "n", "f5"):
            page.key(key)
            page.overlay(size)
        for line in ("3", "nothing like that", "zoom"):
            page.submit(line)
        page.offered(":ta")
        page.click(5, 5, False, size)
    teller = Teller(session, english, "unicode")
    words = LineWords(session, english, teller, send_at_once=False)
    for line in ("look", "board", "near a1", "scores", "log", "help", "rules", "7 7", "1", "undo"):
        words.obey(line)
    if session.finished:
        teller.result()
    return shown


def english(domain: str) -> English:
    """Return the texts as they stand in the code."""
    return English()


def kept(store: Store, session: LocalSession) -> bool:
    """Tell whether the disk has exactly what the table has."""
    entries = [each for step in session.table.journal.steps for each in step]
    return [each.body for each in store.entries(session.table.genesis.game_id)] == [
        each.body for each in entries
    ]


# rules


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        *((place, RAISED[0]) for place in (*RULES, *ASIDE)),
        *((place, fault) for place in ("legal", "effect") for fault in RAISED[1:]),
        *((place, fault) for place in ("legal", "route", "actor") for fault in NONSENSE[:2]),
        *(("clone", NONSENSE[0]), ("ask", NONSENSE[2]), ("fold", NONSENSE[0])),
    ],
    ids=repr,
)
def test_a_rule_that_fails_leaves_the_table_whole_and_the_mended_one_goes_on(
    place: str, fault: object, store: Store, plugins: Plugins, texts: Language, shell: Shell
) -> None:
    session = opened(store, plugins, texts)
    assert play(session, 3) == ""
    step = session.table.journal.step

    fail(place, fault)
    said = play(session)
    assert session.table.journal.step >= step
    shown = look(shell, session)

    assert kept(store, session)
    if not isinstance(fault, BaseException):
        return  # what rules answer, right or wrong, is how the game goes
    if place in RULES:
        assert said.startswith("The rules of stones failed: ") or "failed" in shown, said
        assert "Traceback" not in shown
    SWITCH.at = ""
    digest = session.table.journal.prev
    session._own.drop()
    if not session.finished:
        assert play(session) == ""
    assert session.finished
    asyncio.run(session.leave())
    row = store.games()[0]
    again = load_game(store, plugins, store.identity(), row)
    assert again.table.over
    assert digest in (*again.table.journal.digests, again.table.journal.prev)


@pytest.mark.parametrize("fault", [ValueError("odd"), KeyError("x"), TypeError()], ids=repr)
@pytest.mark.parametrize("place", ["accepts", "why"])
def test_a_judge_that_stumbles_is_named_to_whom_it_refuses_and_accuses_nobody(
    place: str, fault: Exception, store: Store, plugins: Plugins, texts: Language
) -> None:
    session = opened(store, plugins, texts)
    odd = Action("stones.take", (HEAP,))
    assert session.choose(odd) == "This is not possible now."

    fail(place, fault)
    said = session.choose(odd)
    assert said.startswith("This is not possible now. The rules of stones failed: "), said
    assert "(raising.py:" in said
    assert session.draft == 0
    assert not session.faults
    with pytest.raises(IllegalAction) as refused:  # as it is checked where it comes from others
        session.rules.check(session.table.state, odd)
    assert blame(refused.value, session.rules.homes).plugin == ""


# screens


@pytest.mark.parametrize("fault", [Odd("odd"), [5]], ids=repr)
@pytest.mark.parametrize("method", sorted(METHODS))
def test_a_screen_that_fails_gives_way_to_a_plain_one_and_the_game_goes_on(
    method: str, fault: object, store: Store, plugins: Plugins, texts: Language, shell: Shell
) -> None:
    fail(f"screen {method}", fault)
    session = opened(store, plugins, texts)
    page = TablePage(shell, session)
    shell.pages[:] = [page]
    look(shell, session)

    assert play(session) == ""
    assert session.finished
    assert look(shell, session)

    assert all(each.startswith("The screen of stones failed: ") for each in session.faults)


@pytest.mark.parametrize(
    ("at", "fault"),
    [
        *(("screen", fault) for fault in (Odd("odd"), None, 5)),
        ("renderers", SystemExit()),
        ("renderers", [5]),
    ],
)
def test_a_screen_that_cannot_be_made_is_replaced(
    at: str, fault: object, store: Store, texts: Language, shell: Shell
) -> None:
    plugins = raising.plugins()
    fail(at, fault)
    session = opened(store, plugins, texts)
    assert look(shell, session)
    assert play(session) == ""
    assert session.faults or plugins.faults


def test_a_sentence_that_cannot_be_said_takes_no_board_away(
    store: Store, plugins: Plugins, texts: Language, shell: Shell
) -> None:
    for at, end in (("screen counter", "The rest of it goes on."), ("screen paint", "is shown.")):
        fail(at, ValueError(at))
        session = opened(store, plugins, texts)
        look(shell, session)
        [said] = session.faults
        assert said.endswith(end)


def test_the_sentence_is_read_on_a_small_screen_and_whole_in_the_log(
    store: Store, plugins: Plugins, shell: Shell
) -> None:
    fail("screen paint", ValueError("the hedgehog is neither here nor there, nor where it was"))
    french = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("fr")
    session = opened(store, plugins, french)
    page = TablePage(shell, session)
    page.paint((80, 24), "")
    page.changed()
    shown = " ".join(row.strip() for row in page.paint((80, 24), "").grid.lines())
    [said] = session.faults
    assert said.startswith("L’écran de stones a échoué\u202f: ValueError: the hedgehog")
    assert said in shown
    assert "nor whe… (raising.py:" in said
    assert "nor where it was (raising.py:" in session.log[-1].sentence


def test_an_overlay_and_a_picture_that_fail_spoil_nothing(
    store: Store, plugins: Plugins, texts: Language, shell: Shell, tmp_path: Path
) -> None:
    def hide(*_: object) -> Any:  # noqa: ANN401  # nothing at all
        raise Odd("hidden")

    fail("screen overlays", [Overlay("f2", "Heap", hide, "heap", hide)])
    session = opened(store, plugins, texts)
    page = TablePage(shell, session)
    page.key("f2")
    assert page.overlay((80, 24))
    words = LineWords(session, english, Teller(session, english, "unicode"), send_at_once=False)
    assert words.obey("heap") == ["Heap"]
    assert len(session.faults) == 1
    fail("svg", KeyError("x"))
    with pytest.raises(Refused, match="The rules of stones failed: KeyError: 'x'"):
        session.export("svg", str(tmp_path / "board.svg"))


# opening, looking again, simulating


@pytest.mark.parametrize("fault", [ValueError("odd"), SystemExit()], ids=repr)
@pytest.mark.parametrize("place", COMPOSED)
def test_a_table_that_cannot_be_opened_is_refused(
    place: str, fault: object, store: Store, plugins: Plugins, texts: Language
) -> None:
    fail(place, fault)
    with pytest.raises(Refused, match=r"stones.* failed: "):
        opened(store, plugins, texts)
    assert not store.games()
    SWITCH.at = ""
    assert play(opened(store, plugins, texts)) == ""


@pytest.mark.parametrize("fault", [ValueError("odd"), SystemExit(), None, [5]], ids=repr)
@pytest.mark.parametrize("place", ["manifest", "bots", "renderers"])
def test_a_hook_that_fails_is_listed(place: str, fault: object) -> None:
    fail(place, fault)
    found = raising.plugins()
    found.ask_all()
    if fault is not None or place == "manifest":  # None: it has none to offer
        assert [each.name for each in found.faults] == ["stones"]
    assert bool(found.manifests) == (place != "manifest")


@pytest.mark.parametrize("place", RULES)
def test_a_journal_at_which_a_plugin_raises_is_not_said_to_be_bad(
    place: str, store: Store, plugins: Plugins, texts: Language
) -> None:
    session = opened(store, plugins, texts)
    play(session)
    journal = session.table.journal
    entries = tuple(each for step in journal.steps for each in step)
    content = JournalFile(journal.genesis.data, journal.accepts, entries, journal.prev)

    fail(place, KeyError("x"))
    verdict = judge_content(plugins, content)
    if verdict.table:
        said = verdict_fact(English(), verdict).value
        assert not verdict.good
        assert said.startswith("The journal cannot be checked: entry ")
        assert "): the rules of stones failed: KeyError: 'x' (raising.py:" in said
        french = Catalogs(own_catalogs()).texts("fr")("bastide")
        heard = verdict_fact(french, verdict).value
        assert re.fullmatch(
            r"Le journal ne peut pas être vérifié\s: entrée \d+ \(pas \d+, place \d\)\s: "
            r"les règles de stones ont échoué\s: KeyError: 'x' \(raising.py:\d+\)\.",
            heard,
        )
        assert ReplaySession(plugins, texts, journal, "again").faults
    SWITCH.at = ""
    assert judge_content(plugins, content).good


def test_a_journal_is_shown_as_far_as_it_can_be_played(
    store: Store, plugins: Plugins, texts: Language, shell: Shell
) -> None:
    session = opened(store, plugins, texts)
    play(session)
    fail("end_turn", KeyError("x"))
    again = ReplaySession(plugins, texts, session.table.journal, "again")
    assert again.length == 1
    assert again.faults[0].startswith("The rules of stones failed: KeyError: 'x' (raising.py:")
    page = TablePage(shell, again)
    page.changed()
    assert page.paint((80, 24), "")


@pytest.mark.parametrize("fault", [KeyError("x"), SystemExit()], ids=repr)
@pytest.mark.parametrize("place", [*RULES[1:], "rank", "make", "choose"])
def test_a_simulation_ends_with_one_sentence(place: str, fault: object, plugins: Plugins) -> None:
    fail(place, fault)
    reason = r"(KeyError: 'x'|SystemExit) \(raising.py:"
    said = rf"^(The rules of stones|Bot most) failed(: | at what bot most chose: ){reason}"
    with pytest.raises((BotFault, RulesFailed), match=said):
        play_games(plugins, SETUP, ("most", "most"), "1", range(1))


@pytest.mark.parametrize("fault", [None, 5])
@pytest.mark.parametrize("place", ["make", "choose"])
def test_a_bot_that_answers_nonsense_in_a_simulation_is_named(
    place: str, fault: object, plugins: Plugins
) -> None:
    fail(place, fault)
    with pytest.raises(BotFault, match=r"^Bot most failed: "):
        play_games(plugins, SETUP, ("most", "most"), "1", range(1))


# rules that raise where a bot has to go on


async def first(self: BotWorker, table: Table, draft: Draft) -> tuple[Action, str]:
    """Choose as a bot that needs no process."""
    return draft.legal()[0], ""


async def rested(session: LocalSession) -> None:
    """Wait until no bot plays."""
    while (thinking := session._bots.thinking) and not thinking.done():
        await thinking


@pytest.mark.parametrize("place", ["effect", "late", "route"])
def test_a_bot_at_which_the_rules_raise_waits_until_something_is_taken_back(
    place: str,
    store: Store,
    plugins: Plugins,
    texts: Language,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(BotWorker, "choose", first)

    async def run() -> None:
        session = opened(store, plugins, texts, "most")
        assert play(session, 1) == ""
        step = session.table.journal.step
        fail(place, SystemExit())
        await rested(session)
        assert session.is_stuck
        assert session.waiting.startswith("The rules of stones failed: SystemExit (raising.py:")
        assert session.table.journal.step == step
        assert kept(store, session)
        SWITCH.at = ""
        assert session.undo() == ""
        assert not session.waiting
        assert play(session, 1) == ""
        await rested(session)
        assert session.table.journal.step > step
        await session.leave()

    asyncio.run(run())


def test_a_table_of_bots_that_is_stuck_ends_in_lines(
    store: Store,
    plugins: Plugins,
    texts: Language,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(BotWorker, "choose", first)
    fail("end_turn", KeyError("x"))

    async def run() -> None:
        session = opened(store, plugins, texts, "most", "most")
        assert await LineTable(session, texts, Lines()).play() == "stopped"
        await session.leave()

    asyncio.run(run())
    assert "The rules of stones failed: KeyError: 'x' (raising.py:" in capsys.readouterr().out


def test_gains_that_the_rules_cannot_tell_are_none(
    store: Store, plugins: Plugins, texts: Language, shell: Shell
) -> None:
    session = opened(store, plugins, texts)
    play(session, 2)
    for fault in (KeyError("x"), None):
        fail("project", fault)
        assert session.projections == session.state.scores
        assert TablePage(shell, session).paint((120, 36), "")
    assert [each.partition(" (")[0] for each in session.faults] == [
        "The rules of stones failed: KeyError: 'x'",
        "The rules of stones failed: TypeError: float() argument must be a string or a real "
        "number, not 'NoneType'.",
    ]
