"""Whether a table can be joined from here, said before anybody knocks."""

from __future__ import annotations

import pytest

from bastide.core.journal import Extension
from bastide.core.messages import English
from bastide.core.plugins import Plugins
from bastide.net.links.messages import TableNotice
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


@pytest.mark.parametrize(
    ("version", "remedy"),
    [
        ("1.1", ", which is older: install 1.1."),
        ("1.0.1", ", which is older: install 1.0.1."),
        ("0.9", ", which is newer: let the host install 1.0, or install 0.9."),
        ("1.0b", ": install 1.0b, or let the host install 1.0."),
    ],
)
def test_of_another_version_it_is_said_which_is_older_if_that_is_known(
    version: str, remedy: str
) -> None:
    assert said(NOTICE._replace(version=version)) == (
        f"This table needs plugin race {version}; you have 1.0{remedy}"
    )


def test_other_files_of_the_same_version_are_told_by_what_both_can_compare() -> None:
    own = NOTICE.rules.hex()[:8]
    assert said(NOTICE._replace(rules=bytes(32))) == (
        "On one side race 1.0 is an edited or half-updated copy: install it from the same wheel "
        "or bundle on both, and compare what `bastide plugins` shows. The table has rules files "
        f"00000000, you have {own}."
    )


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
