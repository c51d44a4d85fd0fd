"""How fast a networked game goes: whole games by random bots over loopback, with TLS and disks.

    python -m bench.network

All peers share this process, so the figures are for all of them together.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

from bastide.core.draft import Draft
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.net.finding.interfaces import Interface
from bastide.net.identity import Address
from bastide.net.links.link import Link
from bastide.net.links.messages import WireMessage
from bastide.net.live import LiveGame
from bastide.net.node import Node
from bastide.net.storage.store import Store

GAME = "carcassonne"
MESSAGES_CEILING = {2: 4.0, 5: 30.0}
"""Messages a step, all links together, by the number of peers; without repeats they are fewer."""


LOOPBACK = Interface("lo", 1, ("127.0.0.1",), (), ())


class Counted:
    """Counts the messages of all links while it is entered."""

    def __init__(self) -> None:
        self.kinds: Counter[str] = Counter()
        self._send = Link.send

    def __enter__(self) -> Counted:
        """Begin to count."""
        send, kinds = self._send, self.kinds

        def counted(link: Link, message: WireMessage) -> None:
            kinds[type(message).__name__] += 1
            send(link, message)

        Link.send = counted  # type: ignore[method-assign]  # for the time of the count
        return self

    def __exit__(self, *_: object) -> None:
        """Count no more."""
        Link.send = self._send  # type: ignore[method-assign]  # as it was


async def linked_nodes(folder: Path, plugins: Plugins, peers: int) -> list[Node]:
    """Return nodes that are linked with each other and find nobody else."""
    nodes: list[Node] = []
    for n in range(peers):
        node = Node(Store(folder / str(n)), plugins, f"P{n}", interfaces=lambda: [LOOPBACK])
        await node.start(0, find=False)
        for other in nodes:
            await node.dial(Address("127.0.0.1", other.listener.port))
        nodes.append(node)
    return nodes


async def begin(nodes: list[Node]) -> list[LiveGame]:
    """Start a game of all nodes."""
    nodes[0].host(Setup(GAME, len(nodes)), "bench")
    stirred = asyncio.Event()
    ends = [node.watch(stirred.set) for node in nodes]
    while not all(node.games for node in nodes):
        for node in nodes[1:]:
            if node.seen and not node.joined:
                node.knock(next(iter(node.seen.values())))
        stirred.clear()
        await stirred.wait()
    for end in ends:
        end()
    return [next(iter(node.games.values())) for node in nodes]


def decide(game: LiveGame, random: Random) -> None:
    """Play a turn at random if it is ours."""
    table = game.table
    mine = [seat for seat in table.acting if table.place_of(seat) in game.mine]
    if mine and game.sync.may_write:
        draft = Draft(table, mine[0])
        while draft.open:
            draft.choose(random.choice(draft.legal()))
        game.write(draft)


async def play(games: list[LiveGame]) -> None:
    """Let all decide at random until the game is over everywhere."""
    loop, over = asyncio.get_running_loop(), asyncio.Event()

    def listen(game: LiveGame, random: Random) -> None:
        def happened(_: object = None) -> None:
            loop.call_soon(decide, game, random)
            if all(each.table.over for each in games):
                over.set()

        game.listen(happened)
        happened()

    for n, game in enumerate(games):
        listen(game, Random(n))
    await over.wait()


async def measure(peers: int) -> float:
    """Play one game, print what it took, and return the messages a step."""
    with tempfile.TemporaryDirectory() as folder:
        nodes = await linked_nodes(Path(folder), Plugins(built_in()), peers)
        games = await begin(nodes)
        with Counted() as counted:
            wall, processor = time.perf_counter(), time.process_time()
            await play(games)
            wall, processor = time.perf_counter() - wall, time.process_time() - processor
        steps = games[0].table.journal.step
        for node in nodes:
            await node.stop()
            node.store.close()
    sent = counted.kinds.total()
    links = peers * (peers - 1)
    print(
        f"{peers} peers: {wall:.2f} s, {processor:.2f} s of the processor, {steps} steps, "
        f"{sent / steps:.1f} messages a step, {sent / links / wall:.0f} a second on each link"
    )
    return sent / steps


def main() -> int:
    """Measure; return 1 if more is sent than need be."""
    results = {peers: asyncio.run(measure(peers)) for peers in MESSAGES_CEILING}
    slow = [peers for peers, value in results.items() if value > MESSAGES_CEILING[peers]]
    for peers in slow:
        print(f"{peers} peers: more than {MESSAGES_CEILING[peers]} messages a step")
    return bool(slow)


if __name__ == "__main__":
    sys.exit(main())
