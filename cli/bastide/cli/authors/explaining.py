"""`plugins explain`: the rules of a table, and which plugin said what, as plain data."""

from __future__ import annotations

from random import Random

from bastide.cli.authors.slot_docs import slots_of
from bastide.core.dealer import LocalDealer
from bastide.core.kit.playing import modules_of
from bastide.core.plugins import Plugins, Setup
from bastide.core.rules import Rules

GAMES = 2
"""Random games in which it is looked which actions a phase offers."""

ENOUGH = 300
"""Decisions of each of these games, at most."""

SCORING = ("turn_score", "final_score", "finished", "ends_now", "rank", "verdict", "project")
REST = ("setup", "end_turn", "guess")


def explained(plugins: Plugins, setup: Setup) -> dict[str, object]:
    """Return what a table's rules are made of.

    Raises:
        RulesError: the plugins do not fit together.
    """
    rules = plugins.compose(setup)
    owners = {id: plugins.module(id) for id in rules.active}
    slots = slots_of(rules, owners, modules_of(rules))
    return {
        "plugins": [_plugin(plugins, id) for id in rules.active],
        "seats": list(plugins.seat_range(setup.game, setup.extensions)),
        "options": plugins.options(setup),
        "stages": _stages(rules),
        "actions": [
            {
                "kind": kind,
                "by": "".join(rules.brought("action", kind)[:1]),
                "after": list(rules.brought("after", kind)),
            }
            for kind in rules.kinds
        ],
        "slots": [{**slot._asdict(), "by": list(slot.by)} for slot in slots],
        "scoring": {what: list(rules.brought(what)) for what in SCORING},
        "other": {what: list(rules.brought(what)) for what in REST},
    }


def _plugin(plugins: Plugins, id: str) -> dict[str, object]:
    manifest = plugins.manifest(id)
    return {
        "id": id,
        "version": manifest.version,
        "kind": manifest.kind,
        "extends": manifest.extends,
    }


def _stages(rules: Rules) -> list[dict[str, object]]:
    offered = _offered(rules)
    return [
        {
            "id": stage.id,
            "by": rules.brought("stage", stage.id)[0],
            "turns": list(rules.brought("turns", stage.id)),
            "phases": [
                {
                    "id": phase.id,
                    "by": rules.brought("phase", phase.id)[0],
                    "kinds": list(phase.kinds),
                    "actions": sorted(offered.get(phase.id, ())),
                    "routes": list(rules.brought("route", phase.id)),
                }
                for phase in stage.phases
            ],
        }
        for stage in rules.outline()
    ]


def _offered(rules: Rules) -> dict[str, set[str]]:
    """Return the kinds of actions that were offered in each phase, in a few random games."""
    found: dict[str, set[str]] = {}
    for seed in range(GAMES):
        random, dealer, s = Random(seed), LocalDealer(bytes([seed])), rules.new()
        for _ in range(ENOUGH):
            rules.settle(s, dealer)
            if s.over:
                break
            legal = rules.legal_for(s, s.seat)
            found.setdefault(s.phase, set()).update(action.kind for action in legal)
            rules.apply(s, random.choice(legal))
    return found
