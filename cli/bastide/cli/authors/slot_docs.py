"""The slots that the plugins of a table offer, each with what its author says of it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from inspect import getdoc
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from bastide.cli.authors.syntax import assigned, text_of
from bastide.core.packages import package_folder
from bastide.core.rules import Rules
from bastide.core.slots import Fold, Slot, Steps, Table


class SlotDoc(NamedTuple):
    """A slot: the plugin that offers it, its constant, its kind, a sentence, who contributes."""

    owner: str
    constant: str
    kind: str
    says: str
    by: tuple[str, ...]


def slots_of(
    rules: Rules, owners: dict[str, ModuleType], loaded: list[ModuleType]
) -> list[SlotDoc]:
    """Return all slots of a table, those of the game first.

    Args:
        rules: of the table.
        owners: the plugins' modules, by id and in order.
        loaded: all modules of their packages.
    """
    explained, found = rules.explain(), dict[str, SlotDoc]()
    for owner, module in owners.items():
        home = f"{module.__package__}."
        for each in [m for m in loaded if f"{m.__name__}.".startswith(home)]:
            for constant, slot, says in _declared(each):
                by = tuple(explained.get(slot.name, ()))
                doc = SlotDoc(owner, constant, _kind(slot), says, by)
                found.setdefault(slot.name, doc)
    return list(found.values())


def _declared(module: ModuleType) -> Iterator[tuple[str, Slot, str]]:
    """Yield the slots that a module declares itself, with their constants and a sentence each."""
    values = {name: each for name, each in vars(module).items() if isinstance(each, Slot)}
    if not values or not module.__file__ or package_folder(module) is None:
        return
    body = ast.parse(Path(module.__file__).read_text("utf-8")).body
    for node, after in zip(body, [*body[1:], ast.Pass()], strict=True):
        says = text_of(after.value) if isinstance(after, ast.Expr) else ""
        for constant in [name for name in assigned(node) if name in values]:
            slot = values[constant]
            yield constant, slot, _first_sentence(says or _own_doc(slot))


def _own_doc(slot: Slot) -> str:
    if isinstance(slot, Fold):
        return getdoc(slot.base) or ""
    return getdoc(slot.like) or "" if isinstance(slot, Steps) else ""


def _first_sentence(doc: str) -> str:
    paragraph = " ".join(doc.strip().split("\n\n")[0].split())
    return re.split(r"(?<=\.)\s(?=[A-Z])", paragraph, maxsplit=1)[0].rstrip(".:")


def _kind(slot: Slot) -> str:
    return "table" if isinstance(slot, Table) else "fold" if isinstance(slot, Fold) else "steps"
