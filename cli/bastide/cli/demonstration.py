"""The demonstration, played where there is no terminal: two peers meet and play a signed game.

Both are processes of their own with data folders of their own; they know of each other only what
the network tells them. Whatever happens they are ended: their standard input is a pipe from here,
and they end when it does.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
from pathlib import Path
from typing import NamedTuple

from bastide.cli.answers import show
from bastide.cli.program import Failed, Program
from bastide.net.finding.choosing import usable_interfaces

WIDTH = 78
GAME = "carcassonne"
NAMES = ("Ada", "Blaise")
LIMIT_SECONDS = 38.0
END_SECONDS = 2.0


class Spoken(NamedTuple):
    """A line that a peer has printed; None: it prints no more."""

    who: str
    line: str | None


class Peer:
    """A bastide of its own."""

    def __init__(self, program: Program, name: str, home: Path, *words: str) -> None:
        self.name = name
        self._process = subprocess.Popen(
            [*command(program, home), "--player", name, "--until-eof", "--brief", *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=surroundings(program),
        )

    def tell(self, heard: queue.Queue[Spoken]) -> None:
        """Hand on what it prints, from a thread, until it prints no more."""
        threading.Thread(target=self._read, args=(heard,), daemon=True).start()

    def _read(self, heard: queue.Queue[Spoken]) -> None:
        output = self._process.stdout
        for line in output or ():
            heard.put(Spoken(self.name, line.decode("utf-8", "replace").rstrip()))
        heard.put(Spoken(self.name, None))

    def wait(self, seconds: float) -> int:
        """Return its exit code; 1 if it does not end in time."""
        try:
            return self._process.wait(max(0.1, seconds))
        except subprocess.TimeoutExpired:
            return 1

    def end(self) -> None:
        """End it, whatever it is doing."""
        if self._process.stdin:
            self._process.stdin.close()
        try:
            self._process.wait(END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def command(program: Program, home: Path) -> list[str]:
    """Return the beginning of a command line with a data folder."""
    start = [sys.executable, "-m", "bastide", "--home", str(home), "--plain"]
    return [*start, "--lang", program.texts.language]


def surroundings(program: Program) -> dict[str, str]:
    """Return the environment of a peer: ours, its output in UTF-8."""
    kept = {name: value for name, value in program.environ.items() if name != "BASTIDE_HOME"}
    return {**kept, "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}


def demonstrate(program: Program) -> int:
    """Play the demonstration; return the exit code.

    Raises:
        Failed: a peer failed, or it took too long.
    """
    t = program.text
    if not usable_interfaces():
        raise Failed(
            t(
                "No network is up here, not even that of the computer with itself (loopback): two "
                "players cannot meet. `bastide play GAME --bots greedy` needs none."
            )
        )
    what = t(
        "There is no terminal here, so this is a demonstration: two players, each with a bastide "
        "of their own, find each other and play one whole game; bots choose."
    )
    show([*textwrap.wrap(what, WIDTH), ""])
    with tempfile.TemporaryDirectory(prefix="bastide-") as folder:
        stage = Stage(program, Path(folder))
        try:
            stage.play()
        finally:
            stage.close()
        stage.verify()
    show([t("That was the whole program. On a terminal, `bastide` opens the list of tables.")])
    return 0


class Stage:
    """The two peers and what they say."""

    def __init__(self, program: Program, folder: Path) -> None:
        self.program, self.folder = program, folder
        self.t = program.text
        self.table = f"demonstration-{os.urandom(2).hex()}"
        self.heard: queue.Queue[Spoken] = queue.Queue()
        self.peers: list[Peer] = []
        self.end = time.monotonic() + LIMIT_SECONDS
        players = (f"{NAMES[0]}, {NAMES[1]}", f"{NAMES[1]}, {NAMES[0]}")
        self.begins = [self.t("The game begins: {players}.", players=each) for each in players]
        self.muted = False
        self.address = ""

    def play(self) -> None:
        """Let the two play until both have ended."""
        self._start(NAMES[0], "host", GAME, "--seats", "2", "--name", self.table, "--bot", "greedy")
        self._listen(until="join ")
        self._start(NAMES[1], "join", self.table, "--bot", "random")
        self._listen()

    def _start(self, name: str, *words: str) -> None:
        peer = Peer(self.program, name, self.folder / name, *words)
        self.peers.append(peer)
        peer.tell(self.heard)

    def _listen(self, until: str = "") -> None:
        """Print what the peers say, until a line holds a text, or all have fallen silent."""
        silent = 0
        while silent < len(self.peers):
            try:
                spoken = self.heard.get(timeout=max(0.1, self.end - time.monotonic()))
            except queue.Empty:
                raise Failed(
                    self.t(
                        "The demonstration took longer than {n} seconds and was stopped.",
                        n=int(LIMIT_SECONDS),
                    )
                ) from None
            if spoken.line is None:
                if not self._try_address(spoken.who):
                    self._check_ended(spoken.who)
                    silent += 1
                continue
            self._show(spoken)
            if until and until in spoken.line:
                self.address = spoken.line.rpartition(until)[2]
                return

    def _check_ended(self, who: str) -> None:
        """Require that a peer that prints no more has ended well."""
        for peer in self.peers:
            if peer.name == who and peer.wait(END_SECONDS):
                raise Failed(self.t("The demonstration failed: {name} stopped.", name=who))

    def _try_address(self, who: str) -> bool:
        """Let the second peer dial the first one's address, once, if it did not find the table."""
        if who != NAMES[1] or self.muted or not self.address:
            return False
        show([self.t("No multicast came through; the second player joins by address.")])
        self.peers.pop().end()
        self._start(who, "join", self.address, "--bot", "random")
        self.address = ""
        return True

    def _show(self, spoken: Spoken) -> None:
        """Print a line, unless the other peer tells the same: once a game begins, one is enough."""
        muted = self.muted and spoken.who == NAMES[1]
        if not muted:
            show([f"{spoken.who:6} | {spoken.line}".rstrip()])
        if spoken.who == NAMES[1] and spoken.line in self.begins:
            self.muted = True

    def close(self) -> None:
        """End both."""
        for peer in self.peers:
            peer.end()

    def verify(self) -> None:
        """Export the journal of one and verify it, and that of the other."""
        first, second = (self.folder / peer.name for peer in self.peers)
        file = self.folder / "game.bastide"
        self._run(first, "export", self.table, str(file))
        said = [self._run(first, "verify", str(file)), self._run(second, "verify", self.table)]
        if said[0].splitlines()[-1] != said[1].splitlines()[-1]:
            raise Failed(self.t("The demonstration failed: the two journals differ."))
        show(["", *said[0].splitlines()[:1], self.t("Both journals are the same.")])

    def _run(self, home: Path, *words: str) -> str:
        done = subprocess.run(
            [*command(self.program, home), *words],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=surroundings(self.program),
            timeout=LIMIT_SECONDS,
        )
        text = done.stdout.decode("utf-8", "replace").strip()
        if done.returncode:
            raise Failed(self.t("The demonstration failed: {reason}", reason=text))
        return text
