"""Peers in processes of their own that are killed in mid-game, and started again.

    python -m tests.net.killing FOLDER NAME GAME SEATS [PORT]

is such a peer. It holds a table, or joins the one at a port; where its folder has a game that is
not over, it goes on with that. It prints each step that it has come to, and plays at random, with
proofs of two rounds. It ends with its input.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random

from bastide.core.draft import Draft
from bastide.core.journal import Entry, parse_body
from bastide.core.plugins import Setup
from bastide.net import limits, ticking, whereabouts
from bastide.net.errors import StoreError
from bastide.net.identity import Address
from bastide.net.live import LiveGame
from bastide.net.node import Node
from bastide.net.storage.store import Store
from tests.net.meeting import Quiet
from tests.net.race import plugins

ROOT = Path(__file__).parents[2]
THINKING = 0.004
"""Most seconds before a decision: a game takes long enough to be killed in."""
LISTENING, STEP, OVER = "listening", "step", "over"


class Peer:
    """A process of a peer, seen from outside."""

    process: asyncio.subprocess.Process

    def __init__(self, folder: Path, name: str, game: str, seats: int) -> None:
        """Prepare; `start` starts it."""
        self.folder, self.name = folder, name
        self._words = (str(folder), name, game, str(seats))
        self.port = 0

    async def start(self, port: int = 0) -> None:
        """Start it, or start it again; a guest needs the port of the host the first time."""
        more = [str(port)] if port else []
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.net.killing", *self._words, *more),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            cwd=ROOT,
            env={name: value for name, value in os.environ.items() if "COV" not in name},
        )
        self.port = await self.until(LISTENING)

    async def until(self, word: str, least: int = 0) -> int:
        """Read what it prints until a word comes with a number of at least so much; return that."""
        assert self.process.stdout
        while line := await self.process.stdout.readline():
            said, number = line.decode().split()
            if said == OVER != word or (said == word and int(number) >= least):
                return int(number)
        raise AssertionError(f"{self.name} ended before it came to {word} {least}")

    async def kill(self) -> None:
        """End it at once, as a flat battery would."""
        self.process.kill()
        await self.process.wait()

    async def end(self) -> None:
        """Let it end by itself."""
        assert self.process.stdin
        self.process.stdin.close()
        assert self.process.stdout
        while await self.process.stdout.readline():
            pass
        assert await self.process.wait() == 0

    def kept(self) -> dict[tuple[int, int], bytes]:
        """Return the bodies in its folder, by step and place."""
        try:
            with Store(self.folder / self.name, read_only=True) as store:
                [game] = store.games()
                return {(e.step, e.place): e.body for e in store.entries(game.game_id)}
        except (StoreError, ValueError):  # the folder, or the game, is being made
            return {}


def bodies(entries: Sequence[Entry]) -> dict[tuple[int, int], bytes]:
    """Return the bodies of a journal by step and place."""
    parsed = [(parse_body(entry.body), entry.body) for entry in entries]
    return {(body.step, body.place): data for body, data in parsed}


# the process


def _say(word: str, number: int) -> None:
    sys.stdout.write(f"{word} {number}\n")
    sys.stdout.flush()


def _act(game: LiveGame, random: Random) -> None:
    table = game.table
    mine = [seat for seat in table.acting if table.place_of(seat) in game.mine]
    if mine and game.sync.may_write:
        draft = Draft(table, mine[0])
        draft.choose(random.choice(draft.legal()))
        game.write(draft)


def _watch(game: LiveGame) -> None:
    random, loop = Random(), asyncio.get_running_loop()

    def happened(_: object = None) -> None:
        _say(OVER if game.table.over else STEP, game.table.journal.step)
        loop.call_later(random.random() * THINKING, _act, game, random)

    game.listen(happened)
    happened()


async def _game(node: Node, setup: Setup, port: int) -> LiveGame:
    """Return the game of a folder, or the one that begins."""
    if rows := node.store.games():
        return node.resume(rows[0])
    stirred = asyncio.Event()
    node.watch(stirred.set)
    if port:
        await node.dial(Address("127.0.0.1", port))
    else:
        node.host(setup, "T")
    while not node.games:
        stirred.clear()
        if node.seen and port and not node.joined:
            node.knock(next(iter(node.seen.values())))
        await stirred.wait()
    return next(iter(node.games.values()))


async def _run(folder: Path, name: str, setup: Setup, port: int) -> None:
    node = Node(Store(folder / name), plugins(), name)
    await node.start()
    _say(LISTENING, node.listener.port)
    _watch(await _game(node, setup, port))
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    await node.stop()
    node.store.close()


def main(folder: str, name: str, game: str, seats: str, port: str = "0") -> None:
    """Be a peer."""
    limits.PROOF_ROUNDS = 2
    limits.SEEN_SECONDS = 0.0
    whereabouts.Discovery = Quiet  # type: ignore[attr-defined,assignment]  # nobody is looked for
    ticking.TICK_SECONDS = 0.05
    asyncio.run(_run(Path(folder), name, Setup(game, int(seats)), int(port)))


if __name__ == "__main__":
    main(*sys.argv[1:])
