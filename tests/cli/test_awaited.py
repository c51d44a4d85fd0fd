"""Whom a table of the network waits for, as each of those who sit there is told."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from bastide.cli.catalogs import Catalogs
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.ports import HostWish, Seat, Session
from bastide.cli.waiting_words import waits_for
from bastide.core.builder import Phase, RulesBuilder
from bastide.core.chance import Roll
from bastide.core.events import Action
from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.plugins import Plugins, Setup
from bastide.net.contact import Contact
from bastide.net.errors import PeerError
from bastide.net.identity import Address
from bastide.net.links.link import Link
from bastide.net.node import Node
from tests.cli.sessions import close, eventually, meet, take_turn, within

TEXTS = Catalogs([]).texts("en")
NAMES = ("Ada", "Bo", "Cy")


def sprint() -> ModuleType:
    """Return a game: each turn all roll for one who then runs."""
    module = ModuleType("sprint")
    module.__package__ = ""

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("sprint", "1.0", "game", seats=(2, 6))

    @hookimpl
    def bastide_turn(rules: RulesBuilder) -> None:
        rules.phase(Phase("roll", ask=lambda s: (Roll(6),), answer=lambda s, answers: None))
        rules.phase(Phase("run", lambda s: [Action("sprint.run")]))
        rules.action("sprint.run", lambda s, a: None)

    @hookimpl
    def bastide_scoring(rules: RulesBuilder) -> None:
        rules.finished(lambda s: s.turn >= 9)

    for hook in (bastide_manifest, bastide_turn, bastide_scoring):
        setattr(module, hook.__name__, hook)
    return module


SPRINT = Plugins({"sprint": sprint})


async def begun(nodes: list[Node]) -> list[Session]:
    """Return the sessions of a game of three who are all linked."""
    await nodes[1].dial(Address("127.0.0.1", nodes[2].listener.port))
    host, *guests = (LanLobby(node, TEXTS, pace=0.0) for node in nodes)
    setup = Setup("sprint", 3, (), (("seating", "listed"),))
    rooms = [await host.host(HostWish(setup, "Kitchen"))]
    for guest in guests:
        rooms.append(await guest.join_address(f"127.0.0.1:{nodes[0].listener.port}"))
    await eventually(lambda: all(room.session for room in rooms))
    return [room.session for room in rooms if room.session]


def seat_of(session: Session, name: str) -> Seat:
    return next(seat for seat in session.seats if seat.name == name)


def said(session: Session) -> str:
    assert session.awaited
    return waits_for(TEXTS("bastide"), session.seats, session.cut_off, session.awaited)


def test_who_has_left_alone_is_waited_for_where_all_have_to_do_their_part(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        nodes = await meet(tmp_path, SPRINT, *NAMES)
        ada, bo, cy = await begun(nodes)
        await eventually(lambda: ada.acting in ada.mine)
        await cy.leave()
        await eventually(lambda: all(seat_of(s, "Cy").presence == "left" for s in (ada, bo)))
        take_turn(ada)
        await eventually(lambda: bool(ada.awaited and bo.awaited))
        assert [session.waiting for session in (ada, bo)] == ["Waiting for Cy."] * 2
        assert {said(s).partition(", 0:")[0] for s in (ada, bo)} == {"Waiting for Cy, who has left"}
        assert bo.progress == "", "nobody who is there has to deal"
        await close(nodes, ada, bo)

    within(play())


def test_while_no_network_is_up_here_nobody_else_is_said_to_be_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        nodes = await meet(tmp_path, SPRINT, *NAMES)
        sessions = await begun(nodes)
        _, bo, _ = sessions
        monkeypatch.setattr(Contact, "needs_network", True)
        assert bo.cut_off is None, "as long as all are heard"
        for other in (nodes[0], nodes[2]):
            link = nodes[1].contacts.contact(other.identity.key).link
            assert link
            for node in (other, nodes[1]):
                node.contacts._kept._dial = nowhere
            link.abort()
        await eventually(lambda: seat_of(bo, "Ada").presence == "lost" and bool(bo.awaited))
        await eventually(lambda: bo.cut_off is not None)
        assert bo.waiting == "No network is up here: waiting for Ada, Cy."
        assert said(bo).startswith("No network is up here, 0:0")
        assert said(bo).endswith(": waiting for Ada, Cy.")
        await close(nodes, *sessions)

    within(play())


async def nowhere(addresses: list[Address], key: bytes) -> Link:
    """Dial where no network is up."""
    raise PeerError("nobody answers")


def test_whom_the_end_of_a_game_has_not_reached_is_named(tmp_path: Path) -> None:
    async def play() -> None:
        nodes = await meet(tmp_path, SPRINT, *NAMES)
        sessions = await begun(nodes)
        _, bo, cy = sessions
        acting = lambda: [each for each in sessions if each.acting in each.mine]  # noqa: E731
        await eventually(lambda: bool(acting()))
        while (last := acting()[0]).state.turn < 8:
            take_turn(last)
            await eventually(lambda: bool(acting()))
        away = next(each for each in (cy, bo) if each is not last)
        await away.leave()
        take_turn(last)
        others = [each for each in sessions if each is not away]
        await eventually(lambda: all(each.finished for each in others))
        name = away.seats[away.mine[0]].name
        await eventually(lambda: all(each.unseen_by == [name] for each in others))
        await close(nodes, *others)

    within(play())
