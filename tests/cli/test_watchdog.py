"""A call of a plugin that does not return is ended, and nothing else is."""

from __future__ import annotations

import asyncio
import os
import signal
import termios
import threading
import time
import tty
from collections.abc import Callable
from contextlib import closing, nullcontext
from pathlib import Path
from types import FrameType, ModuleType
from typing import NoReturn

import pytest

from bastide.cli import watchdog, watchdog_process
from bastide.cli.loop_faults import LoopFaults, part_of
from bastide.cli.screens.terminal import RESTORE
from bastide.cli.watchdog import ThreadTicker, TimerTicker, Watchdog
from bastide.cli.watchdog_process import culprit
from bastide.core.calls import Call, NeverReturned

HOMES = {"slow": "slow", "friend": "friend"}
SHORT = 0.02
"""Seconds of CPU time, so that a test waits for little."""

GOES_ON = {
    "computes": "while True: sum(range(99))",
    "holds exceptions up": """
while True:
    try:
        while True: sum(range(99))
    except Exception: pass""",
    "is interrupted first in vain": """
n = 0
while True:
    try:
        while True: sum(range(99))
    except BaseException:
        n += 1
        if n > 2: raise""",
    "gives for ever": "any(0 for _ in iter(lambda: 0, 1))",
    "calls others": "while True: friend()",
}
IN_C = {
    "tries all of a pattern": "import re; re.match('(a+)+$', 60 * 'a' + 'b')",
    "raises to a power": "10 ** 10 ** 9",
    "sleeps": "import time; time.sleep(999)",
    "reads what nobody writes": "import os; os.read(os.pipe()[0], 1)",
    "waits for itself": "import threading; lock = threading.Lock(); lock.acquire(); lock.acquire()",
}


def code_of(name: str, body: str, **names: object) -> Callable[..., None]:
    """Return a function of a made-up module."""
    module = ModuleType(name)
    vars(module).update(names)
    lines = "".join(f"    {line}\n" for line in body.strip().splitlines())
    exec(compile(f"def f(*given):\n{lines}", f"/lib/{name}.py", "exec"), vars(module))
    return vars(module)["f"]  # type: ignore[no-any-return]  # defined just now


FRIEND = code_of("friend", "sum(range(99))")


def refuse(error: NeverReturned) -> NoReturn:
    raise AssertionError


@pytest.mark.parametrize("ticker", [TimerTicker, ThreadTicker])
@pytest.mark.parametrize("body", GOES_ON.values(), ids=GOES_ON)
def test_a_call_that_goes_on_is_ended(
    body: str, ticker: type[TimerTicker] | type[ThreadTicker]
) -> None:
    slow = code_of("slow", body, friend=FRIEND)
    with Watchdog(lambda: HOMES, refuse, SHORT, ticker), pytest.raises(NeverReturned) as ended:
        slow()
    assert ended.value.call.module == "slow", "not what it called just then"


@pytest.mark.parametrize("body", IN_C.values(), ids=IN_C)
def test_one_long_call_in_c_is_ended(body: str) -> None:
    slow = code_of("slow", body)
    with Watchdog(lambda: HOMES, refuse, SHORT), pytest.raises(NeverReturned):
        slow()


SWALLOWS = """
def busy():
    while not ended: sum(range(99))
while not ended:
    try: busy()
    except BaseException: pass"""


@pytest.mark.parametrize("ticker", [TimerTicker, ThreadTicker])
@pytest.mark.parametrize("inner", [False, True], ids=["alone", "within another watch"])
def test_one_that_cannot_be_ended_is_given_up(
    inner: bool, ticker: type[TimerTicker] | type[ThreadTicker]
) -> None:
    ended: list[NeverReturned] = []
    slow = code_of("slow", SWALLOWS, ended=ended)

    def give_up(error: NeverReturned) -> NoReturn:
        ended.append(error)
        raise error

    other = Watchdog(lambda: HOMES, seconds=SHORT, ticker=ticker) if inner else nullcontext()
    with Watchdog(lambda: HOMES, give_up, SHORT, ticker), other:
        slow()
    assert ended[0].call.module == "slow"
    assert str(ended[0]) == "it did not return within 0.02 s"


class Looked:
    """A watch whose looks and clocks are the test's: nothing here is measured.

    Args:
        knows_kept: somebody counts for how long the thread gets no CPU.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch, knows_kept: bool = True) -> None:
        self.cpu = self.kept = 0.0
        monkeypatch.setattr(time, "thread_time", lambda: self.cpu)
        monkeypatch.setattr(watchdog, "kept_seconds", lambda: self.kept if knows_kept else None)
        self.watchdog = Watchdog(lambda: HOMES, refuse, 10.0)
        self.watchdog.is_watching = True

    def look(self, times: int, cpu: float, kept: float = 0.0) -> Callable[[], None]:
        """Return what looks so often in one call, in which so much time goes by.

        Args:
            times: how often.
            cpu: CPU time altogether, in seconds.
            kept: seconds altogether in which it is ready and gets no CPU.
        """

        def looks() -> None:
            for _ in range(times):
                self.watchdog._look(0, _frame_of_caller())
                self.cpu += cpu / times
                self.kept += kept / times

        return looks


def _frame_of_caller() -> FrameType | None:
    import sys

    return sys._getframe(1)


@pytest.fixture
def looked(monkeypatch: pytest.MonkeyPatch) -> Looked:
    return Looked(monkeypatch)


CALL = "given[0]()"


@pytest.mark.parametrize(
    ("times", "cpu", "kept", "had"),
    [
        (10, 9.0, 0.0, None),
        (12, 12.0, 0.0, 10),
        (30, 0.0, 0.0, None),
        (32, 0.0, 0.0, 30),
        (32, 1.0, 0.0, 30),
        (2, 99.0, 0.0, None),
        (50, 8.0, 42.0, None),
        (999, 1.0, 998.0, None),
        (64, 0.0, 30.0, None),
        (62, 12.0, 50.0, 10),
    ],
    ids=[
        "works",
        "works on",
        "waits",
        "waits on",
        "waits on and looks from time to time",
        "was seen twice only",
        "works where much else does",
        "works where all else goes first",
        "waits half of the time for a CPU",
        "works on where much else does",
    ],
)
def test_a_call_may_compute_ten_seconds_and_wait_for_half_a_minute(
    looked: Looked, times: int, cpu: float, kept: float, had: int | None
) -> None:
    slow = code_of("slow", CALL)
    if had is None:
        slow(looked.look(times, cpu, kept))
        return
    with pytest.raises(NeverReturned, match=f"within {had} s"):
        slow(looked.look(times, cpu, kept))


@pytest.mark.parametrize(
    ("times", "cpu", "had"),
    [(290, 8.0, None), (302, 8.0, 300), (99, 12.0, 10)],
    ids=["waits or works", "waits on", "works on"],
)
def test_it_may_wait_for_minutes_where_nobody_counts_for_how_long_it_gets_no_cpu(
    monkeypatch: pytest.MonkeyPatch, times: int, cpu: float, had: int | None
) -> None:
    looked, slow = Looked(monkeypatch, knows_kept=False), code_of("slow", CALL)
    if had is None:
        slow(looked.look(times, cpu))
        return
    with pytest.raises(NeverReturned, match=f"within {had} s"):
        slow(looked.look(times, cpu))


@pytest.mark.parametrize(
    ("counted", "seconds"),
    [
        ("8000000000 42500000000 594\n", 42.5),
        ("0 0 0\n", None),
        ("no numbers\n", None),
        ("1 2\n", None),
        (None, None),
    ],
)
def test_time_without_a_cpu_is_counted_where_the_system_does(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, counted: str | None, seconds: float | None
) -> None:
    path = tmp_path / "schedstat"
    if counted is not None:
        path.write_text(counted)
    monkeypatch.setattr(watchdog, "_KEPT", str(path))
    watchdog._kept_file.cache_clear()
    try:
        assert watchdog.kept_seconds() == seconds
    finally:
        if (file := watchdog._kept_file()) >= 0:
            os.close(file)
        watchdog._kept_file.cache_clear()


def test_a_program_that_is_stopped_waits_for_one_look_at_most(looked: Looked) -> None:
    """While it is stopped the timer's signal is held back, and comes once."""
    slow = code_of("slow", CALL)
    working, stopped = looked.look(2, 0.3), looked.look(1, 0.0)

    def stopped_again_and_again() -> None:
        for _ in range(29):
            working()
            stopped()

    slow(stopped_again_and_again)


def test_many_calls_may_take_as_long_as_they_take(looked: Looked) -> None:
    slow = code_of("slow", CALL)
    for _ in range(30):
        slow(looked.look(5, 9.0))


def test_the_programs_own_work_may_take_as_long_as_it_takes(looked: Looked) -> None:
    looked.look(99, 999.0)()


def test_a_function_that_did_not_return_before_has_less_time(looked: Looked) -> None:
    slow = code_of("slow", CALL)
    with pytest.raises(NeverReturned, match="within 10 s"):
        slow(looked.look(12, 12.0))
    with pytest.raises(NeverReturned, match="within 2 s"):
        slow(looked.look(4, 3.0))
    with pytest.raises(NeverReturned, match="within 6 s"):
        slow(looked.look(8, 0.0))
    slow(looked.look(4, 1.0))


def test_who_only_calls_such_a_function_for_a_moment_has_all_the_time(looked: Looked) -> None:
    once, slow = code_of("friend", CALL), code_of("slow", "given[0](); given[1](given[2])")
    with pytest.raises(NeverReturned):
        once(looked.look(12, 12.0))
    slow(looked.look(9, 8.0), once, looked.look(1, 1.0))


def test_one_that_is_ended_again_had_no_less_time(looked: Looked) -> None:
    slow = code_of("slow", "try: given[0]()\nexcept BaseException: given[0]()")
    with pytest.raises(NeverReturned, match="within 10 s"):
        slow(looked.look(12, 12.0))


def test_a_look_that_comes_within_another_one_is_none() -> None:
    within: list[Watchdog] = []

    def homes() -> dict[str, str]:
        for each in within:
            each._look(0, _frame_of_caller())
        return HOMES

    within.append(Watchdog(homes, refuse, 10.0))
    within[0].is_watching = True
    within[0]._look(0, _frame_of_caller())


def test_the_one_that_goes_on_is_named_and_not_who_called_it(looked: Looked) -> None:
    inner, outer = code_of("friend", CALL), code_of("slow", "given[0](given[1])")
    with pytest.raises(NeverReturned) as ended:
        outer(inner, looked.look(12, 12.0))
    assert ended.value.call.module == "friend"


def test_whoever_starts_the_program_from_a_plugins_package_is_not_watched() -> None:
    def runs() -> None:
        with Watchdog(lambda: HOMES, refuse, 10.0) as watching:
            frame = _frame_of_caller()
            for _ in range(99):
                watching._look(0, frame)

    code_of("slow", CALL)(runs)


def test_all_is_as_before_afterwards_and_other_threads_are_left_alone() -> None:
    before = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    inside: list[bool] = []

    def elsewhere() -> None:
        with Watchdog(lambda: HOMES, refuse) as watching:
            inside.append(watching.is_watching)

    with Watchdog(lambda: HOMES, refuse):
        thread = threading.Thread(target=elsewhere)
        thread.start()
        thread.join()
    assert inside == [False]
    assert (signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)) == before


def test_a_call_that_was_ended_beside_the_work_is_told() -> None:
    told: list[BaseException] = []
    error = NeverReturned(Call("slow", FRIEND.__code__, 1), 10)

    with closing(asyncio.new_event_loop()) as loop:
        LoopFaults(told.append).heard(loop, {"message": "a callback", "exception": error})

    assert told == [error]
    assert part_of(error) == "slow"


@pytest.mark.parametrize("is_drawn_to", [True, False])
def test_the_terminal_is_put_back_where_a_screen_is_drawn(
    monkeypatch: pytest.MonkeyPatch, is_drawn_to: bool
) -> None:
    master, slave = os.openpty()
    monkeypatch.setattr(watchdog_process, "_OUTPUT", slave)
    before, settings = termios.tcgetattr(slave), watchdog_process._settings()
    if is_drawn_to:
        tty.setraw(slave)

    watchdog_process._put_back(settings)

    assert termios.tcgetattr(slave) == before
    os.write(slave, b".")
    assert (RESTORE.encode() in os.read(master, 999)) == is_drawn_to
    os.close(slave)
    os.close(master)


FOLDERS = {"/lib/slow/": "slow", "/lib/alone.py": "alone"}
WRITTEN = """
Current thread 0x1 (most recent call first):
  File "/usr/lib/python3.11/json/decoder.py", line 5 in decode
  File "/lib/{path}", line 7 in go
  File "/lib/bastide/core/machine.py", line 9 in apply
"""


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("slow/turn.py", ("slow", "turn.py:7")),
        ("slow/look/board.py", ("slow", "look/board.py:7")),
        ("alone.py", ("alone", "alone.py:7")),
        ("slowly/turn.py", None),
    ],
)
def test_what_is_written_at_last_names_the_plugin(path: str, found: tuple[str, str] | None) -> None:
    assert culprit(WRITTEN.format(path=path), FOLDERS) == found
