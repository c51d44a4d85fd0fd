"""Which tables of the network a name means, and what is said where it means none or several."""

from __future__ import annotations

import asyncio
import sys
from io import StringIO
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from bastide.cli import progress_line
from bastide.cli.meant_tables import calls, named, refuse_many, refuse_none
from bastide.cli.program import Flags, Program
from bastide.cli.verbs import lan
from bastide.net.contact import Contact
from bastide.net.identity import Address, last_four
from bastide.net.links.messages import TableNotice
from bastide.net.node import SeenTable
from tests.cli.pebbles import pebble_plugins
from tests.cli.rows import ROWS

if TYPE_CHECKING:
    from bastide.cli.lan_run import Peer

ANN, BOB = b"\x01" * 32, b"\x02" * 32


@pytest.fixture
def program() -> Program:
    program = Program(Flags(language="en"))
    program.__dict__["plugins"] = pebble_plugins()
    return program


def seen(key: bytes, table: int, name: str = "Kitchen", state: str = "open") -> SeenTable:
    """Return a table of pebbles that a host shows."""
    host = Contact(key)
    host.name, host.told = ("Ann" if key == ANN else "Bob"), (Address("192.0.2.7", 47100),)
    rules = bytes(16)
    notice = TableNotice(
        *(bytes([table]) * 16, name, "pebbles", "1.0", rules, (), {}, ""),
        *((2, 6), (host.name,), False, "", state),
    )
    return SeenTable(host, notice, None)


def test_tables_of_one_name_are_told_apart_by_the_end_of_the_key_or_the_table_s_id() -> None:
    tables = [seen(ANN, 1), seen(BOB, 2), seen(BOB, 3)]

    words = calls(tables)

    assert words == [f"Kitchen@{last_four(ANN)}", "Kitchen@02020202", "Kitchen@03030303"]
    assert [named(tables, (), word) for word in words] == [[table] for table in tables]
    assert named(tables, (), "kitchen") == tables


def test_the_refusal_of_several_names_game_host_address_and_what_to_type(program: Program) -> None:
    said = str(refuse_many(program, "kitchen", [seen(ANN, 1), seen(BOB, 2, "Kitchen, old")]))

    assert f"Kitchen@{last_four(ANN)} (Pebbles, Ann, 192.0.2.7:47100)" in said
    assert said.endswith(f"`bastide join Kitchen@{last_four(ANN)}`")


def test_a_name_with_blanks_is_typed_in_quotes(program: Program) -> None:
    tables = [seen(ANN, 1, "Ann's table"), seen(BOB, 2, "Ann's table")]

    said = str(refuse_many(program, "ann's table", tables))

    assert said.endswith(f'`bastide join "Ann\'s table@{last_four(ANN)}"`')


def test_the_refusal_of_an_unknown_name_tells_what_there_is_and_the_likely_one(
    program: Program,
) -> None:
    said = str(refuse_none(program, "kichen duel", ROWS[:3], ()))

    assert "Did you mean Kitchen duel?" in said
    assert "Saturday table (Carcassonne), Kitchen duel (Pebbles), Barons (Barony)" in said
    assert "Did you mean" not in str(refuse_none(program, "nosuch", ROWS[:3], ()))
    assert "`bastide tables`" in str(refuse_none(program, "nosuch", (), ()))


def test_the_refusal_of_a_name_says_first_that_the_key_is_in_use_elsewhere(
    program: Program,
) -> None:
    said = str(refuse_none(program, "kitchen", (), ["192.0.2.9"]))

    assert said.startswith("Your key is in use at 192.0.2.9, too:")


class _Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stream", [_Terminal(), StringIO()], ids=["terminal", "pipe"])
def test_join_says_on_a_terminal_that_it_looks(
    program: Program, monkeypatch: pytest.MonkeyPatch, stream: StringIO
) -> None:
    monkeypatch.setattr(lan, "FIND_SECONDS", 0.0)
    monkeypatch.setattr(progress_line, "PATIENCE", 0.0)
    monkeypatch.setattr(sys, "stderr", stream)
    nobody = {"node": SimpleNamespace(seen={}), "lobby": SimpleNamespace(shown=())}

    found = asyncio.run(lan._found(program, cast("Peer", SimpleNamespace(**nobody)), "nosuch"))

    assert found == []
    shown = "Looking for the table nosuch on the network…"
    assert (shown in stream.getvalue()) == stream.isatty()
    assert stream.getvalue().endswith("\r") == stream.isatty(), "the line is taken away again"
