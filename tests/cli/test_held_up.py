"""A plugin that fails at one of two programs on the LAN: the other one is told why it waits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import Session
from bastide.cli.sessions.table_session import TableSession
from bastide.core.events import Event
from bastide.core.hookspecs import Manifest
from bastide.core.plugins import Plugins, Setup
from bastide.core.state import State
from tests.cli import raising
from tests.cli.raising import SWITCH
from tests.cli.sessions import begun, close, eventually, meet, take_turn, within
from tests.core.games import plugin

SETUP = Setup("stones", 2, (), (("seating", "listed"),))


@pytest.fixture(autouse=True)
def _mended() -> Iterator[None]:
    yield
    SWITCH.at = ""


def acts(session: Session) -> bool:
    return session.acting in session.mine and bool(session.rules.legal(session.state))


def break_rules(session: Session) -> None:
    """Let the rules of one program fail at whatever is played next."""

    def fail(*_: object) -> NoReturn:
        raise KeyError("x")

    session.rules.apply = fail  # type: ignore[method-assign,assignment]  # here alone
    session.rules.homes = {__name__: "stones"}


def test_the_others_are_told_whose_plugin_failed_until_it_goes_on(tmp_path: Path) -> None:
    told: list[tuple[int, tuple[Event, ...]]] = []

    def event(state: State, events: tuple[Event, ...]) -> None:
        told.append((state.eyes, events))

    made = Manifest("ears", "1", "extra")
    ears = plugin("ears", manifest=lambda: made, event=event)
    plugins = Plugins({"stones": raising.plugin, "ears": lambda: ears})

    async def play() -> None:
        texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")
        nodes = await meet(tmp_path, plugins, "Ada", "Bob")
        one, other = await begun(nodes, texts, SETUP)
        assert isinstance(one, TableSession)
        assert isinstance(other, TableSession)

        await eventually(lambda: acts(one))
        SWITCH.at, SWITCH.fault = "effect", KeyError("x")
        assert one.choose(one.rules.legal(one.state)[0]).startswith("The rules of stones failed")
        said = "The program of Ada is held up: its plugin stones failed."
        await eventually(lambda: other.waiting == said)
        SWITCH.at = ""
        take_turn(one)
        await eventually(lambda: acts(other))
        assert other.waiting == ""

        break_rules(one)
        take_turn(other)
        await eventually(lambda: one.waiting.startswith("The rules of stones failed: KeyError"))
        said = "The program of Ada is held up: its plugin stones failed."
        await eventually(lambda: other.waiting == said)
        await one.leave()
        ada = LanLobby(nodes[0], texts, pace=0.0)
        resumed = await ada.resume(ada.tables[0].id)
        await eventually(lambda: acts(resumed) and other.waiting == "")
        take_turn(resumed)
        await eventually(lambda: acts(other))
        assert {eyes for eyes, _ in told} == {0, 1}, "each with the eyes of its own seat"
        everything = [event for done in other.table.done for event in done.events]
        assert [event for eyes, events in told if eyes == 1 for event in events] == everything
        await close(nodes, resumed, other)

    within(play())
