"""What a screen costs: painting a frame, sending it to a terminal, and starting the program.

    python -m bench.screens

A full frame is what a terminal gets that shows something else; a small change is the cursor on
another place. Both are painted anew; a terminal is sent the difference. Milliseconds, the best of
several runs; issue 7 asks for 25 and 12 at 120x36, and for starts within 500.
"""

from __future__ import annotations

import asyncio
import os
import pty
import subprocess
import sys
import tempfile
import termios
from io import StringIO
from pathlib import Path
from time import perf_counter

from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from bastide.cli.depth import Display
from bastide.cli.screens.fullscreen import Console
from tests.cli.scenes import SCENES, Scene

SHOWN = ("list", "carcassonne-place", "carcassonne-six", "barony-act", "settlers-main")
SIZES = ((80, 24), (120, 36), (200, 60))
MOVES = ("n", "p", "right", "left")
RUNS = 12
STARTS = 5
PROGRAM = (sys.executable, "-m", "bastide")
SHOWN_FIRST = b"tables on this network"
ASKED, ANSWERED = b"]11;?", b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b[?62c"
"""What a program asks about the ground of a terminal, and what that says of it and of itself."""


async def redraws(scene: Scene, size: tuple[int, int]) -> tuple[float, float]:
    """Return the milliseconds of a full frame and of a small change."""
    with tempfile.TemporaryDirectory() as folder, create_pipe_input() as pipe:
        page = scene.page(Path(folder), Display("true"))
        output = Vt100_Output(StringIO(), lambda: Size(size[1], size[0]), term="xterm-256color")
        console = Console(page.shell, pipe, output)  # type: ignore[attr-defined]  # every page's
        full, small = [], []
        task = asyncio.ensure_future(console.run())
        while not console.app.is_running:  # noqa: ASYNC110  # it has no event of its own
            await asyncio.sleep(0.001)
        for n in range(RUNS):
            console.app.renderer.reset()
            full.append(_drawn(console))
            page.key(MOVES[n % len(MOVES)])
            small.append(_drawn(console))
        console.close()
        await task
    return min(full), min(small)


def _drawn(console: Console) -> float:
    begun = perf_counter()
    console.app._redraw()
    return (perf_counter() - begun) * 1000


def helped() -> float:
    """Return the milliseconds of `bastide --help`."""
    begun = perf_counter()
    subprocess.run((*PROGRAM, "--help"), check=True, capture_output=True)
    return (perf_counter() - begun) * 1000


def listed() -> float:
    """Return the milliseconds until the list of tables is on a terminal that answers at once."""
    with tempfile.TemporaryDirectory() as home:
        outside, inside = pty.openpty()
        termios.tcsetwinsize(inside, (36, 120))
        surroundings = {**os.environ, "BASTIDE_HOME": home, "TERM": "xterm-256color"}
        begun = perf_counter()
        program = subprocess.Popen(
            PROGRAM, stdin=inside, stdout=inside, stderr=inside, env=surroundings
        )
        os.close(inside)
        said = b""
        while SHOWN_FIRST not in said:
            said += (more := os.read(outside, 65536))
            if ASKED in more:
                os.write(outside, ANSWERED)
        took = (perf_counter() - begun) * 1000
        program.terminate()
        program.wait()
        os.close(outside)
    return took


def main() -> int:
    """Print the figures; return the exit code."""
    rows = [scene for scene in SCENES if scene.name in SHOWN]
    sys.stdout.write("redraw in ms, full / small change\n")
    sys.stdout.write(f"{'':20}" + "".join(f"{w}x{h}".rjust(14) for w, h in SIZES) + "\n")
    for scene in rows:
        found = [asyncio.run(redraws(scene, size)) for size in SIZES]
        sys.stdout.write(
            f"{scene.name:20}" + "".join(f"{f:7.1f} /{s:5.1f}" for f, s in found) + "\n"
        )
    for what, act in (("bastide --help", helped), ("the list of tables", listed)):
        best = min(act() for _ in range(STARTS))
        sys.stdout.write(f"cold start of {what}: {best:.0f} ms\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
