"""Whether a table can be joined from here, said before anybody knocks."""

from __future__ import annotations

from bastide.core.messages import English
from bastide.core.plugins import Plugins
from bastide.net.links.messages import Extension, TableNotice
from bastide.net.lobby.terms import DEALERS, PUBLIC_DEAL, is_hidden, same_rules
from tests.net.room import House, hiding


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


# who deals


def test_hidden_cards_are_sealed_or_dealt_openly() -> None:
    for dealer in DEALERS:
        assert said(House(hidden=True, dealer=dealer).table.notice(), hiding()) == ""


def test_another_way_of_dealing_hidden_cards_is_refused() -> None:
    notice = House(hidden=True).table.notice()._replace(deal="local")
    assert said(notice, hiding()) == (
        "This table hides cards and deals them in a way that is not known here: local."
    )


def test_a_table_that_seals_cards_has_some() -> None:
    assert said(NOTICE._replace(deal="veil")) == (
        "This table seals cards that its game does not have: let the host open it again."
    )


def test_a_game_without_hidden_cards_is_dealt_openly_whatever_the_host_wants() -> None:
    assert NOTICE.deal == House(dealer="veil").table.notice().deal == PUBLIC_DEAL


def test_one_plugin_that_hides_cards_is_enough() -> None:
    assert is_hidden(hiding(), ["race"])
    assert not is_hidden(House().plugins, ["race"])
