"""A trivial game for the screens: roll, take pebbles, then keep or give one; most pebbles win."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, Literal

from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Answer, Request, Roll
from bastide.core.default_screen import DefaultScreen
from bastide.core.events import Action, Event, Term
from bastide.core.hookspecs import Bot, Manifest, Option, Renderer, hookimpl
from bastide.core.messages import Text
from bastide.core.packages import Source
from bastide.core.plugins import Plugins
from bastide.core.rules import Rules
from bastide.core.screen import (
    Colour,
    Counter,
    Cursor,
    Grid,
    Key,
    Look,
    Overlay,
    Style,
    text_width,
)
from bastide.core.state import State

PEBBLES = 24


@dataclass(slots=True)
class Heap:
    """What lies on the table, the die, and what each seat took this game."""

    left: int = PEBBLES
    die: int = 0
    taken: list[int] = field(default_factory=list)

    def clone(self) -> Heap:
        """Return an independent copy."""
        return Heap(self.left, self.die, self.taken[:])


def heap(s: State) -> Heap:
    """Return the heap of a position."""
    found: Heap = s.parts["pebbles"]
    return found


def roll(s: State) -> tuple[Request, ...]:
    """Ask for the die."""
    return (Roll(6),)


def rolled(s: State, answers: tuple[Answer, ...]) -> None:
    """Note the die."""
    heap(s).die = int(str(answers[0].value))


def takes(s: State) -> list[Action]:
    """Return what may be taken: one to the die's number."""
    most = min(heap(s).die, heap(s).left)
    return [Action("pebbles.take", (n,)) for n in range(1, most + 1)]


def take(s: State, a: Action) -> None:
    """Take pebbles from the heap."""
    n = int(str(a.data[0]))
    heap(s).left -= n
    heap(s).taken[s.seat] += n
    s.score(s.seat, "pebbles", "heap", (Term(n, "pebble"),))


def ends(s: State) -> list[Action]:
    """Return the two ways to end a turn."""
    return [Action("pebbles.keep"), Action("pebbles.give")]


def nothing(s: State, a: Action) -> None:
    """Keep everything."""


def give(s: State, a: Action) -> None:
    """Give a pebble back, for honour: two points."""
    heap(s).left += heap(s).taken[s.seat] > 0 and heap(s).left < 3
    s.score(s.seat, "pebbles", "honour", (Term(1, "honour", 2),))


def final(s: State) -> None:
    """Score one point for each four pebbles taken."""
    for seat, taken in enumerate(heap(s).taken):
        s.score(seat, "pebbles", "fours", (Term(taken // 4, "four"),), (seat,), final=True)


class PebbleScreen(DefaultScreen):
    """The default screen with something in every pane."""

    def zooms(self) -> list[str]:
        """Return two zooms."""
        return ["6x3", "10x5"]

    def paint(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the pebbles above the choices."""
        super().paint(grid, s, seat, cursor, look)
        row = grid.height - 2
        style = Style(look.theme.text, look.theme.table)
        grid.text(1, row, ("o" if look.glyphs == "ascii" else "●") * heap(s).left, style)

    def paint_hand(self, grid: Grid, s: State, seat: int, cursor: Cursor, look: Look) -> None:
        """Draw the die."""
        grid.text(1, 1, f"[{heap(s).die}]", Style(look.theme.ink, look.theme.panel))

    def counter(self, s: State) -> Counter:
        """Return the pebbles left, and those of each seat."""
        title = self.text.count("{n} pebble", "{n} pebbles", heap(s).left)
        return Counter(title, tuple("●" * min(3, n) + "○" * 2 for n in heap(s).taken))

    def keys(self) -> list[Key]:
        """Return a key of its own."""
        return [*super().keys(), Key("x", "x", self.text("nothing at all"))]

    def say(self, s: State, a: Action | Event, names: tuple[str, ...]) -> str:
        """Return sentences with names in them."""
        said = super().say(s, a, names)
        return "" if isinstance(a, Event) and a.kind != "score" else said

    def categories(self) -> list[tuple[str, str, Colour]]:
        """Return two of the three categories: the third has to be found by the screen."""
        return [("heap", self.text("Heap"), 0x70A848), ("fours", self.text("Fours"), 0xCEA468)]

    def overlays(self) -> list[Overlay]:
        """Return one overlay."""
        return [Overlay("f2", self.text("Pebbles left"), _overlay)]


def _overlay(grid: Grid, s: State, seat: int, look: Look) -> None:
    text = str(heap(s).left)
    style = Style(look.theme.ink, look.theme.panel)
    grid.text((grid.width - text_width(text)) // 2, grid.height // 2, text, style)


def pebbles() -> ModuleType:
    """Return the plugin."""

    def bastide_manifest() -> Manifest:
        shouting = Option("shouting", False, "Shouting allowed")
        pace = Option("pace", "slow", "Pace", choices=("slow", "quick"))
        limit = Option("limit", 5, "Limit", low=1, high=9)
        return Manifest(
            "pebbles", "1.0", "game", "Pebbles", seats=(2, 6), options=(shouting, pace, limit)
        )

    def bastide_setup(rules: RulesBuilder) -> None:
        rules.part(lambda s: Heap(taken=[0] * s.seats))

    def bastide_turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("roll", ask=roll, answer=rolled))
        rules.phase(Phase("take", legal=takes))
        rules.phase(Phase("end", legal=ends))
        rules.action("pebbles.take", take)
        rules.action("pebbles.keep", nothing)
        rules.action("pebbles.give", give)

    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: heap(s).left <= 0)
        rules.final_score(final)

    def bastide_renderers() -> list[Renderer]:
        def make(rules: Rules, text: Text) -> PebbleScreen:
            return PebbleScreen(rules, text)

        return [Renderer("pebbles", "console", make)]

    def bastide_bots() -> list[Bot]:
        return [Bot("greedy", (), lambda rules, seat, seed: lambda s: rules.legal(s)[-1])]

    module = ModuleType("pebbles")
    for hook in (
        *(bastide_manifest, bastide_setup, bastide_turn, bastide_scoring),
        *(bastide_renderers, bastide_bots),
    ):
        setattr(module, hook.__name__, hookimpl(hook))
    return module


def addition(id: str, kind: Literal["expansion", "variant"], title: str, **more: Any) -> Source:  # noqa: ANN401  # a manifest's fields
    """Return an expansion or a variant that changes nothing, as a source of plugins."""

    def load() -> ModuleType:
        module = ModuleType(id)

        @hookimpl
        def bastide_manifest() -> Manifest:
            return Manifest(id, "1.0", kind, title, extends="pebbles", **more)

        module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]  # a made-up module
        return module

    return load


def more_pebbles() -> Plugins:
    """Return the game with additions: two that need or exclude others, one that hides cards."""
    found = (
        addition("boulders", "expansion", "Boulders", seats=(2, 6)),
        addition("gravel", "expansion", "Gravel", requires=("boulders",), conflicts=("sand",)),
        addition("pockets", "variant", "Pockets", hidden=True),
        addition("sand", "expansion", "Sand"),
    )
    names = ("boulders", "gravel", "pockets", "sand")
    return Plugins({"pebbles": few_pebbles, **dict(zip(names, found, strict=True))})


def few_pebbles() -> ModuleType:
    """Return the game for at most five."""
    module = pebbles()

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("pebbles", "1.0", "game", "Pebbles", seats=(2, 5))

    module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]  # a made-up module
    return module


def pebble_plugins() -> Plugins:
    """Return plugins with this game alone."""
    return Plugins({"pebbles": pebbles})
