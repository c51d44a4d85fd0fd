"""What the tests of sealed games share: recorded peers, what they keep, and the truth about it."""

from __future__ import annotations

import struct
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bastide.core.journal import Entry, JournalFile, parse_body
from bastide.core.plugins import installed
from bastide.core.table import Table
from bastide.net.dealing.fair import FairDealer
from bastide.net.errors import PeerError, StoreError
from bastide.net.games import fold, open_table
from bastide.net.links.messages import Entries
from bastide.net.links.wire import decode
from bastide.net.lobby.terms import read_genesis
from bastide.net.storage.store import GameRow, Store
from tests.lan import recorder
from tests.lan.conftest import Host, Started
from tests.lan.games import TABLE
from tests.net.veil.searching import Record

PLUGINS = installed()


# peers


def seat_all(hosts: Sequence[Host], *words: str, steps: str = "") -> list[Started]:
    """Start a sealed table with all hosts at it; it begins by itself.

    Args:
        hosts: the first one opens the table.
        words: options of `bastide host`.
        steps: of the game, at which each looks through its memory.
    """
    return seat_at(hosts, "carcassonne", "--with", "strategic", *words, steps=steps)


def seat_at(
    hosts: Sequence[Host], game: str, *words: str, bot: str = "random", steps: str = ""
) -> list[Started]:
    """Start a table of any game with all hosts at it, as `seat_all` does."""
    seats = ("--seats", str(len(hosts)), "--name", TABLE)
    first = start(hosts[0], "host", game, *seats, *words, bot=bot, steps=steps)
    first.wait_for("The game starts when", 20)
    return [first, *(start(host, "join", TABLE, bot=bot, steps=steps) for host in hosts[1:])]


def start(host: Host, *words: str, bot: str = "random", steps: str = "") -> Started:
    """Start a recorded peer with a bot."""
    command = [sys.executable, recorder.__file__, *words]
    more = ["--bot", bot, "--plain", "--player", host.name]
    return host.start([*command, *more], RECORD=str(host.folder), STEPS=steps)


def wait_for_step(host: Host, step: int, seconds: float) -> bool:
    """Wait until a host has kept steps up to this one; False if it takes longer."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (found := row(host)) and found.steps >= step:
            return True
        time.sleep(0.01)
    return False


# what a peer keeps


def row(host: Host) -> GameRow | None:
    """Return the only game in a host's folder, if it is there yet."""
    try:
        with Store(host.home, read_only=True) as store:
            return next(iter(store.games()), None)
    except StoreError:  # the folder is being made
        return None


def kept(host: Host) -> list[Entry]:
    """Return the entries in a host's folder, those that were put aside included."""
    with Store(host.home, read_only=True) as store:
        [game] = store.games()
        branches = store.branches(game.game_id).values()
        every = [store.entries(game.game_id), *branches]
        return [Entry(each.body, each.signature) for entries in every for each in entries]


def sent(host: Host) -> Iterator[Entry]:
    """Yield all entries that went over a host's links, in either direction."""
    for frame in recorder.frames(host.folder):
        try:
            message = decode(frame)
        except PeerError:
            continue  # of the handshake, or cut short
        if isinstance(message, Entries):
            yield from (Entry(*each) for each in message.entries)


class Slots:
    """The bodies that were seen in each slot (step, place) of a game."""

    def __init__(self) -> None:
        self.bodies: dict[tuple[int, int], set[bytes]] = {}

    def note(self, entries: Iterable[Entry]) -> None:
        """Note entries from wherever they were found."""
        for entry in entries:
            body = parse_body(entry.body)
            self.bodies.setdefault((body.step, body.place), set()).add(entry.body)

    @property
    def doubled(self) -> list[tuple[int, int]]:
        """The slots that were answered twice, with different bytes."""
        return [slot for slot, bodies in self.bodies.items() if len(bodies) > 1]


# what a process holds


def memory(pid: int) -> Iterator[bytes]:
    """Yield all memory of a process that it may write to, a region at a time."""
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as raw:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            where, rights, *_ = line.split()
            low, high = (int(each, 16) for each in where.split("-"))
            if rights.startswith("rw") and "[v" not in line:
                raw.seek(low)
                yield raw.read(high - low)


def family(pid: int) -> list[int]:
    """Return a process and the processes that it has started."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(each for child in children for each in family(int(child)))]


def digits(number: int) -> bytes:
    """Return how Python has a large number in its memory: 30 bits in every 32, the least first."""
    parts = []
    while number:
        parts.append(number & (1 << 30) - 1)
        number >>= 30
    return struct.pack(f"={len(parts)}I", *parts)


# the truth


class Truth:
    """A game told again with the secrets of all, an entry at a time."""

    def __init__(self, content: JournalFile, masters: dict[int, bytes]) -> None:
        genesis = read_genesis(content.genesis)
        self.entries = content.entries
        self.table: Table = open_table(PLUGINS, genesis, content.accepts, None, masters)
        self.record = Record(masters)

    def steps(self) -> Iterator[int]:
        """Yield each step when the game has come to it, from 1 on."""
        for entry in self.entries:
            step = self.table.journal.step
            body = parse_body(entry.body)
            if body.kind.startswith("v."):
                assert isinstance(self.table.dealer, FairDealer)
                self.record.note(self.table.dealer, body.step, body.place, body.payload)
            fold(self.table, [entry])
            if self.table.journal.step > step:
                yield self.table.journal.step
