"""Runs bastide and records, next to its data folder, what a curious person could see in it.

All frames that it sends and receives, as they are inside the encrypted links, and now and then all
that it holds in its memory. It is a program of its own: `python recorder.py WORDS...` does what
`bastide WORDS...` does. The folder is named by the environment variable RECORD; STEPS are the
steps of the game at which to look through the memory, such as `9,40`.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TypeVar

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:
    sys.path.insert(0, str(ROOT))

from bastide.cli.app import main  # noqa: E402  # the path comes first
from bastide.net.links import link  # noqa: E402
from bastide.net.live import LiveGame  # noqa: E402
from tests.net.veil.holdings import Holdings, holdings  # noqa: E402

T = TypeVar("T")
_LENGTH = 4


class Sight(NamedTuple):
    """What a process held when its game had come to a step."""

    step: int
    found: Holdings


class Recorder:
    """Writes frames and sights into a folder."""

    def __init__(self, folder: Path, steps: list[int]) -> None:
        self.folder, self.steps = folder, steps
        self._frames = self._open("frames")
        self._times = self._open("times")

    def _open(self, suffix: str) -> int:
        name = self.folder / f"{os.getpid()}.{suffix}"
        return os.open(name, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def frame(self, payload: bytes) -> None:
        """Write a frame; it is there even if the process is killed at once."""
        os.write(self._frames, len(payload).to_bytes(_LENGTH, "big") + payload)

    def framing(self, function: Callable[[bytes], T]) -> Callable[[bytes], T]:
        """Return a function that writes the frame that it is given first."""

        def recorded(payload: bytes) -> T:
            self.frame(payload)
            return function(payload)

        return recorded

    def clock(self, step: int, due: str) -> None:
        """Note when the game had come to a step, and what was due then."""
        line = f"{time.monotonic():.4f} {step} {due}\n"
        os.write(self._times, line.encode())

    def look(self, step: int) -> None:
        """Look through the memory if it is time."""
        if self.steps and step >= self.steps[0]:
            while self.steps and step >= self.steps[0]:
                del self.steps[0]
            found = holdings(*gc.get_objects())
            file = self.folder / f"{os.getpid()}.{step}.sight"
            file.write_bytes(pickle.dumps((step, found)))


def record(recorder: Recorder) -> None:
    """Let everything pass the recorder from now on."""
    link.frame = recorder.framing(link.frame)
    link.decode = recorder.framing(link.decode)
    happened = LiveGame.happened

    def noted(game: LiveGame, done: list[object]) -> None:
        happened(game, done)  # type: ignore[arg-type]  # passed on as it came
        expected = game.table.expected()
        recorder.clock(game.table.journal.step, expected.kind if expected else "nothing")
        recorder.look(game.table.journal.step)

    LiveGame.happened = noted  # type: ignore[method-assign,assignment]  # the hook


def frames(folder: Path) -> Iterator[bytes]:
    """Yield all frames that were recorded in a folder, the last one too if it was cut short."""
    for file in sorted(folder.glob("*.frames")):
        data, at = file.read_bytes(), 0
        while at < len(data):
            end = at + _LENGTH + int.from_bytes(data[at : at + _LENGTH], "big")
            yield data[at + _LENGTH : end]
            at = end


def clocked(folder: Path) -> list[tuple[float, int, str]]:
    """Return when (in seconds) a process had come to each step, and what was due."""
    lines = [line.split() for f in folder.glob("*.times") for line in f.read_text().splitlines()]
    first = {int(step): (float(at), int(step), due) for at, step, due in reversed(lines)}
    return [first[step] for step in sorted(first)]


def sights(folder: Path) -> list[Sight]:
    """Return what was seen in the memory, by the steps of the game."""
    read = [Sight(*pickle.loads(file.read_bytes())) for file in folder.glob("*.sight")]
    return sorted(read, key=lambda sight: sight.step)


if __name__ == "__main__":  # bots may run in processes that import this module again
    where = Path(os.environ["RECORD"])
    where.mkdir(parents=True, exist_ok=True)
    record(Recorder(where, [int(each) for each in os.environ.get("STEPS", "").split(",") if each]))
    main()
