"""A small package of a game with hidden cards, in which tests plant one fault each."""

from __future__ import annotations

from pathlib import Path

FILES = {
    "__init__.py": "",
    "plugin.py": """
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.hookspecs import Manifest, hookimpl
from faulty import turn
from faulty.state import ID, Notes, Steps


@hookimpl
def bastide_manifest() -> Manifest:
    return Manifest(ID, "1", "game", title="Faulty", seats=(2, 2), hidden=True)


@hookimpl
def bastide_setup(rules: RulesBuilder) -> None:
    rules.put(Steps)("far", 2)
    rules.part(lambda s: Notes([0], 1))


@hookimpl
def bastide_turn(rules: RulesBuilder) -> None:
    rules.stage("deal", lambda s, n: 0 if n == 0 else None)
    rules.phase(Phase("hands", ask=turn.deal), stage="deal")
    rules.phase(Phase("go", legal=turn.legal))
    rules.action("faulty.go", turn.go)


@hookimpl
def bastide_scoring(rules: RulesBuilder) -> None:
    rules.finished(turn.is_over)
""",
    "state.py": """
from dataclasses import dataclass

from bastide.core.slots import Table
from bastide.core.state import State

ID = "faulty"
Steps: Table[str, int] = Table("faulty.steps")


@dataclass(slots=True)
class Notes:
    gone: list[int]
    far: int

    def clone(self) -> "Notes":
        return Notes(self.gone[:], self.far)


def notes(s: State) -> Notes:
    part: Notes = s.parts[ID]
    return part
""",
    "turn.py": """
from bastide.core.chance import Deal, Request, Shuffle
from bastide.core.events import Action, Term
from bastide.core.messages import Message, message
from bastide.core.state import State
from faulty.state import ID, notes

LEFT = [0]


def deal(s: State) -> tuple[Request, ...]:
    return Shuffle("deck", (1, 2, 3, 4, 5, 6)), Deal("deck", ((0, 2), (1, 2)))


def legal(s: State) -> list[Action]:
    return [Action("faulty.go", (n,)) for n in (1, 2)]


def go(s: State, a: Action) -> None:
    notes(s).gone[0] += a.data[0]
    s.score(s.seat, ID, "step", (Term(1, "step"),))


def is_over(s: State) -> bool:
    return s.turn >= 4


def said() -> Message:
    return message("{n} step", plural="{n} steps", n=1)
""",
    "locale/fr/LC_MESSAGES/faulty.po": """
msgid ""
msgstr ""
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n > 1);\\n"

msgid "Faulty"
msgstr "Fautif"

msgid "{n} step"
msgid_plural "{n} steps"
msgstr[0] "{n} pas"
msgstr[1] "{n} pas"

msgid "step"
msgstr "pas"

msgid "faulty.go"
msgstr "aller"
""",
}


def write_package(folder: Path) -> Path:
    """Write the package, in which everything holds; return its folder."""
    for name, content in FILES.items():
        path = folder / "faulty" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content.lstrip("\n"), "utf-8")
    return folder / "faulty"
