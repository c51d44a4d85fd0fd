"""Whether a table can be joined from here, said before anybody knocks."""

from __future__ import annotations

from types import ModuleType

from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.messages import English
from bastide.core.plugins import Plugins
from bastide.net.messages import Extension, TableNotice
from bastide.net.terms import same_rules
from tests.net.room import House
from tests.net.simulation import race


def said(notice: TableNotice, plugins: Plugins | None = None) -> str:
    fault = same_rules(plugins or House().plugins, notice)
    return English().say(fault) if fault else ""


NOTICE = House().table.notice()


def test_equal_rules_fit() -> None:
    assert said(NOTICE) == ""


def test_a_missing_plugin_is_named_with_the_version_wanted() -> None:
    assert said(NOTICE._replace(game="chess", version="2.0")) == (
        "This table needs plugin chess 2.0; you do not have it: install it, then look again."
    )


def test_another_version_names_both() -> None:
    assert said(NOTICE._replace(version="1.1")) == (
        "This table needs plugin race 1.1; you have 1.0: install 1.1, or let the host install 1.0."
    )


def test_other_files_of_the_same_version_are_told() -> None:
    assert "has other rules files than yours" in said(NOTICE._replace(rules=bytes(32)))


def test_each_expansion_must_fit_too() -> None:
    more = Extension("more", "1.0", bytes(32))
    assert "needs plugin more 1.0" in said(NOTICE._replace(extensions=(more,)))


def test_hidden_cards_cannot_be_dealt_yet() -> None:
    sentence = "This version cannot deal hidden cards on a network."
    assert said(NOTICE._replace(deal="veil")) == sentence
    assert said(_notice_of(HIDDEN), HIDDEN) == sentence


def _hidden() -> ModuleType:
    module = race()

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("race", "1.0", "game", seats=(2, 6), hidden=True)

    module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]  # a made-up module
    return module


HIDDEN = Plugins({"race": _hidden})


def _notice_of(plugins: Plugins) -> TableNotice:
    return NOTICE._replace(rules=plugins.rules_id("race"))
