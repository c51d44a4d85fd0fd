"""Each fault that `plugins check` promises to find, planted in a small package, is named right."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bastide.cli.authors.checking import check_sources
from bastide.cli.authors.plugin_check import Bounds
from bastide.cli.authors.plugin_places import sources_of
from bastide.cli.authors.report import Report
from bastide.cli.program import Flags, Program
from bastide.core.plugins import Plugins
from tests.cli.faulty import write_package

Check = Callable[..., list[str]]

MOST = 40
"""Decisions after which the small game is said not to end; it has four."""


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Check:
    """Return what plants a fault in the package and tells all that is found then."""
    monkeypatch.setattr(sys, "path", sys.path[:])
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    for name in [name for name in sys.modules if name.partition(".")[0] in ("faulty", "more")]:
        monkeypatch.delitem(sys.modules, name)
    importlib.invalidate_caches()
    package = write_package(tmp_path)

    def run(file: str = "", good: str = "", bad: str = "", language: str = "en") -> list[str]:
        if file:
            text = (package / file).read_text("utf-8")
            assert good in text
            (package / file).write_text(text.replace(good, bad, 1), "utf-8")
        return checked(package, language=language)

    return run


def checked(package: Path, *others: Path, language: str = "en") -> list[str]:
    """Return the faults of a package among others."""
    return checked_report(package, *others, language=language).faults


def checked_report(package: Path, *others: Path, language: str = "en") -> Report:
    """Return all that is said of a package among others."""
    sources, program = sources_of(package), Program(Flags(language=language))
    company = {name: load for each in others for name, load in sources_of(each).items()}
    report = Report(program.text)
    check_sources(
        program, sources, Plugins({**company, **sources}), report, Bounds(steps=MOST, seconds=0.3)
    )
    return report


class Planted(NamedTuple):
    """A fault: what is replaced in which file, and the parts of the one sentence that names it."""

    file: str
    good: str
    bad: str
    parts: tuple[str, ...]


GO = "notes(s).gone[0] += a.data[0]"
HEAD = "from bastide.core.chance import"
LEGAL = 'return [Action("faulty.go", (n,)) for n in (1, 2)]'
TURN = "faulty/turn.py:"
HOOKS = "faulty/plugin.py:"


PLANTED = {
    "a misspelt hook": Planted(
        "plugin.py",
        "def bastide_turn",
        "def bastide_trun",
        (HOOKS, "bastide_trun", "there is no hook", "call it bastide_turn"),
    ),
    "an unknown argument": Planted(
        "plugin.py",
        "bastide_setup(rules: RulesBuilder)",
        "bastide_setup(builder: RulesBuilder)",
        (HOOKS, "bastide_setup has no argument builder", "name it one of rules"),
    ),
    "no manifest": Planted(
        "plugin.py",
        "@hookimpl\ndef bastide_manifest",
        "def manifest",
        ("faulty/plugin.py", "there is no bastide_manifest", "write one"),
    ),
    "another API": Planted(
        "plugin.py",
        'title="Faulty"',
        'title="Faulty", api=99',
        (HOOKS, "bastide_manifest", "made for plugin interface 99", "install a version"),
    ),
    "an id that is no identifier": Planted(
        "plugin.py",
        "Manifest(ID,",
        'Manifest("my-game",',
        (HOOKS, "bastide_manifest", "'my-game' is not a Python identifier", "use letters"),
    ),
    "a file": Planted(
        "turn.py",
        GO,
        "open('x').close()",
        (TURN, "(go)", "open() reaches a file", "read data once"),
    ),
    "a file by way of pathlib": Planted(
        "turn.py",
        GO,
        "__import__('pathlib').Path(__file__).read_text()",
        (TURN, "(go)", "the rules open a file", "read data once"),
    ),
    "a socket": Planted(
        "turn.py", HEAD, f"import socket\n{HEAD}", (f"{TURN}1", "socket reaches the", "leave it")
    ),
    "a clock": Planted(
        "turn.py", HEAD, f"from time import time\n{HEAD}", (f"{TURN}1", "time is a clock", "count")
    ),
    "a clock that is hidden": Planted(
        "turn.py",
        GO,
        "notes(s).far = int(__import__('sys').modules['time'].time())",
        (TURN, "(go)", "the rules ask for the time (time())", "count turns"),
    ),
    "now": Planted(
        "turn.py",
        GO,
        "notes(s).far = __import__('sys').modules['datetime'].datetime.now().second",
        (TURN, "(go)", "the rules ask for the time (now())", "count turns"),
    ),
    "random": Planted(
        "turn.py", HEAD, f"import random\n{HEAD}", (f"{TURN}1", "random draws lots", "ask for")
    ),
    "random that is hidden": Planted(
        "turn.py",
        GO,
        "notes(s).far = __import__('sys').modules['random'].randrange(9)",
        (TURN, "(go)", "the rules draw lots themselves", "ask for chance in a phase"),
    ),
    "os.urandom": Planted(
        "turn.py",
        GO,
        "notes(s).far = __import__('sys').modules['os'].urandom(1)[0]",
        (TURN, "(go)", "the rules draw lots themselves (urandom())", "ask for chance"),
    ),
    "a list of the module": Planted(
        "turn.py",
        GO,
        "LEFT[0] += 1; notes(s).far = LEFT[0]",
        (TURN, "(go)", "LEFT is changed in play", "keep it in the plugin's slice"),
    ),
    "a class that remembers": Planted(
        "turn.py",
        "def go(s: State, a: Action) -> None:",
        "def go(s: State, a: Action) -> None:\n    Term.far = getattr(Term, 'far', 0) + 1\n"
        "    notes(s).far = Term.far",
        (TURN, "(go)", "faulty.go: played twice", "in the state"),
    ),
    "a set": Planted(
        "turn.py",
        GO,
        "notes(s).far = [n for n in {1, 2}][0]",
        (TURN, "(go)", "the order of a set differs", "iterate over sorted(...)"),
    ),
    "legal by an unknown face": Planted(
        "turn.py",
        LEGAL,
        "face = s.face(s.cards().hands[1 - s.seat][0])\n"
        '    return [Action("faulty.go", (n,)) for n in ((1, 2) if face is None else (1,))]',
        (TURN, "(legal)", "sees other choices than there are", "use only cards that the seat"),
    ),
    "an action that is not plain": Planted(
        "turn.py",
        LEGAL,
        'return [Action("faulty.go", (1.5,))]',
        (TURN, "(legal)", "cannot be sent", "make actions of numbers"),
    ),
    "an action listed twice": Planted(
        "turn.py",
        LEGAL,
        LEGAL.replace("(1, 2)", "(1, 1)"),
        (TURN, "(legal)", "an action is listed twice", "list each action once"),
    ),
    "a clone that shares": Planted(
        "state.py",
        "self.gone[:]",
        "self.gone",
        ("faulty/state.py:", "(clone)", "clone() shares data with faulty", "copy every list"),
    ),
    "an action that nobody declared": Planted(
        "plugin.py",
        '    rules.action("faulty.go", turn.go)\n',
        "",
        (TURN, "(legal)", "'faulty.go' is offered but not declared: add rules.action('faulty.go'"),
    ),
    "a slice that is a dict": Planted(
        "plugin.py",
        "Notes([0], 1)",
        "{}",
        (HOOKS, "faulty: dict is no slice of the state", "a dataclass with slots and clone()"),
    ),
    "a slice without clone": Planted(
        "state.py",
        "def clone",
        "def copy",
        (HOOKS, "faulty: Notes is no slice of the state", "a dataclass with slots and clone()"),
    ),
    "a stage that nobody opened": Planted(
        "plugin.py",
        '    rules.stage("deal", lambda s, n: 0 if n == 0 else None)\n',
        "",
        (HOOKS, "(bastide_turn)", "there is no stage 'deal', nor another yet", "open it first"),
    ),
    "points without a tuple": Planted(
        "turn.py",
        '(Term(1, "step"),))',
        "1)",
        (TURN, "(go)", "step: points are given by a tuple of Term", "not by 1"),
    ),
    "a term without a tuple": Planted(
        "turn.py",
        '(Term(1, "step"),))',
        'Term(1, "step"))',
        (TURN, "(go)", "step: points are given by a tuple of Term", "not by Term("),
    ),
    "a hook that raises": Planted(
        "plugin.py",
        '    rules.put(Steps)("far", 2)\n',
        "    rules.parts\n",
        (HOOKS, "(bastide_setup)", "no attribute 'parts'; mend that line"),
    ),
    "a clone that loses a field": Planted(
        "state.py",
        "Notes(self.gone[:], self.far)",
        "Notes(self.gone[:], 0)",
        ("faulty/state.py:", "(clone)", "clone() loses far:", "give the copy every field"),
    ),
    "a clone that is none": Planted(
        "state.py",
        "return Notes(self.gone[:], self.far)",
        "Notes(self.gone[:], self.far)",
        ("faulty/state.py:", "(clone)", "clone() returns no copy of faulty", "another Notes"),
    ),
    "hidden cards that no manifest announces": Planted(
        "plugin.py",
        ", hidden=True",
        "",
        (TURN, "(deal)", "hands: Shuffle deals hidden cards, and no manifest", "hidden=True"),
    ),
    "rules that read the log": Planted(
        "turn.py",
        GO,
        "notes(s).far = len(s.events)",
        (TURN, "(go)", "faulty.go: played twice", "in the state"),
    ),
    "no plain form": Planted(
        "turn.py",
        GO,
        "notes(s).gone = {1}",
        ("faulty/state.py:", "set has no plain form", "keep numbers"),
    ),
    "scores by hand": Planted(
        "turn.py",
        GO,
        "s.scores[s.seat] += 1",
        (TURN, "(go)", "those reported add up to", "with s.score() only"),
    ),
    "a score without a category": Planted(
        "turn.py", '"step", (', '"", (', (TURN, "(go)", "has no category", "say what it is for")
    ),
    "a score without terms": Planted(
        "turn.py",
        's.score(s.seat, ID, "step", (Term(1, "step"),))',
        "s.scores[s.seat] += 1; s.emit(ID, 'score', s.seat, 1, 'step', (), (), False)",
        (TURN, "(go)", "the terms add up to 0", "give points with s.score()"),
    ),
    "no end": Planted(
        "turn.py",
        "s.turn >= 4",
        "False",
        (TURN, "(is_over)", f"after {MOST} decisions", "at 'go'", "see that rules.finished"),
    ),
    "a message that is missing": Planted(
        "turn.py",
        "def is_over",
        "NO = message('gone astray')\n\n\ndef is_over",
        (TURN, "'gone astray' is not in faulty.po (fr)", "add it there"),
    ),
    "a unit that is missing": Planted(
        "turn.py",
        '"step"),',
        '"pace"),',
        ("in play: '{n} pace' is not in faulty.po (fr)", "add it there, with a form a plural"),
    ),
    "a category that is missing": Planted(
        "turn.py",
        'ID, "step"',
        'ID, "walk"',
        ("in play: 'walk' is not in faulty.po (fr)", "add it there with its translation"),
    ),
    "a note that is missing": Planted(
        "turn.py",
        'Term(1, "step")',
        'Term(1, "step", note="slow")',
        ("in play: 'slow' is not in faulty.po (fr)", "add it there with its translation"),
    ),
    "a sentence of the rules that is missing": Planted(
        "plugin.py",
        'title="Faulty",',
        'title="Faulty", about=("Go " + "far.",),',
        ("faulty/plugin.py:", "'Go far.' is not in faulty.po (fr)", "add it there with"),
    ),
    "a text without its end": Planted(
        "locale/fr/LC_MESSAGES/faulty.po",
        'msgstr "Fautif"',
        'msgstr "Fautif',
        ("faulty.po (fr), line 7: a text stands between two quotes", "as gettext reads it"),
    ),
    "a placeholder that is not given": Planted(
        "locale/fr/LC_MESSAGES/faulty.po",
        'msgstr "aller"',
        'msgstr "aller {x}"',
        ("faulty.po (fr): 'faulty.go': the placeholders differ", "use those of the message"),
    ),
    "a message without a plural": Planted(
        "locale/fr/LC_MESSAGES/faulty.po",
        'msgid_plural "{n} steps"\nmsgstr[0] "{n} pas"\nmsgstr[1] "{n} pas"',
        'msgstr "{n} pas"',
        (TURN, "'{n} step' has one form in faulty.po (fr)", "add msgid_plural"),
    ),
    "a plural form that is missing": Planted(
        "locale/fr/LC_MESSAGES/faulty.po",
        '\nmsgstr[1] "{n} pas"',
        "",
        ("faulty.po (fr)", "'{n} step' needs 2 forms", "one for each plural"),
    ),
    "tables that disagree": Planted(
        "turn.py",
        GO,
        "face = s.face(s.cards().hands[0][0])\n    notes(s).far = face if type(face) is int else 0",
        (TURN, "(go)", "the public state is another one", "keep only what all have seen"),
    ),
    "an exception": Planted(
        "turn.py",
        GO,
        "raise KeyError('lost')",
        (TURN, "(go)", "go: the rules fail with KeyError: 'lost'", "mend that line"),
    ),
    "a face that is None": Planted(
        "turn.py",
        GO,
        "notes(s).far = s.face(s.cards().hands[0][0]) + 1",
        (TURN, "(go)", "in the eyes of seat 1", "a face that these eyes do not know is None"),
    ),
    "an exception at import": Planted(
        "turn.py",
        "LEFT = [0]",
        "LEFT = [0][1]",
        (TURN, "IndexError: list index out of range", "mend that line"),
    ),
    "a syntax error": Planted(
        "turn.py", "LEFT = [0]", "LEFT = [0", (TURN, "SyntaxError", "mend that line")
    ),
}


def test_a_package_in_which_all_holds_has_no_faults(check: Check) -> None:
    assert check() == []


@pytest.mark.parametrize("planted", PLANTED.values(), ids=list(PLANTED))
def test_a_planted_fault_is_named_in_one_sentence(check: Check, planted: Planted) -> None:
    found = check(planted.file, planted.good, planted.bad)

    assert len(found) == 1, found
    (said,) = found
    assert [part for part in planted.parts if part not in said] == [], said
    assert said.endswith(".")
    assert "\n" not in said


def test_a_fault_is_named_in_french_too(check: Check) -> None:
    planted = PLANTED["an action listed twice"]

    (said,) = check(planted.file, planted.good, planted.bad, "fr")

    assert f"{TURN}" in said
    assert "une action est listée deux fois" in said


def test_a_component_that_two_plugins_put_names_both(check: Check, tmp_path: Path) -> None:
    more = tmp_path / "more"
    more.mkdir()
    (more / "__init__.py").write_text("")
    (more / "plugin.py").write_text(MORE, "utf-8")

    (said,) = checked(more, tmp_path / "faulty")

    parts = (
        "more/plugin.py:16",
        "more: faulty.steps['far'] is already set by faulty",
        "another key",
    )
    assert [part for part in parts if part not in said] == [], said


MORE = """
from bastide.core.builder import RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from faulty.state import Steps


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest("more", "1", "expansion", title="More", extends="faulty")


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    put = rules.put(Steps)

    put("far", 3)
"""


SCREEN = """

@hookimpl
def bastide_renderers():
    from bastide.core.default_screen import DefaultScreen
    from bastide.core.hookspecs import Renderer

    class Screen(DefaultScreen):
        def undrawn(self):
            return ["the step 'far' has no picture: draw one"]

    return [Renderer(ID, "console", Screen)]
"""


def test_a_mark_without_a_picture_is_named_by_the_screen(check: Check) -> None:
    (said,) = check(
        "plugin.py",
        "    rules.finished(turn.is_over)\n",
        f"    rules.finished(turn.is_over)\n{SCREEN}",
    )

    assert said == ("faulty, 2 seats: faulty/plugin.py: the step 'far' has no picture: draw one.")


PLAIN = "            return [\"the step 'far' has no picture: draw one\"]"
OWN_SCREEN = SCREEN.replace(PLAIN, "            return []")

SCREENS = {
    "beyond": ("beyond(self, s, seat, cursor, size, look)", "raise KeyError('gone')"),
    "in_hand": ("in_hand(self, s, seat)", "return s.parts['gone']"),
    "overlays": ("overlays(self)", "return [][0]"),
    "zooms": ("zooms(self)", "return 1"),
    "move": ("move(self, s, seat, cursor, key)", "return None"),
    "near": ("near(self, s, words)", "return int('x')"),
    "a spectator": ("counter(self, s)", "return s.face(s.cards().hands[0][0]) + 1"),
    "hint": ("hint(self, s, seat, cursor)", "s.parts[ID].far += 1; return '', ''"),
}
"""A method of a screen, and what it does wrong."""


@pytest.mark.parametrize(("method", "does"), SCREENS.values(), ids=SCREENS)
def test_a_method_of_a_screen_that_fails_is_named(check: Check, method: str, does: str) -> None:
    end = "    rules.finished(turn.is_over)\n"
    screen = OWN_SCREEN.replace("undrawn(self)", method).replace("return []", does)

    (said,) = check("plugin.py", end, end + screen)

    assert said.startswith("faulty: screen: faulty/plugin.py:")


@pytest.mark.parametrize("word", ['msgid "step"', 'msgid "{n} step"\nmsgid_plural "{n} steps"'])
def test_words_of_scores_are_missed_on_a_screen_of_ones_own_too(check: Check, word: str) -> None:
    end = "    rules.finished(turn.is_over)\n"
    check("plugin.py", end, end + OWN_SCREEN)
    check("turn.py", 'return message("{n} step", plural="{n} steps", n=1)', "return NotImplemented")

    found = check("locale/fr/LC_MESSAGES/faulty.po", word, word.replace("step", "pace"))

    assert len(found) == 1
    assert "step' is not in faulty.po (fr)" in found[0]


BOT = """

@hookimpl
def bastide_bots():
    from bastide.core.hookspecs import Bot

    def choose(view):
        CHOICE

    return [Bot("odd", (ID,), lambda rules, seat, seed: choose)]
"""

BOTS = {
    "raises": ("raise KeyError('lost')", "KeyError: 'lost'; mend that line."),
    "exits": ("raise SystemExit", "SystemExit; mend that line."),
    "hangs": ("while True: pass", "it has not chosen after 0 seconds: end the loop there, or"),
    "cheats": ("return turn.legal(view)[0]._replace(data=(9,))", "which is not possible: let it"),
    "meddles": ("view.scores[0] += 1; return turn.legal(view)[0]", "it changes the position"),
}
"""What a bot does instead of choosing, and what is said then."""


@pytest.mark.parametrize(("choice", "reason"), BOTS.values(), ids=BOTS)
def test_a_bot_at_fault_is_named_with_its_line(check: Check, choice: str, reason: str) -> None:
    end = "    rules.finished(turn.is_over)\n"

    (said,) = check("plugin.py", end, end + BOT.replace("CHOICE", choice))

    assert said.startswith("faulty: bot odd, faulty, 2 seats: faulty/plugin.py:")
    assert reason in said


@pytest.mark.parametrize("field", ["after", "conflicts"])
def test_a_name_that_nobody_has_is_noted_and_no_fault(
    tmp_path: Path, check: Check, field: str
) -> None:
    good = 'title="Faulty"'
    assert check("plugin.py", good, f'{good}, {field}=("strategik",)') == []

    report = checked_report(tmp_path / "faulty")

    assert report.good[1] == (
        f"faulty: {field} names 'strategik', which is not installed here; see that it is spelt so."
    )


def test_whose_eyes_they_are_is_said_in_french_too(check: Check) -> None:
    planted = PLANTED["tables that disagree"]

    (said,) = check(planted.file, planted.good, planted.bad, "fr")

    assert "pour la place 1, l’état public est autre" in said
