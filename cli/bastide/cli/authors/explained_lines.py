"""What `plugins explain` found, as lines of at most 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from textwrap import wrap
from typing import Any

from bastide.cli.option_words import default_words
from bastide.core.messages import Text

WIDTH = 80

Content = dict[str, Any]
"""Of `explaining.explained`: made for JSON."""


def explained_lines(t: Text, content: Content) -> list[str]:
    """Return a table's rules and who said what, in their order."""
    return [
        *_plugins(t, content),
        *_stages(t, content),
        *_actions(t, content),
        *_slots(t, content),
        *_scoring(t, content),
        *_options(t, content),
    ]


def _plugins(t: Text, content: Content) -> Iterator[str]:
    low, high = content["seats"]
    yield t("Plugins, in order")
    for each in content["plugins"]:
        extends = f" -> {each['extends']}" if each["extends"] else ""
        yield from _wrapped(f"{each['id']} {each['version']}, {t(each['kind'])}{extends}", 2)
    yield from _wrapped(t("Seats: {low} to {high}", low=low, high=high), 0)


def _stages(t: Text, content: Content) -> Iterator[str]:
    for stage in content["stages"]:
        yield ""
        yield from _wrapped(t("Stage {name}, of {who}", name=stage["id"], who=stage["by"]), 0)
        if stage["turns"]:
            yield from _wrapped(t("whose turns: {names}", names=_names(stage["turns"])), 4)
        for n, phase in enumerate(stage["phases"]):
            kinds = ", ".join(t(kind) for kind in phase["kinds"])
            yield from _wrapped(f"{n + 1}. {phase['id']} ({kinds}): {phase['by']}", 2)
            if phase["actions"]:
                yield from _wrapped(t("offers {names}", names=_names(phase["actions"])), 5)
            if phase["routes"]:
                said = t("what follows is chosen by {names}", names=_names(phase["routes"]))
                yield from _wrapped(said, 5)


def _actions(t: Text, content: Content) -> Iterator[str]:
    yield ""
    yield t("Actions: whose effect, then who reacts")
    for each in content["actions"]:
        yield from _wrapped(f"{each['kind']}: {' > '.join([each['by'], *each['after']])}", 2)


def _slots(t: Text, content: Content) -> Iterator[str]:
    yield ""
    yield t("Slots: who contributes, in order")
    for each in content["slots"]:
        by = " > ".join(each["by"]) or "-"
        yield from _wrapped(f"{each['owner']} {each['constant']} ({t(each['kind'])}): {by}", 2)
        if each["says"]:
            yield from _wrapped(each["says"], 5)


def _scoring(t: Text, content: Content) -> Iterator[str]:
    yield ""
    yield t("Scores and ends")
    titles = {
        "turn_score": t("scores after each turn"),
        "final_score": t("scores at the end"),
        "project": t("adjusts the points shown meanwhile"),
        "finished": t("ends the main stage"),
        "ends_now": t("ends the game at once"),
        "verdict": t("ranks before the points"),
        "rank": t("breaks ties"),
        "setup": t("sets up"),
        "end_turn": t("runs when a turn ends"),
        "guess": t("guesses hidden cards"),
    }
    said = {**content["scoring"], **content["other"]}
    for what, title in titles.items():
        if said[what]:
            yield from _wrapped(f"{title}: {_names(dict.fromkeys(said[what]))}", 2)


def _options(t: Text, content: Content) -> Iterator[str]:
    yield ""
    yield t("Options, as they are without a choice")
    for key, value in content["options"].items():
        yield from _wrapped(f"{key}={default_words(t, value)}", 2)


def _names(names: Iterable[str]) -> str:
    return ", ".join(names)


def _wrapped(text: str, indent: int) -> list[str]:
    """Return a text in lines that fit, the first indented by some blanks, the others by more."""
    first, other = " " * indent, " " * (indent + 3)
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=other)
