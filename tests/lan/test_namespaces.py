"""The LAN that the other tests here play on."""

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.lan.conftest import MAX_HOSTS, Host, Lan, Started

ECHO = """
import socket
with socket.create_server(("0.0.0.0", 4711)) as server:
    print("listening", flush=True)
    while True:
        link, _ = server.accept()
        with link:
            link.sendall(link.recv(100).upper())
"""
ASK = """
import socket, sys
with socket.create_connection((sys.argv[1], 4711), timeout=5) as link:
    link.sendall(b"hello")
    print(link.recv(100).decode())
"""
MDNS = ("224.0.0.251", 5353)
HEAR = f"""
import socket, struct, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as ear:
    ear.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    ear.bind(("", {MDNS[1]}))
    group = socket.inet_aton("{MDNS[0]}") + socket.inet_aton(sys.argv[1])
    ear.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, group)
    print("listening", flush=True)
    print("heard", ear.recv(100).decode(), flush=True)
"""
CALL = f"""
import socket, sys
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as mouth:
    mouth.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(sys.argv[1]))
    mouth.sendto(b"hello", {MDNS})
"""
RUN = """
import sys, time
from pathlib import Path
from tests.lan.conftest import Lan
host = Lan(1, Path(sys.argv[1])).hosts[0]
print(host.namespace.pid, host.start(["sleep", "600"]).process.pid, flush=True)
time.sleep(600)
"""
ROOT = Path(__file__).parents[2]


def python(script: str, *words: str) -> list[str]:
    return [sys.executable, "-c", script, *words]


def ask(host: Host, other: Host) -> subprocess.CompletedProcess[str]:
    return host.run(python(ASK, other.address))


def listen(host: Host, script: str) -> Started:
    started = host.start(python(script, host.address))
    started.wait_for("listening")
    return started


def alive(pid: int) -> bool:
    """Tell whether a process runs; one that ended and was not waited for does not."""
    for _ in range(50):
        try:
            state = (
                Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0]
            )
        except FileNotFoundError:
            return False
        if state == "Z":
            return False
        time.sleep(0.02)
    return True


def test_two_hosts_open_a_connection(lan: Lan) -> None:
    first, second = lan.hosts
    listen(first, ECHO)

    answer = ask(second, first)

    assert (answer.stdout, answer.stderr) == ("HELLO\n", "")


def test_five_hosts_all_reach_each_other(make_lan: Callable[[int], Lan]) -> None:
    lan = make_lan(MAX_HOSTS)
    for host in lan.hosts:
        listen(host, ECHO)

    answers = [ask(host, other).stdout for host in lan.hosts for other in lan.hosts]

    assert answers == ["HELLO\n"] * MAX_HOSTS**2


def test_hosts_of_two_lans_do_not_meet(make_lan: Callable[[int], Lan]) -> None:
    alone, others = make_lan(1), make_lan(2)
    listen(others.hosts[1], ECHO)

    answer = ask(alone.hosts[0], others.hosts[1])

    assert answer.returncode != 0


def test_multicast_arrives_unless_it_is_blocked(lan: Lan) -> None:
    first, second = lan.hosts
    ear = listen(second, HEAR)

    with lan.multicast_blocked():
        first.run(python(CALL, first.address))
        listen(first, ECHO)
        assert ask(second, first).stdout == "HELLO\n", "other traffic goes on"
        assert "heard" not in ear.stdout()

    first.run(python(CALL, first.address))
    ear.wait_for("heard hello")


def test_a_pulled_cable_can_be_plugged_in_again(lan: Lan) -> None:
    first, second = lan.hosts
    listen(first, ECHO)

    with lan.unplugged(second):
        assert ask(second, first).returncode != 0

    assert ask(second, first).stdout == "HELLO\n"


def test_each_host_has_its_own_data_folder(lan: Lan) -> None:
    script = "import os; print(os.environ['BASTIDE_HOME'])"

    homes = {host.run(python(script)).stdout.strip() for host in lan.hosts}

    assert homes == {str(host.home) for host in lan.hosts}
    assert len(homes) == 2


def test_what_was_started_ends_with_the_lan(tmp_path: Path) -> None:
    lan = Lan(2, tmp_path)
    stubborn = lan.hosts[0].start(
        ["sh", "-c", "trap '' TERM; (trap '' TERM; sleep 600) & echo $!; wait"]
    )
    child = int(stubborn.wait_for("\n"))

    lan.close()

    assert stubborn.process.returncode is not None
    assert not alive(child)


def test_a_killed_run_leaves_nothing(tmp_path: Path) -> None:
    run = subprocess.Popen(python(RUN, str(tmp_path)), cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    left = [int(pid) for pid in run.stdout.readline().split()]

    run.kill()
    run.wait()
    run.stdout.close()

    assert len(left) == 2
    assert [pid for pid in left if alive(pid)] == []


def test_a_command_that_fails_is_shown(lan: Lan) -> None:
    started = lan.hosts[0].start(["sh", "-c", "echo oops >&2; exit 3"])

    assert started.wait(5) == 3
    assert started.stderr() == "oops\n"
    with pytest.raises(pytest.fail.Exception, match="oops"):
        started.wait_for("never")
