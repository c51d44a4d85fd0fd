"""What the list of tables says of the network, beside the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.catalogs import Language
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.core.plugins import Plugins
from bastide.net.errors import PeerError
from bastide.net.finding.discovery import Discovery
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.sighting import BEACON, MDNS, Sighting
from bastide.net.identity import Address, Identity
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeLobby
from tests.cli.pages import at_the_list, text


def test_what_keeps_others_from_being_found_is_said(
    tmp_path: Path, plugins: Plugins, texts: Language, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store(tmp_path) as store:
        node = Node(store, plugins, "Ada")
        discovery = Discovery(node.identity.text, "Ada", 0, lambda _: None)
        node._place.discovery = discovery
        lobby = LanLobby(node, texts)
        assert lobby.notice == ""

        discovery.faults[BEACON] = PeerError("Beacons cannot be heard.")
        assert lobby.notice == "Beacons cannot be heard."

        eve = Sighting(Identity.create().text, "Eve", (Address("192.168.1.7", 47000),), MDNS)
        monkeypatch.setattr(node, "unanswered", lambda: [eve])
        assert lobby.notice.startswith("Eve (192.168.1.7:47000) has ended, or cannot be reached")

        card = Interface("eth0", 2, ("192.168.1.7",), (), ())
        discovery.interfaces = [card]  # Eve's program ran on this very computer
        assert lobby.notice == "Beacons cannot be heard."


def test_a_notice_stands_below_where_is_being_looked(tmp_path: Path) -> None:
    page = at_the_list(tmp_path, NotedEffects()).top
    assert isinstance(page, LobbyPage)
    lobby = page.model.lobby
    assert isinstance(lobby, FakeLobby)
    lobby.notice = "Eve is on this network but does not answer."

    shown = text(page, (80, 24))

    assert shown.index("Looking on wlan0 192.168.1.23") < shown.index(lobby.notice)
