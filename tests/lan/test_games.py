"""Whole games between machines: found, joined, played to the end, and gone on with after a fall."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lan.conftest import Host, Lan, Namespace
from tests.lan.games import (
    TABLE,
    addresses,
    check_ended_alike,
    check_journals,
    forward,
    join_table,
    open_table,
    play_on,
    resume,
)

ROOT = Path(__file__).parents[2]
FAR_SECONDS, NEAR_SECONDS = 1.0, 1.5
"""Longest time from the start of `tables` to its list: between machines, and on one."""

Report = Callable[[str], None]


@pytest.fixture
def report(capsys: pytest.CaptureFixture[str]) -> Report:
    """Return a function that prints a figure, also where output is captured."""

    def tell(figure: str) -> None:
        with capsys.disabled():
            sys.stdout.write(f"\n{figure}\n")

    return tell


def timed_tables(host: Host, home: Path | None = None) -> tuple[float, list[dict[str, object]]]:
    """Return how long `tables --json` took, in seconds, and what it listed."""
    start = time.monotonic()
    command = [sys.executable, "-m", "bastide", "tables", "--json"]
    done = host.run(command, BASTIDE_HOME=str(home or host.home))
    took = time.monotonic() - start
    assert (done.returncode, done.stderr) == (0, "")
    return took, json.loads(done.stdout)["tables"]


# finding


@pytest.mark.timed
def test_hosted_table_is_listed_on_another_machine(lan: Lan, report: Report) -> None:
    """Field report F04."""
    first, second = lan.hosts
    open_table(first)

    took, tables = timed_tables(second)

    report(f"listed on another machine after {took:.2f} s")
    assert [table["name"] for table in tables] == [TABLE]
    assert tables[0]["seats"] == [2, 2]
    assert tables[0]["players"] == [first.name]
    assert tables[0]["fits"] is True
    assert took <= FAR_SECONDS


@pytest.mark.timed
def test_hosted_table_is_listed_on_the_same_machine(lan: Lan, report: Report) -> None:
    first = lan.hosts[0]
    open_table(first)

    took, tables = timed_tables(first, first.folder / "another")

    report(f"listed on the same machine after {took:.2f} s")
    assert [table["name"] for table in tables] == [TABLE]
    assert took <= NEAR_SECONDS


def test_empty_list_is_no_failure(lan: Lan) -> None:
    said = lan.hosts[0].bastide("tables")

    assert (said.returncode, said.stderr) == (0, "")
    assert said.stdout.startswith("No table was seen.")
    assert "eth0 10.77.0.1" in said.stdout


def test_two_tables_of_one_name_are_told_apart(make_lan: Callable[[int], Lan]) -> None:
    """Field report F14."""
    first, second, third = make_lan(3).hosts
    for host in (first, second):
        open_table(host)
    _, tables = timed_tables(third)
    keys = {str(table["host"]): str(table["key"]) for table in tables}

    said = third.bastide("join", TABLE, "--bot", "random", "--plain")

    assert said.returncode == 1
    assert len(said.stderr.splitlines()) == 1
    for host in (first, second):
        assert (
            f"{TABLE}@{keys[host.name]} (Carcassonne, {host.name}, {host.address}:" in said.stderr
        )
    assert sorted(str(table["name"]) for table in tables) == [TABLE, f"{TABLE} (2)"]
    joined = join_table(third, f"{TABLE}@{keys[second.name]}")
    check_ended_alike([joined, second.started[0]])
    check_ended_alike([join_table(second), first.started[0]])


# playing


def test_two_machines_play_a_whole_game(lan: Lan) -> None:
    first, second = lan.hosts
    host = open_table(first, bot="greedy")

    guest = join_table(second)

    check_journals(lan.hosts, check_ended_alike([host, guest]))


def test_five_machines_play_a_whole_game(make_lan: Callable[[int], Lan]) -> None:
    lan = make_lan(5)
    host = open_table(lan.hosts[0], "--seats", "5", bot="greedy")

    guests = [join_table(each) for each in lan.hosts[1:]]

    check_journals(lan.hosts, check_ended_alike([host, *guests]))


@pytest.mark.parametrize("kind", ["address", "ticket"])
def test_table_is_joined_without_multicast(lan: Lan, kind: str) -> None:
    first, second = lan.hosts
    with lan.multicast_blocked():
        host = open_table(first)
        ways = addresses(host)
        guest = join_table(second, ways[0] if kind == "address" else ways[-1])

        check_ended_alike([host, guest])


def test_ticket_of_somebody_else_is_refused(lan: Lan) -> None:
    first, second = lan.hosts
    host = open_table(first)
    address = addresses(host)[0]
    forged = f"bastide://rkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oa@{address}"

    said = second.bastide("join", forged, "--bot", "random", "--plain")

    assert said.returncode == 1
    assert len(said.stderr.splitlines()) == 1
    assert first.name not in said.stdout


def test_chosen_port_is_shown_and_works_through_a_forward(lan: Lan) -> None:
    """Field report F05."""
    first, second = lan.hosts
    host = open_table(first, "--port", "47100")
    shown = addresses(host)
    doctor = json.loads(first.bastide("doctor", "--json").stdout)
    forward(second, f"{first.address}:47100")

    with lan.multicast_blocked():
        guest = join_table(second, "localhost:5000")
        check_ended_alike([host, guest])

    assert f"{first.address}:47100" in shown
    assert (doctor["port"], doctor["listening"]) == (47100, True)
    assert f"{first.address}:47100" in doctor["addresses"]


def test_other_rules_are_named_before_joining(make_lan: Callable[[int], Lan]) -> None:
    first, second, third = make_lan(3).hosts
    host = open_table(first)
    changed = second.folder / "plugins"
    shutil.copytree(ROOT / "plugins", changed, ignore=shutil.ignore_patterns("__pycache__"))
    turn = changed / "bastide" / "plugins" / "carcassonne" / "turn.py"
    turn.write_text(turn.read_text("utf-8") + "\n# another rule\n", "utf-8")
    path = os.pathsep.join([*(str(ROOT / each) for each in ("core", "net", "cli")), str(changed)])

    said = second.run(
        [sys.executable, "-P", "-c", OTHER_PLUGINS, "join", TABLE, "--bot", "random", "--plain"],
        PYTHONPATH=path,
        PLUGINS=str(changed),
    )

    assert said.returncode == 1
    sentence = said.stderr.splitlines()[-1]
    assert re.fullmatch(
        r"On one side carcassonne 1\.0 is an edited or half-updated copy: .* The table has rules "
        r"files [0-9a-f]{8}, you have [0-9a-f]{8}\.",
        sentence,
    )
    assert second.name not in host.stdout()
    check_ended_alike([host, join_table(third)])


OTHER_PLUGINS = """
import os, sys
import bastide
here = os.path.join(os.environ["PLUGINS"], "bastide")
bastide.__path__ = [p for p in bastide.__path__ if not p.endswith("plugins/bastide")] + [here]
from bastide.cli.app import main
main(sys.argv[1:])
"""


# going on


@pytest.mark.parametrize("victim", ["host", "guest"])
def test_killed_peer_takes_its_seat_again(lan: Lan, victim: str) -> None:
    """Field report F01."""
    first, second = lan.hosts
    peers = {"host": open_table(first)}
    peers["guest"] = join_table(second)
    play_on(peers[victim], "placed at", 12)

    peers[victim].kill()
    before = peers[victim].stdout()
    assert "The game is over." not in before
    peers[victim] = resume(first if victim == "host" else second)

    check_journals(lan.hosts, check_ended_alike([peers["host"], peers["guest"]]))
    told = events(peers["guest" if victim == "host" else "host"].stdout())
    assert events(before) == told[: len(events(before))], "nothing that was shown is lost"


def events(text: str) -> list[str]:
    """Return the lines that tell of tiles, in order."""
    return re.findall(r"^.* placed at .*$", text, re.MULTILINE)


@pytest.mark.parametrize("order", ["host first", "guest first"])
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_whole_table_is_shut_down_and_started_again(
    lan: Lan, order: str, how: signal.Signals
) -> None:
    first, second = lan.hosts
    host = open_table(first)
    guest = join_table(second)
    play_on(host, "placed at", 10)

    for each in (host, guest):
        os.killpg(each.process.pid, how)
    for each in (host, guest):
        each.process.wait(10)
    hosts = [first, second] if order == "host first" else [second, first]
    again = [resume(hosts[0])]
    again[0].wait_for("The game begins")
    again.append(resume(hosts[1]))

    check_ended_alike(again)


def test_stopped_peer_says_how_to_go_on(lan: Lan) -> None:
    first, second = lan.hosts
    host = open_table(first)
    guest = join_table(second)
    play_on(host, "placed at", 6)

    guest.process.terminate()

    assert guest.wait(10) == 143
    assert re.search(r"The table is kept; `bastide resume [0-9a-f]{8}` goes on", guest.stdout())
    assert guest.stderr() == "Stopped.\n"


def test_unplugged_machine_comes_back_by_itself(lan: Lan) -> None:
    first, second = lan.hosts
    host = open_table(first)
    guest = join_table(second)
    play_on(host, "placed at", 6)

    with lan.unplugged(second):
        host.wait_for(f"{second.name} is not linked; the seat is kept.", 30)
        guest.wait_for("No network is up here.", 30)

    check_ended_alike([host, guest])
    assert f"{first.name} is not linked" not in guest.stdout(), "it was its own network"
    assert "has left" not in host.stdout() + guest.stdout()


# what cannot be


MISUSED = 2
WRONG = {
    "nowhere": "No table called nowhere answers",
    "10.77.0.1:1": "",
    "bastide://abc@10.77.0.1:4711": "An identity has 52 characters, not 3: copy all of it.",
    "bastide://10.77.0.1:4711": "A ticket looks like bastide://<identity>@<host>:<port>.",
}


@pytest.mark.parametrize("where", WRONG)
def test_what_cannot_be_joined_gets_one_sentence(lan: Lan, where: str) -> None:
    said = lan.hosts[1].bastide("join", where, "--bot", "random", "--plain")

    code = MISUSED if where.startswith("bastide://") else 1
    assert (said.returncode, said.stdout) == (code, "")
    assert len(said.stderr.splitlines()) == 1
    assert said.stderr.startswith(WRONG[where])


def test_port_and_folder_are_used_once(lan: Lan) -> None:
    first = lan.hosts[0]
    open_table(first, "--port", "47100")

    port = first.bastide(
        *("--home", str(first.folder / "another"), "host", "carcassonne", "--port", "47100"),
        *("--bot", "random", "--plain"),
    )
    folder = first.bastide("host", "carcassonne", "--bot", "random", "--plain")

    assert port.returncode == folder.returncode == 1
    assert "47100" in port.stderr
    assert len(port.stderr.splitlines()) == len(folder.stderr.splitlines()) == 1
    assert folder.stderr == (
        "Another bastide listens with this data folder; --home names another one.\n"
    )
    assert timed_tables(first)[1], "reading commands need no lock"


def test_full_table_and_unknown_bot_are_refused(make_lan: Callable[[int], Lan]) -> None:
    first, second, third = make_lan(3).hosts
    host = open_table(first, "--seats", "3")
    bot = second.bastide("join", TABLE, "--bot", "deep", "--plain")
    guests = [join_table(each) for each in (second, third)]

    check_ended_alike([host, *guests])

    assert bot.returncode == 2
    assert bot.stderr.startswith("There is no bot deep; there are")


def test_host_lets_in_whom_it_wants_and_starts_with_fewer(make_lan: Callable[[int], Lan]) -> None:
    first, second, third = make_lan(3).hosts
    host = first.start_bastide(
        *("host", "carcassonne", "--ask", "--plain", "--name", TABLE, "--player", "Ada"),
        stdin=subprocess.PIPE,
    )
    host.wait_for("The game starts when")
    refused = join_table(third)
    host.wait_for(f"refuse {third.name}")
    guest = join_table(second)
    host.wait_for(f"refuse {second.name}")
    assert host.process.stdin is not None

    host.process.stdin.write(f"refuse {third.name}\nadmit {second.name}\nsay hello\n".encode())
    host.process.stdin.flush()
    host.wait_for(f"{second.name} sits down.")
    guest.wait_for("Ada says: hello")
    host.process.stdin.write(b"start\n" + b"1\n1\ndone\n" * 40)
    host.process.stdin.close()

    check_ended_alike([host, guest])
    assert refused.wait(10) == 1
    assert refused.stderr() == "The host said no.\n"


# the demonstration


@pytest.mark.timed
def test_demonstration_plays_with_loopback_alone(tmp_path: Path, report: Report) -> None:
    namespace = Namespace()
    try:
        start = time.monotonic()
        done = subprocess.run(
            namespace.inside(["sh", "-c", f"exec {sys.executable} -m bastide <&-"]),
            capture_output=True,
            text=True,
            timeout=40,
            env={**os.environ, "BASTIDE_HOME": str(tmp_path / "home")},
        )
        took = time.monotonic() - start
    finally:
        namespace.close()

    report(f"the demonstration took {took:.1f} s")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Both journals are the same." in done.stdout
    assert "joins by address" not in done.stdout
    assert "is kept" not in done.stdout, "its folders are gone"
    assert not (tmp_path / "home").exists()
