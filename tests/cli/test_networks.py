"""`--interface` and `network.interfaces`: what is used, what is left out, what is waited for."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.cli import doctoring
from bastide.cli.catalogs import Language
from bastide.cli.interface_words import unfit
from bastide.cli.networks import awaited, choice_of, passed_over
from bastide.cli.program import Flags, Program
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.core.plugins import Plugins
from bastide.net.finding.choosing import Adapter, Choice, adapters, survey
from bastide.net.finding.interfaces import Flags as Bits
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.probing import Probed
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.cli.conftest import Run, Said
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeLobby
from tests.cli.pages import at_the_list, text


def an_adapter(name: str, *ipv4: str, is_up: bool = True, is_tunnel: bool = False) -> Adapter:
    return Adapter(Interface(name, 2, ipv4, (), ()), Bits(is_up, is_tunnel), name)


LOOPBACK = next(
    f"{each.interface.name} 127.0.0.1" for each in adapters() if "127.0.0.1" in each.interface.ipv4
)
LAPTOP = [
    an_adapter("lo", "127.0.0.1"),
    an_adapter("eth0", "192.168.7.20"),
    an_adapter("eth1", is_up=False),
    an_adapter("veth1"),
    an_adapter("wlan0", "10.0.0.7"),
    an_adapter("tun0", "10.8.0.2", is_tunnel=True),
]


@pytest.fixture
def laptop(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the doctor find a computer with several networks; all of them are silent."""
    monkeypatch.setattr(
        doctoring, "choice_of", lambda program: Choice(choice_of(program).words, lambda: LAPTOP)
    )
    monkeypatch.setattr(doctoring, "probe", lambda interfaces, _: [Probed() for _ in interfaces])


def test_the_command_line_goes_before_the_settings(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[network]\ninterfaces = ["wlan0"]\n', "utf-8")
    environ = {"BASTIDE_HOME": str(tmp_path)}

    assert choice_of(Program(Flags(environ=environ))).words == ("wlan0",)
    flags = Flags(environ=environ, interfaces=("eth0",))
    assert choice_of(Program(flags)).words == ("eth0",)


@pytest.mark.parametrize(
    ("word", "reason"),
    [
        ("10.0.0.0/99", "10.0.0.0/99 is no network; write one as 192.168.7.0/24."),
        ("999.1.1.1", "999.1.1.1 is no address; write one as 192.168.7.20."),
        ("fe80::x", "fe80::x is no address; write one as 192.168.7.20."),
        ("eth0,lo", "eth0,lo names several: give each by itself."),
        ("a\x1b[31mb", "a [31mb holds control characters."),
        (" ", "it is empty."),
    ],
)
def test_what_can_be_no_interface_is_one_sentence(
    word: str, reason: str, bastide: Run, sentence: Callable[[Said], str]
) -> None:
    for words in (("tables", "--interface", word), ("--interface", word)):
        said = bastide(*words)
        assert said.code == 2
        assert f"--interface: {reason}" in sentence(said)


@pytest.mark.parametrize("word", ["eth0.5", "Wi-Fi 2", "fe80::1%eth0", "192.168.7.99/24", "7"])
def test_what_may_be_one_is_none_of_these(word: str, texts: Language) -> None:
    assert unfit(texts("bastide"), word, word) == ""


def test_the_option_stands_before_or_behind_the_command(bastide: Run) -> None:
    choice = ("--interface", "127.0.0.0/8")
    looks = [(*choice, "tables"), ("tables", *choice)]
    found = [json.loads(bastide(*words, "--json", "--wait", "0").out) for words in looks]
    assert [each["interfaces"] for each in found] == [[LOOPBACK]] * 2


def test_a_list_says_where_it_did_not_look_and_what_it_waits_for(bastide: Run) -> None:
    said = bastide("tables", "--wait", "0", "--interface", "127.0.0.1", "--interface", "nowhere7")
    assert f"Looked on: {LOOPBACK}" in said.lines
    assert said.lines[-1].startswith("Waiting for nowhere7: no such interface is up here now, only")
    assert said.code == 0


def test_sentences(texts: Language) -> None:
    t = texts("bastide")
    assert passed_over(t, survey(LAPTOP)) == ["tun0 (a VPN)"]
    chosen = survey(LAPTOP, ["eth0", "eth1"])
    assert passed_over(t, chosen) == ["tun0 (not chosen)", "wlan0 (not chosen)"]
    assert awaited(t, survey(LAPTOP)) == ""
    only = "no such interface is up here now, only eth0, lo, tun0, wlan0."
    assert awaited(t, chosen) == f"Waiting for eth1: {only}"
    nothing = survey([an_adapter("eth1", is_up=False)], ["eth1", "eth2"])
    assert awaited(t, nothing) == "Waiting for eth1, eth2: no interface is up here now."
    bare = "Waiting for veth1: nothing there has an address that others can use."
    assert awaited(t, survey(LAPTOP, ["veth1"])) == bare
    assert awaited(t, survey(LAPTOP, ["eth1", "veth1"])) == f"Waiting for eth1: {only} {bare}"


def test_the_list_of_tables_names_what_is_left_out(
    tmp_path: Path, plugins: Plugins, texts: Language
) -> None:
    with Store(tmp_path / "data") as store:
        node = Node(store, plugins, "Ada", choice=Choice(["eth0", "eth9"], lambda: LAPTOP))
        node.choice.look()
        lobby = LanLobby(node, texts)
        left_out, notice = lobby.left_out, lobby.notice
    assert left_out == ["tun0 (not chosen)", "wlan0 (not chosen)"]
    assert notice.startswith("Waiting for eth9: ")

    page = at_the_list(tmp_path, NotedEffects()).top
    assert isinstance(page, LobbyPage)
    fake = page.model.lobby
    assert isinstance(fake, FakeLobby)
    fake.interfaces, fake.left_out = ("eth0 192.168.7.20",), left_out[:1]
    assert "Looking on eth0 192.168.7.20, not on tun0 (not chosen)." in text(page, (80, 24))


@pytest.mark.usefixtures("laptop")
def test_the_doctor_says_of_each_interface_why_it_is_left_out(bastide: Run) -> None:
    lines = bastide("doctor").lines
    assert "ok  network      eth0 192.168.7.20" in lines
    assert "ok  network      wlan0 10.0.0.7" in lines
    at = lines.index("ok  left out     not up: eth1")
    assert [line.strip() for line in lines[at + 1 : at + 4]] == [
        "this computer alone: lo 127.0.0.1",
        "a VPN: tun0 10.8.0.2",
        "no address: veth1",
    ]

    content = json.loads(bastide("doctor", "--json", "--interface", "eth0").out)
    assert content["awaited"] == []
    assert {each["name"]: each["left_out"] for each in content["interfaces"]} == {
        "eth0": "",
        **dict.fromkeys(("eth1", "lo", "tun0", "veth1", "wlan0"), "unchosen"),
    }
    assert [each["name"] for each in content["interfaces"] if each["used"]] == ["eth0"]


@pytest.mark.usefixtures("laptop")
def test_the_doctor_does_not_say_that_nothing_is_up_where_only_the_choice_is_not(
    bastide: Run,
) -> None:
    marked = [line for line in bastide("doctor", "--interface", "eth9").lines if line[0] == "!"]
    waiting = "Waiting for eth9: no such interface is up here now, only eth0, lo, tun0, wlan0."
    assert marked == [f"!   network      {waiting}"]


@pytest.mark.usefixtures("laptop")
def test_the_doctor_marks_what_is_waited_for_and_loopback_that_was_chosen(bastide: Run) -> None:
    lines = bastide("doctor", "--interface", "eth1", "--interface", "lo").lines
    assert "!   network      lo 127.0.0.1: reaches this computer alone" in lines
    waiting = "Waiting for eth1: no such interface is up here now, only eth0, lo, tun0, wlan0."
    assert f"!   network      {waiting}" in lines
