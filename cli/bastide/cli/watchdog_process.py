"""The last resort against a plugin that never returns: a small process that waits beside this one.

A call in C may hold the interpreter and look at no signals: `sum(itertools.repeat(0))`. No Python
of ours runs then, no thread either. The system still does: once the process has computed for so
long without a look of `watchdog`, a timer has `faulthandler` write where it stands into a pipe. A
shell waits at its end, which costs next to nothing; only then it becomes a Python, that puts the
terminal back, says in one sentence which plugin it is, and kills. Where no plugin is in that call
it does nothing. It ends with the pipe, so also when we are killed; if a full screen was up then,
the shell puts the terminal's modes back first. Systems without these signals, or without a shell,
do without.
"""

from __future__ import annotations

import contextlib
import faulthandler
import json
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, NamedTuple

_TAKEN, _GIVEN_BACK = "taken", "back"
"""What the shell is told of the screen."""

_TIMES = 2
"""How many times as long as a call of a plugin may compute the process may without a look."""

_SCRIPT = f"""
trap '' INT QUIT HUP TSTP TTIN TTOU
back=$1 taken=
shift
while IFS= read -r word; do
  case $word in
    {_TAKEN}) taken=1 ;;
    {_GIVEN_BACK}) taken= ;;
    *) exec "$@" ;;
  esac
done
[ -z "$taken" ] || printf %s "$back"
"""
"""What the shell does: it waits for a stack, and puts the screen back if the program was killed."""

_MAIN = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from bastide.cli import watchdog_process as here; here.main()"
)
_LINE = re.compile(r'  File "(?P<path>.*)", line (?P<line>\d+) in ')
_QUIET = 0.3
"""Seconds without a word after which all was written."""

_OUTPUT = 1
"""The terminal, if there is one: standard output, since screens are drawn nowhere else."""

_armed = 0.0
_pipe: IO[bytes] | None = None


class Told(NamedTuple):
    """What the process is told when it is started.

    pid: whom it is to kill. folders: plugin ids by the folder or file of their code. sentence: with
    fields `name` and `where`. settings: of the terminal, as `termios` has them.
    """

    pid: int
    folders: dict[str, str]
    sentence: str
    settings: list[object] | None


def rearm() -> None:
    """Count anew: the interpreter runs."""
    if _armed:
        signal.setitimer(signal.ITIMER_PROF, _armed, _armed)


def screen_is_taken(taken: bool) -> None:
    """Tell whether the screen is to be put back should the program be killed now."""
    if _pipe:
        with contextlib.suppress(OSError, ValueError):
            _pipe.write(f"{_TAKEN if taken else _GIVEN_BACK}\n".encode())
            _pipe.flush()


@contextlib.contextmanager
def waiting(homes: Mapping[str, str], sentence: str, seconds: float) -> Iterator[None]:
    """Let the process wait while the block runs, if this system can.

    Args:
        homes: plugin ids by package or module, of all that are watched.
        sentence: what is to be said, with fields `name` and `where`.
        seconds: how long a call may compute.
    """
    global _armed, _pipe
    process = _started(Told(os.getpid(), _folders(homes), sentence, _settings()))
    if process is None or process.stdin is None:
        yield
        return
    faulthandler.register(signal.SIGPROF, process.stdin, all_threads=False)
    _armed, _pipe = _TIMES * seconds, process.stdin
    rearm()
    try:
        yield
    finally:
        _armed, _pipe = 0.0, None
        signal.setitimer(signal.ITIMER_PROF, 0.0)
        faulthandler.unregister(signal.SIGPROF)
        process.stdin.close()
        process.wait()


def _started(told: Told) -> subprocess.Popen[bytes] | None:
    if not (hasattr(signal, "SIGPROF") and hasattr(faulthandler, "register")):
        return None
    from bastide.cli.screens.terminal import PUT_BACK

    python = [sys.executable, "-c", _MAIN, json.dumps(told), *sys.path]
    command = ["sh", "-c", _SCRIPT, "sh", PUT_BACK, *python]
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE)
    except OSError:
        return None


def _folders(homes: Mapping[str, str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for home, id in homes.items():
        module = sys.modules.get(home)
        paths = [f"{each}{os.sep}" for each in getattr(module, "__path__", ())]
        found |= dict.fromkeys(paths or [str(getattr(module, "__file__", None) or home)], id)
    return found


def _settings() -> list[object] | None:
    """Return the settings of the terminal, if there is one, in a form that JSON can hold."""
    with contextlib.suppress(Exception):  # no terminal, or a system that does not know them so
        import termios

        *numbers, keys = termios.tcgetattr(_OUTPUT)
        return [*numbers, [key if isinstance(key, int) else key[0] for key in keys]]
    return None


# in the process


def main() -> None:
    """Read where the program stands, and end it if that is in a plugin."""
    told = Told(*json.loads(sys.argv[1]))
    found = culprit(_read(), told.folders)
    if found is None:
        return
    name, where = found
    _put_back(told.settings)
    print(told.sentence.format(name=name, where=where), file=sys.stderr, flush=True)  # noqa: T201
    if os.getppid() == told.pid:
        os.kill(told.pid, signal.SIGKILL)


def culprit(written: str, folders: Mapping[str, str]) -> tuple[str, str] | None:
    """Return the plugin whose code was called last, its file and line; None where there is none.

    Args:
        written: by `faulthandler`, the last call first.
        folders: plugin ids by the folder or file of their code.
    """
    for call in map(_LINE.match, written.splitlines()):
        for folder, id in folders.items():
            if call and call["path"].startswith(folder):
                where = call["path"].removeprefix(folder) or Path(folder).name
                return id, f"{where}:{call['line']}"
    return None


def _read() -> str:
    """Return what has been written; whoever writes does not close."""
    data = b""
    while select.select([0], [], [], _QUIET)[0] and (part := os.read(0, 65536)):
        data += part
    return data.decode("utf-8", "replace")


def _put_back(settings: list[object] | None) -> None:
    """Put the terminal back, unless it is used in lines."""
    if settings is None:
        return
    import termios

    from bastide.cli.screens.terminal import PUT_BACK

    with contextlib.suppress(OSError, termios.error):
        if not termios.tcgetattr(_OUTPUT)[3] & termios.ICANON:
            os.write(_OUTPUT, PUT_BACK.encode())
            termios.tcsetattr(_OUTPUT, termios.TCSADRAIN, settings)  # type: ignore[arg-type]  # as got
