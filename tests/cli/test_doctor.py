"""`bastide doctor`."""

import json
import re
from pathlib import Path

import pytest

from bastide.cli import doctoring, firewalls, nft_rules
from bastide.cli.program import Program
from bastide.core.builder import RulesBuilder
from bastide.core.plugins import Plugins
from bastide.net.finding.choosing import Adapter, Choice
from bastide.net.finding.interfaces import Flags, Interface
from bastide.net.finding.probing import Echo, Probed
from bastide.net.storage.store import Store
from tests.cli.conftest import Run, Spawn
from tests.core.games import game

LOOPBACK = Interface("lo", 1, ("127.0.0.1",), ("::1",), ())
ETH = Interface("eth0", 2, ("192.168.1.20",), ("fe80::2",), (("192.168.1.20", "192.168.1.255"),))
WORKS = Probed(True, Echo(True), Echo(True))


@pytest.fixture(autouse=True)
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process look at loopback only, and at no firewall."""
    found(monkeypatch, LOOPBACK, WORKS)
    monkeypatch.setattr(firewalls, "_name", lambda: "")
    monkeypatch.setattr(nft_rules, "dropping", lambda: None)


def found(patch: pytest.MonkeyPatch, interface: Interface, probed: Probed) -> None:
    """Let an interface be the only one, and what comes of trying it."""
    there = [Adapter(interface, Flags(is_up=True, is_tunnel=False), interface.name)]
    patch.setattr(doctoring, "choice_of", lambda _: Choice((), lambda: there))
    patch.setattr(doctoring, "probe", lambda interfaces, _: [probed for _ in interfaces])


def said_of(lines: list[str], title: str) -> tuple[str, str]:
    """Return the mark of a row and all that it says, on one line."""
    at = next(n for n, line in enumerate(lines) if line[4:].startswith(title))
    more = [*lines[at + 1 :], "ok"]
    end = next(n for n, line in enumerate(more) if not line.startswith("    "))
    parts = [lines[at][4 + len(title) :].strip(), *(line.strip() for line in more[:end])]
    return lines[at][:2].strip(), " ".join(parts)


def test_nothing_is_made(bastide: Run, home: Path) -> None:
    said = bastide("doctor")
    content = json.loads(bastide("doctor", "--json").out)

    assert (said.code, said.err) == (0, "")
    assert not home.exists()
    folder = f"{home}: not made yet; the first table makes it"
    assert said_of(said.lines, "data folder") == ("ok", folder)
    assert said_of(said.lines, "identity") == ("ok", "none yet")
    assert content["identity"] == ""
    assert said_of(said.lines, "network")[0] == "!"
    assert "reaches this computer alone" in said_of(said.lines, "network")[1]
    assert said.lines[-1] == "1 thing to look at, marked !"


def test_used_folder(bastide: Run, home: Path) -> None:
    Store(home).identity()
    said = bastide("doctor")
    content = json.loads(bastide("doctor", "--json").out)

    assert (said.code, said.err) == (0, "")
    assert said_of(said.lines, "data folder") == ("ok", str(home))
    default = f"{home / 'config.toml'}: not made yet; all is as by default"
    assert said_of(said.lines, "settings") == ("ok", default)
    assert len(content["identity"]) == 4
    assert said_of(said.lines, "identity") == ("ok", f"…{content['identity']}")
    assert said_of(said.lines, "listening") == ("ok", "never yet")
    assert content["ok"] is True
    assert content["faults"] == []
    assert content["plugins"][:3] == ["barony 1.0", "bots 1.0", "carcassonne 1.0"]


def test_a_key_that_answers_on_another_computer_is_one_to_look_at(
    bastide: Run, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Store(home).identity()
    echo = Echo(True, frozenset({"192.168.1.9"}), frozenset({"192.168.1.9"}))
    found(monkeypatch, ETH, Probed(True, Echo(True), echo))
    mark, said = said_of(bastide("doctor").lines, "identity")
    assert mark == "!"
    assert "Your key is in use at 192.168.1.9, too: end bastide there or here." in said
    assert json.loads(bastide("doctor", "--json").out)["copies"] == ["192.168.1.9"]


def test_port_and_addresses_are_those_of_the_last_time(bastide: Run, home: Path) -> None:
    with Store(home) as store:
        store.put_note("port", 47100)
        store.lock_identity()
        listening = json.loads(bastide("doctor", "--json").out)
    after = bastide("doctor")

    assert (listening["port"], listening["listening"]) == (47100, True)
    assert listening["addresses"] == ["127.0.0.1:47100", "[::1]:47100"]
    assert any("not now; last on 127.0.0.1:47100" in line for line in after.lines)


def test_unusable_folder_is_a_failure(bastide: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    said = bastide("doctor", "--home", str(tmp_path / "file"))

    assert said.code == 1
    assert "cannot be used" in said.out


def test_damaged_data_are_a_failure(bastide: Run, home: Path) -> None:
    with Store(home) as store:
        store.identity()
        for n in range(50):
            store.put_note(f"note {n}", "x" * 500)
    content = bytearray((home / "bastide.sqlite").read_bytes())
    content[len(content) // 2 :] = bytes(len(content) - len(content) // 2)
    (home / "bastide.sqlite").write_bytes(content)

    said = bastide("doctor")

    assert said.code == 1
    assert "cannot be used" in said.out


def test_wrong_settings_are_shown(bastide: Run, home: Path) -> None:
    home.mkdir()
    (home / "config.toml").write_text("[display]\ncolour = 'blue'\n")

    said = bastide("doctor")

    assert said.code == 0
    mark, settings = said_of(said.lines, "settings")
    assert (mark, "display.colour" in settings) == ("!", True)


NETWORKS = {
    "all": (WORKS, "ok", "mDNS and beacon work; no other bastide answers"),
    "two others": (
        Probed(
            True, Echo(True, frozenset({"192.168.1.7"})), Echo(True, frozenset({"192.168.1.8"}))
        ),
        "ok",
        "mDNS and beacon work; 2 other bastides answer",
    ),
    "no beacon": (
        Probed(True, Echo(True), Echo()),
        "!",
        "mDNS works, the beacon does not; no other bastide answers",
    ),
    "beacon alone": (
        Probed(True, Echo(), Echo(True, frozenset({"192.168.1.7"}))),
        "!",
        "mDNS does not come back, the beacon does; 1 other bastide answers",
    ),
    "nothing": (
        Probed(False, Echo(), Echo()),
        "!",
        "nothing comes back: join by address or ticket; no other bastide answers",
    ),
    "IPv6 alone": (Probed(), "ok", "no IPv4 here: not tried; no other bastide answers"),
}


@pytest.mark.parametrize("network", NETWORKS)
def test_each_network_says_by_which_ways_tables_are_found(
    bastide: Run, monkeypatch: pytest.MonkeyPatch, network: str
) -> None:
    probed, mark, sentence = NETWORKS[network]
    found(monkeypatch, ETH, probed)

    lines = bastide("doctor").lines

    assert said_of(lines, "network") == (mark, f"eth0 192.168.1.20 fe80::2 {sentence}")
    assert (lines[-1] == "All that was looked at works.") == (mark == "ok")


FIREWALLS = {
    "ufw": ("!", "sudo ufw allow 47100/tcp"),
    "firewalld": ("!", "sudo firewall-cmd --add-service=mdns --add-port=41777/udp"),
    "nftables": ("!", "sudo nft insert rule inet filter input udp dport 5353 accept"),
    "windows": ("ok", "New-NetFirewallRule -DisplayName bastide"),
    "macos": ("ok", "/usr/libexec/ApplicationFirewall/socketfilterfw --add"),
    "": ("ok", "neither ufw, firewalld nor nftables seems to be on"),
}


@pytest.mark.parametrize("name", FIREWALLS)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_each_firewall_has_its_remedy(
    bastide: Run, monkeypatch: pytest.MonkeyPatch, name: str, language: str
) -> None:
    monkeypatch.setattr(firewalls, "_name", lambda: name)
    found(monkeypatch, ETH, WORKS)
    mark, part = FIREWALLS[name]

    lines = bastide("doctor", "--lang", language).lines
    content = json.loads(bastide("doctor", "--json").out)

    said = said_of(lines, "firewall" if language == "en" else "pare-feu")
    assert said[0] == mark
    assert part in said[1] or (language == "fr" and not name)
    assert all(command in said[1] for command in content["firewall"]["remedy"])
    assert content["firewall"]["suspected"] == (mark == "!")


def test_a_port_whose_packets_do_not_come_back_is_a_suspicion(
    bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(monkeypatch, ETH, Probed(True, Echo(), Echo()))

    mark, said = said_of(bastide("doctor").lines, "firewall")
    content = json.loads(bastide("doctor", "--json").out)

    assert mark == "!"
    assert said.startswith("something here stops UDP 5353 (eth0), UDP 41777 (eth0)")
    assert content["firewall"]["stops"] == ["UDP 5353 (eth0)", "UDP 41777 (eth0)"]
    (interface,) = content["interfaces"]
    assert [interface[each] for each in ("multicast", "mdns", "beacon")] == [True, False, False]


def test_what_never_leaves_this_computer_is_stopped_here(
    bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    found(monkeypatch, ETH, Probed(False, Echo(), Echo(False, frozenset({"192.168.1.7"}))))

    lines = bastide("doctor").lines

    said = said_of(lines, "network")[1]
    assert "others do not find your tables; 1 other bastide answers" in said
    assert said_of(lines, "firewall")[0] == "!"
    assert json.loads(bastide("doctor", "--json").out)["firewall"]["stops"]


@pytest.mark.parametrize(
    ("chains", "mark", "part"),
    [
        (["inet lan in"], "!", "nftables keeps packets out, by inet lan in: others may not find"),
        (["inet lan in"], "!", "sudo nft insert rule inet lan in udp dport 5353 accept"),
        ([], "ok", "none here; if others cannot join"),
        (None, "ok", "(only root can read the rules)"),
    ],
)
def test_rules_that_can_be_read_are_named(
    bastide: Run,
    monkeypatch: pytest.MonkeyPatch,
    chains: list[str] | None,
    mark: str,
    part: str,
) -> None:
    monkeypatch.setattr(nft_rules, "dropping", lambda: chains)
    found(monkeypatch, ETH, WORKS)

    said = said_of(bastide("doctor").lines, "firewall")

    assert said[0] == mark
    assert part in said[1]


@pytest.mark.parametrize(
    ("system", "name"), [("win32", "windows"), ("darwin", "macos"), ("linux", "ufw")]
)
def test_the_firewall_is_that_of_the_system(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, system: str, name: str
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(nft_rules, "dropping", lambda: [])
    settings = tmp_path / "ufw.conf"
    settings.write_text("# on at boot\nENABLED=yes\n")
    monkeypatch.setattr(firewalls, "_UFW", settings)
    monkeypatch.setattr("sys.platform", system)

    assert firewalls.look(0, []).name == name


@pytest.mark.parametrize("kind", ["firewalld", "nftables", ""])
def test_a_firewall_of_linux_is_known_by_its_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, kind: str
) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(nft_rules, "dropping", lambda: None)
    (tmp_path / "ufw.conf").write_text("#ENABLED=yes\nENABLED=no\n")
    (tmp_path / kind).mkdir(exist_ok=True)
    monkeypatch.setattr(firewalls, "_UFW", tmp_path / "ufw.conf")
    monkeypatch.setattr(firewalls, "_FIREWALLD", (tmp_path / "firewalld",))
    monkeypatch.setattr(firewalls, "_NFTABLES", (tmp_path / "nftables",))
    monkeypatch.setattr("sys.platform", "linux")

    assert firewalls.look(0, []).name == kind


@pytest.mark.parametrize("language", ["en", "fr"])
def test_it_fits_a_small_terminal_and_breaks_no_command(
    bastide: Run, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    found(monkeypatch, ETH, Probed(True, Echo(), Echo()))
    monkeypatch.setattr(doctoring, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("LINES", "24")

    lines = bastide("doctor", "--lang", language).lines

    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert any(line.endswith("udp dport 41777 accept") for line in lines)


def test_a_terminal_that_is_too_small_is_said(
    bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doctoring, "is_terminal", lambda: True)
    monkeypatch.setenv("COLUMNS", "50")
    monkeypatch.setenv("LINES", "24")

    said = bastide("doctor")

    assert said_of(said.lines, "terminal")[0] == "!"
    assert "a terminal of 50x24, too small" in said_of(said.lines, "terminal")[1]
    assert json.loads(bastide("doctor", "--json").out)["size"] == [50, 24]


@pytest.mark.parametrize("surroundings", [{"TERM": "dumb"}, {"NO_COLOR": "1"}], ids=str)
def test_any_surroundings_will_do(spawn: Spawn, surroundings: dict[str, str]) -> None:
    """Field report F25; encodings: `test_encodings`."""
    said = spawn("doctor", "--lang", "fr", **surroundings)

    assert (said.code, said.err) == (0, "")


def test_rules_that_cannot_be_made_are_one_thing_to_look_at(
    bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raises(rules: RulesBuilder) -> None:
        raise KeyError("lost")

    module = game(lambda rules: None, setup=raises, name="broken")
    monkeypatch.setattr(Program, "plugins", Plugins({"broken": lambda: module}))

    mark, said = said_of(bastide("doctor").lines, "plugins")

    assert mark == "!"
    assert re.search(r"broken: .*test_doctor.py:\d+ \(raises\): KeyError: 'lost'; mend", said)
    assert len(json.loads(bastide("doctor", "--json").out)["faults"]) == 1


@pytest.mark.plays("carcassonne")
def test_stored_tables_that_cannot_be_opened_are_named(
    bastide: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    bastide("play", "carcassonne", "--bots", "random", typed="quit\n")
    assert json.loads(bastide("doctor", "--json").out)["closed_tables"] == []

    monkeypatch.setattr(Program, "plugins", Plugins({}))
    mark, said = said_of(bastide("doctor").lines, "stored tables")

    assert mark == "!"
    assert "It needs carcassonne 1.0, not installed here: install that." in said
