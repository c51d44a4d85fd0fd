"""`bastide doctor`."""

import json
import sys
from pathlib import Path

import pytest

from bastide.cli import doctoring
from bastide.cli.doctoring import firewall_hint, multicast_returns
from bastide.cli.program import Flags, Program
from bastide.net.finding.interfaces import Interface
from bastide.net.storage.store import Store
from tests.cli.conftest import Run, Spawn

LOOPBACK = Interface("lo", 1, ("127.0.0.1",), ("::1",), ())


@pytest.fixture(autouse=True)
def loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let this process look at loopback only."""
    monkeypatch.setattr(doctoring, "usable_interfaces", lambda: [LOOPBACK])


def test_nothing_is_made(bastide: Run, home: Path) -> None:
    said = bastide("doctor")
    content = json.loads(bastide("doctor", "--json").out)

    assert (said.code, said.err) == (0, "")
    assert not home.exists()
    assert f"data folder  {home}: not made yet; the first table makes it" in said.lines
    assert "identity     -" in said.lines
    assert content["identity"] == ""
    assert "TCP port ?" not in said.out
    assert any("reaches this computer alone" in line for line in said.lines)


def test_used_folder(bastide: Run, home: Path) -> None:
    Store(home).identity()
    said = bastide("doctor")
    content = json.loads(bastide("doctor", "--json").out)

    assert (said.code, said.err) == (0, "")
    assert f"data folder  {home}" in said.lines
    assert f"settings     {home / 'config.toml'}" in said.lines
    assert len(content["identity"]) == 4
    assert f"identity     …{content['identity']}" in said.lines
    assert "listening    never yet" in said.lines
    assert content["ok"] is True
    assert content["faults"] == []
    assert content["plugins"][:3] == ["barony 1.0", "bots 1.0", "carcassonne 1.0"]


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
    assert any("display.colour" in line for line in said.lines)


def test_packets_to_a_group_come_back_on_loopback() -> None:
    assert multicast_returns(LOOPBACK) is True
    assert multicast_returns(LOOPBACK._replace(ipv4=())) is None
    assert multicast_returns(LOOPBACK._replace(ipv4=("192.0.2.77",))) is False


@pytest.mark.parametrize(
    ("system", "word"), [("linux", "5353"), ("win32", "Windows"), ("darwin", "Local Network")]
)
def test_hint_fits_the_system(monkeypatch: pytest.MonkeyPatch, system: str, word: str) -> None:
    monkeypatch.setattr(sys, "platform", system)

    assert word in firewall_hint(Program(Flags()), 47100)


@pytest.mark.parametrize(
    "surroundings",
    [{"PYTHONIOENCODING": "cp1252"}, {"LC_ALL": "C"}, {"TERM": "dumb"}, {"NO_COLOR": "1"}],
    ids=str,
)
def test_any_surroundings_will_do(spawn: Spawn, surroundings: dict[str, str]) -> None:
    """Field report F25."""
    said = spawn("doctor", "--lang", "fr", **surroundings)

    assert (said.code, said.err) == (0, "")
