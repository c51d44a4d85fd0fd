"""What the tests of whole games on a LAN share: starting peers, and reading what they print."""

import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from tests.lan.conftest import Host, Started

GAME_SECONDS = 90.0
TABLE = "kitchen"
_FORWARD = """
import asyncio, sys
async def pump(reader, writer):
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    writer.close()
async def serve(reader, writer):
    there = await asyncio.open_connection(sys.argv[1], int(sys.argv[2]))
    await asyncio.gather(pump(reader, there[1]), pump(there[0], writer))
async def main():
    async with await asyncio.start_server(serve, "0.0.0.0", 5000) as server:
        print("listening", flush=True)
        await server.serve_forever()
asyncio.run(main())
"""
_DIGEST = re.compile(r"^Journal digest: ([0-9a-f]{64})$", re.MULTILINE)
_RESULT = re.compile(r"^(\d+)\. (.+): (\d+) = (.*)$", re.MULTILINE)


def open_table(
    host: Host,
    *words: str,
    game: str = "carcassonne",
    bot: str = "random",
    name: str = TABLE,
    program: Sequence[str] = ("-m", "bastide"),
) -> Started:
    """Start a host, and return once its table is open."""
    options = ("--bot", bot, "--plain", "--name", name, "--player", host.name, *words)
    started = host.start([sys.executable, *program, "host", game, *options])
    started.wait_for("The game starts when")
    return started


def join_table(host: Host, where: str = TABLE, bot: str = "random") -> Started:
    """Start a guest."""
    return host.start_bastide("join", where, "--bot", bot, "--plain", "--player", host.name)


def forward(host: Host, target: str) -> None:
    """Let port 5000 of a host lead to another address and port."""
    host.start([sys.executable, "-c", _FORWARD, *target.rsplit(":", 1)]).wait_for("listening")


def resume(host: Host, bot: str = "random") -> Started:
    """Start a peer that goes on with its only unfinished table."""
    return host.start_bastide("resume", "--bot", bot, "--plain", "--player", host.name)


def addresses(started: Started) -> list[str]:
    """Return the ways to join that a host has printed, tickets last."""
    text = started.wait_for("bastide join bastide://")
    return re.findall(r"bastide join (\S+)$", text, re.MULTILINE)


def digest(text: str) -> str:
    """Return the journal digest that a peer printed last."""
    return _DIGEST.findall(text)[-1]


def result(text: str) -> list[tuple[str, ...]]:
    """Return (place, name, points, sum) of each seat, as printed."""
    return _RESULT.findall(text)


def check_ended_alike(peers: Sequence[Started]) -> str:
    """Check that all ended well with equal scores and journals; return the digest."""
    for peer in peers:
        assert peer.wait(GAME_SECONDS) == 0, peer.stderr()
        assert peer.stderr() == ""
    results = [result(peer.stdout()) for peer in peers]
    assert len(results[0]) == len(peers)
    assert all(each == results[0] for each in results)
    for _, _, points, terms in results[0]:
        assert int(points) == sum(int(term.split()[-1]) for term in terms.split(" + "))
    digests = {digest(peer.stdout()) for peer in peers}
    assert len(digests) == 1
    return digests.pop()


def check_journals(hosts: Sequence[Host], wanted: str) -> bytes:
    """Check that all export the same journal, and that it can be verified; return it."""
    journal, *others = [exported(host) for host in hosts]
    assert all(each == journal for each in others)
    verified = hosts[-1].bastide("verify", str(_file(hosts[-1])))
    assert verified.returncode == 0, verified.stderr
    assert digest(verified.stdout) == wanted
    return journal


def exported(host: Host) -> bytes:
    """Return the journal that a host exports."""
    done = host.bastide("export", TABLE, str(_file(host)))
    assert done.returncode == 0, done.stderr
    return _file(host).read_bytes()


def _file(host: Host) -> Path:
    return host.folder / "game.bastide"


def play_on(started: Started, text: str, times: int) -> None:
    """Wait until a peer has printed a text so many times, in a game that is not over then."""
    end = time.monotonic() + 30
    while started.stdout().count(text) < times:
        assert time.monotonic() < end, started.stdout()
        assert started.process.poll() is None, started.stderr()
        time.sleep(0.01)
