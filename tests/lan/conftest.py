"""A LAN made of network namespaces: a switch and two to five hosts, nothing of it outside.

Each namespace lives as long as one process that waits for the end of its input, which is a pipe
from here: however the tests end, the pipe closes, the processes go (those started on the hosts,
too), and the namespaces with their cables go with them. Nothing has a name that could be left
behind or be taken already.

    [host 1: eth0 10.77.0.1]--veth--[p1  switch br0  p2]--veth--[10.77.0.2 eth0 :host 2]
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

import pytest

from tests.conftest import is_installed

MAX_HOSTS = 5
TOOLS = os.pathsep.join([os.environ.get("PATH", ""), "/usr/sbin", "/sbin"])
AVAHI = ("dbus-daemon", "avahi-daemon", "avahi-browse", "avahi-publish")


def can_run_avahi() -> bool:
    """Tell whether Avahi is here, and whether we are root enough for it to change its user."""
    users = Path("/proc/self/uid_map").read_text("ascii").split()[2]
    return int(users) > 1 and all(shutil.which(tool, path=TOOLS) for tool in AVAHI)


# Tests that play the plugin that hides cards (see the mark `plays`), or talk with Avahi.
collect_ignore = [] if is_installed("strategic") else ["test_sealed.py"]
if not can_run_avahi():
    collect_ignore.append("test_avahi.py")


class Namespace:
    """A network namespace, held open by a process of ours."""

    def __init__(self) -> None:
        """Open it; its loopback is up."""
        holder = ["unshare", "--net", "sh", "-c", "echo ready; exec cat"]
        self._holder = subprocess.Popen(
            holder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=_environment()
        )
        assert self._holder.stdout is not None
        assert self._holder.stdout.readline() == "ready\n", "no network namespace: see make lan"
        self.ip("link", "set", "lo", "up")

    @property
    def pid(self) -> int:
        """The process that holds it open."""
        return self._holder.pid

    def inside(self, command: Sequence[str]) -> list[str]:
        """Return the command line that runs a command in here: one process, gone if we are gone."""
        enter = ["nsenter", f"--net=/proc/{self.pid}/ns/net", "--"]
        return [*enter, "setpriv", "--pdeathsig", "KILL", "--", *command]

    def ip(self, *words: str) -> str:
        """Set up links and addresses; return what it says of them."""
        done = subprocess.run(
            self.inside(["ip", *words]), capture_output=True, text=True, env=_environment()
        )
        assert done.returncode == 0, f"ip {' '.join(words)}: {done.stderr.strip()}"
        return done.stdout

    def close(self) -> None:
        """Let it go."""
        assert self._holder.stdin is not None
        assert self._holder.stdout is not None
        self._holder.stdin.close()
        self._holder.wait(5)
        self._holder.stdout.close()


@dataclass(slots=True)
class Started:
    """A process on a host; what it writes goes to files."""

    process: subprocess.Popen[bytes]
    out: Path
    err: Path

    def stdout(self) -> str:
        """Return what it has written so far."""
        return self.out.read_text(encoding="utf-8")

    def stderr(self) -> str:
        """Return what it has complained about so far."""
        return self.err.read_text(encoding="utf-8")

    def wait(self, seconds: float) -> int:
        """Return its exit code."""
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            pytest.fail(f"not done after {seconds} s:\n{self.stdout()}\n{self.stderr()}")

    def wait_for(self, text: str, seconds: float = 10) -> str:
        """Return all it has written, once that holds `text`."""
        end = time.monotonic() + seconds
        while text not in (written := self.stdout()):
            if self.process.poll() is not None and text not in self.stdout():
                pytest.fail(f"ended without {text!r}:\n{self.stdout()}\n{self.stderr()}")
            if time.monotonic() > end:
                pytest.fail(f"no {text!r} after {seconds} s:\n{written}\n{self.stderr()}")
            time.sleep(0.02)
        return written

    def kill(self) -> None:
        """End it and its children at once, as a flat battery would."""
        self._signal(signal.SIGKILL)
        self.process.wait(5)

    def stop(self) -> None:
        """Ask it to end, and insist after two seconds."""
        self._signal(signal.SIGTERM)
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.kill()
        self._signal(signal.SIGKILL)  # children that outlived it

    def _signal(self, number: int) -> None:
        try:
            os.killpg(self.process.pid, number)  # it leads a group of its own
        except ProcessLookupError:
            return


@dataclass(slots=True)
class Host:
    """One machine on the LAN."""

    name: str
    address: str
    namespace: Namespace
    folder: Path
    started: list[Started] = field(default_factory=list)

    @property
    def home(self) -> Path:
        """Where bastide keeps this host's data."""
        return self.folder / "home"

    def run(
        self, command: Sequence[str], *, seconds: float = 60, **more: str
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end, with no input.

        Args:
            command: looked up in the PATH.
            seconds: longest time it may take.
            more: variables added to its environment.
        """
        return subprocess.run(
            self.namespace.inside(command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=seconds,
            env=self._variables(more),
        )

    def start(
        self,
        command: Sequence[str],
        *,
        stdin: int | IO[bytes] = subprocess.DEVNULL,
        **more: str,
    ) -> Started:
        """Start a command that is ended with the test, if not before."""
        self.folder.mkdir(parents=True, exist_ok=True)
        stem = self.folder / str(len(self.started) + 1)
        out, err = stem.with_suffix(".out"), stem.with_suffix(".err")
        with out.open("wb") as to_out, err.open("wb") as to_err:
            process = subprocess.Popen(
                self.namespace.inside(command),
                stdin=stdin,
                stdout=to_out,
                stderr=to_err,
                env=self._variables(more),
                start_new_session=True,
            )
        self.started.append(Started(process, out, err))
        return self.started[-1]

    def bastide(self, *words: str, seconds: float = 60) -> subprocess.CompletedProcess[str]:
        """Run a command of bastide to its end."""
        return self.run([sys.executable, "-m", "bastide", *words], seconds=seconds)

    def start_bastide(self, *words: str, stdin: int | IO[bytes] = subprocess.DEVNULL) -> Started:
        """Start a command of bastide."""
        return self.start([sys.executable, "-m", "bastide", *words], stdin=stdin)

    def _variables(self, more: Mapping[str, str]) -> dict[str, str]:
        own = {"BASTIDE_HOME": str(self.home), "PYTHONUNBUFFERED": "1"}
        return {**_environment(), **own, **more}


class Lan:
    """A switch with hosts on it."""

    def __init__(self, size: int, folder: Path, network: str = "10.77.0") -> None:
        """Plug `size` hosts, 1 to `MAX_HOSTS`, into a new switch."""
        assert 1 <= size <= MAX_HOSTS
        self.hosts: list[Host] = []
        self.network = network
        self._ports = 0
        self._switch = Namespace()
        # No snooping: like a plain switch it sends each multicast out of every port.
        self._switch.ip("link", "add", "br0", "type", "bridge", "mcast_snooping", "0")
        self._switch.ip("link", "set", "br0", "up")
        for n in range(1, size + 1):
            self.hosts.append(self._plug_in(n, folder / f"host{n}"))

    def _plug_in(self, n: int, folder: Path) -> Host:
        host = Host(f"host{n}", f"{self.network}.{n}", Namespace(), folder)
        self.plug(host, "eth0", n)
        return host

    def plug(self, host: Host, device: str, n: int) -> None:
        """Give a host one more cable into this switch; `n` ends its address there."""
        self._ports += 1
        ip, port, other = host.namespace.ip, f"p{self._ports}", str(host.namespace.pid)
        cable = ("type", "veth", "peer", "name", device, "netns", other)
        self._switch.ip("link", "add", port, *cable)
        self._switch.ip("link", "set", port, "master", "br0")
        self._switch.ip("link", "set", port, "up")
        # The link-local address is set by hand, for the kernel's own is usable only after 1 to 2 s.
        ip("link", "set", device, "addrgenmode", "none")
        ip("link", "set", device, "up")
        ip("addr", "add", f"{self.network}.{n}/24", "brd", "+", "dev", device)
        ip("addr", "add", f"fe80::{n}/64", "dev", device, "nodad")

    @contextmanager
    def multicast_blocked(self) -> Iterator[None]:
        """Let the switch forward no multicast, as many a Wi-Fi does: mDNS finds nobody."""
        self._forward("mcast_flood", "off")
        try:
            yield
        finally:
            self._forward("mcast_flood", "on")

    def block_broadcasts(self) -> None:
        """Let the switch forward no broadcast from now on: beacons find nobody.

        Hosts are told of each other first, since they cannot ask for hardware addresses any more.
        """
        for host in self.hosts:
            (link,) = json.loads(host.namespace.ip("-json", "link", "show", "eth0"))
            place = (host.address, "lladdr", link["address"], "dev", "eth0")
            for other in self.hosts:
                if other is not host:
                    other.namespace.ip("neigh", "replace", *place)
        self._forward("bcast_flood", "off")

    @contextmanager
    def unplugged(self, host: Host) -> Iterator[None]:
        """Pull a host's cable."""
        port = f"p{self.hosts.index(host) + 1}"
        self._switch.ip("link", "set", port, "down")
        try:
            yield
        finally:
            self._switch.ip("link", "set", port, "up")

    def _forward(self, what: str, how: str) -> None:
        for n in range(1, self._ports + 1):
            self._switch.ip("link", "set", "dev", f"p{n}", "type", "bridge_slave", what, how)

    def close(self) -> None:
        """End all that was started on the hosts, then the hosts, then the switch."""
        for host in self.hosts:
            for started in host.started:
                started.stop()
        for host in self.hosts:
            host.namespace.close()
        self._switch.close()


MakeLan = Callable[[int], Lan]


@pytest.fixture
def make_lan(tmp_path: Path) -> Iterator[MakeLan]:
    """Return a function that makes a LAN of so many hosts; each has a network of its own."""
    made: list[Lan] = []

    def make(size: int) -> Lan:
        n = len(made) + 1
        made.append(Lan(size, tmp_path / f"lan{n}", f"10.77.{n - 1}"))
        return made[-1]

    yield make
    for lan in made:
        lan.close()


@pytest.fixture
def lan(make_lan: MakeLan) -> Lan:
    """A LAN of two hosts."""
    return make_lan(2)


def _environment() -> dict[str, str]:
    return {**os.environ, "PATH": TOOLS}
