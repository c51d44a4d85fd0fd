"""A data folder that was copied while it plays: all three screens say so, and what to do."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import Session
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.cli import raising
from tests.cli.sessions import begun, close, eventually, meet, take_turn, within

SETUP = Setup("stones", 2, (), (("seating", "listed"),))
OWN = (
    "Your key is in use at 127.0.0.1, too: end bastide there or here. A copy of the data folder "
    "must not play at the same time."
)
OTHERS = (
    "The key of Bob is in use twice (127.0.0.1): one of the two has to end. The first one plays, "
    "the other one waits."
)


def logged(session: Session) -> list[str]:
    return [item.sentence for item in session.log]


def test_a_copy_waits_all_are_told_and_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "COPY_PAUSE_SECONDS", 0.05)
    plugins = Plugins({"stones": raising.plugin})

    async def play() -> None:
        texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")
        nodes = await meet(tmp_path, plugins, "Ada", "Bob")
        one, other = await begun(nodes, texts, SETUP)
        await eventually(lambda: one.acting in one.mine)

        shutil.copytree(tmp_path / "Bob", tmp_path / "copy")
        nodes.append(Node(Store(tmp_path / "copy"), plugins, "Bob", interfaces=list))
        await nodes[2].start()
        there = LanLobby(nodes[2], texts, pace=0.0)
        copy = there.open(nodes[2].unfinished()[0])
        assert copy.waiting == "Waiting until Ada is linked."
        await eventually(lambda: copy.waiting == OWN)
        await eventually(lambda: OWN in logged(other))
        assert OTHERS in logged(one)
        bob = LanLobby(nodes[1], texts, pace=0.0)
        assert there.notice == bob.notice == OWN

        take_turn(one)
        await eventually(lambda: other.acting in other.mine)
        assert (one.waiting, other.waiting) == ("", "")
        await close(nodes, one, other, copy)

    within(play())


def test_whoever_goes_on_is_warned_of_a_backup_until_all_are_here(tmp_path: Path) -> None:
    plugins = Plugins({"stones": raising.plugin})

    async def play() -> None:
        texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")
        nodes = await meet(tmp_path, plugins, "Ada", "Bob")
        one, other = await begun(nodes, texts, SETUP)
        await eventually(lambda: one.acting in one.mine)
        take_turn(one)
        await eventually(lambda: other.acting in other.mine)
        await one.leave()
        await eventually(lambda: other.seats[0].presence == "left")
        await other.leave()
        again = await LanLobby(nodes[1], texts, pace=0.0).resume(_only(nodes[1]))
        assert "look whether your last moves are there" in logged(again)[-1]
        back = await LanLobby(nodes[0], texts, pace=0.0).resume(_only(nodes[0]))
        await eventually(lambda: logged(again)[-1] == "All players are here.")
        await close(nodes, again, back)

    within(play())


def _only(node: Node) -> str:
    """Return the id of the one table of a node in its list."""
    [row] = node.unfinished()
    return f"game:{row.game_id.hex()}"
