"""The watchdog over plugins: a call of one that does not return is ended from outside.

The main thread is interrupted at regular times and looks which calls of plugins run. A plugin's
call that was asked by the program and runs for too long gets `NeverReturned` raised wherever it is,
so that it is a plugin that raises, like any other. One that swallows it gets it again; one that
goes on all the same is given up, and whoever watches ends the program. Of the program's own work
nothing is ever ended, however long it takes: each call of a plugin is measured by itself.

Time is measured twice. What computes has so many seconds of CPU time, whatever else the machine
does. What waits instead (for input, a lock, a peer) has some times as many, counted in looks at
which it had hardly used its CPU since the one before, and had not been kept from one by others
either. A program that is stopped, or a machine that sleeps, has no looks meanwhile.

A timer of the system interrupts, since a thread would not run while one long call in C does: a
regular expression that tries everything looks for signals, and lets nobody run. Systems without
such a timer have a thread; there a call in C has its end first. A call in C that does not look for
signals either cannot be ended from inside: see `watchdog_process`.
"""

from __future__ import annotations

import _thread
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from functools import cache
from types import CodeType, FrameType
from typing import NoReturn

from bastide.cli import watchdog_process
from bastide.core.calls import NeverReturned, call_of, running_in

LIMIT_SECONDS = 10.0
"""How long a call of a plugin may compute. A bot has as long at a table."""

_LOOKS = 10
"""How often the calls are looked at in that time."""

_WAITING = 3
"""How many times as long a call may wait, where it is known for how long it was kept from a CPU."""

_PERHAPS_WAITING = 30
"""The same where that is not known: it may be an honest one on a machine with much else to do."""

_IDLE = 0.1
"""Less than this part of the time between two looks is hardly any."""

_KNOWN = 5
"""The part of the time that a call of a function has that did not return before."""

_STRIKES = 10
"""How often a call is ended before it is given up."""

_KEPT = "/proc/self/schedstat"
"""Of the main thread: nanoseconds with a CPU, those in which it was ready and got none, and how
often it got one (Linux, `Documentation/scheduler/sched-stats.rst`)."""

Homes = Callable[[], Mapping[str, str]]
GiveUp = Callable[[NeverReturned], NoReturn]


@cache
def _kept_file() -> int:
    """Open it once: a look is no time to open a file, which may be told of the plugin."""
    try:
        return os.open(_KEPT, os.O_RDONLY)
    except OSError:
        return -1


def kept_seconds() -> float | None:
    """Return for how long the main thread was ready and got no CPU; None where nobody counts."""
    if (file := _kept_file()) < 0:
        return None
    try:
        ran, kept, _ = map(int, os.pread(file, 99, 0).split())
    except (OSError, ValueError):
        return None
    return kept / 1e9 if ran else None


class TimerTicker:
    """A timer of the system: it interrupts also what lets no thread run.

    It calls the handler of a signal in the main thread, at regular times, as `ThreadTicker` does.
    """

    number = getattr(signal, "SIGALRM", signal.SIGINT)

    def __init__(self, seconds: float) -> None:
        self._seconds, self._before = seconds, (0.0, 0.0)

    def start(self) -> None:
        """Begin."""
        self._before = signal.setitimer(signal.ITIMER_REAL, self._seconds, self._seconds)

    def stop(self) -> None:
        """End; a timer that ran before goes on."""
        signal.setitimer(signal.ITIMER_REAL, *self._before)


class ThreadTicker:
    """A thread, where there is no such timer."""

    number = signal.SIGFPE
    """A signal that every system knows. Python makes an exception of what it is meant for."""

    def __init__(self, seconds: float) -> None:
        self._seconds, self._ended = seconds, threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._ended.wait(self._seconds):
            _thread.interrupt_main(self.number)


_Tickers = type[TimerTicker] | type[ThreadTicker]


def ticker_here() -> _Tickers:
    """Return the better one that this system has."""
    has_timer = hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM")
    return TimerTicker if has_timer else ThreadTicker


class Watchdog:
    """Watches the calls that are made within the block, where that is run in the main thread.

    Args:
        homes: returns plugin ids by package or module, of all that are watched.
        give_up: ends the program because of a call that cannot be ended; None: that is left to
            whoever was watching before.
        seconds: how long a call may compute; else `LIMIT_SECONDS`.
        ticker: what looks at the calls.

    Attributes:
        is_watching: the block runs, and in the main thread.
    """

    def __init__(
        self,
        homes: Homes,
        give_up: GiveUp | None = None,
        seconds: float | None = None,
        ticker: _Tickers | None = None,
    ) -> None:
        self.seconds = LIMIT_SECONDS if seconds is None else seconds
        self._homes, self._give_up = homes, give_up
        made = ticker or ticker_here()
        self._period = self.seconds / _LOOKS
        self._number, self._ticker = made.number, made(self._period)
        self._outside: FrameType | None = None
        self.is_watching = self._is_looking = False
        self._run = _Run(self._period)
        self._waiting = _PERHAPS_WAITING if kept_seconds() is None else _WAITING
        self._known: set[CodeType] = set()

    def __enter__(self) -> Watchdog:
        self._outside = sys._getframe(1)  # whoever calls from a plugin's package is not watched
        try:
            self._before = signal.signal(self._number, self._look)
        except ValueError:  # not the main thread, which alone is interrupted
            return self
        self.is_watching = True
        self._ticker.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end()
        self._outside, self._run = None, _Run(self._period)

    def _end(self) -> None:
        if self.is_watching:
            self.is_watching = False
            self._ticker.stop()
            # None: a handler that is not Python's (`faulthandler`) and cannot be had back.
            signal.signal(self._number, self._before or signal.SIG_DFL)

    def _look(self, _: int, frame: FrameType | None) -> None:
        """Look, unless a look is interrupted just now."""
        if self.is_watching and not self._is_looking:
            try:
                self._is_looking = True
                self._look_at(frame)
            finally:
                self._is_looking = False

    def _look_at(self, frame: FrameType | None) -> None:
        """Look at the calls that run, and end one that goes on for too long."""
        watchdog_process.rearm()
        run = self._run
        run.see(running_in(self._homes(), frame, self._outside))
        if not run.frames:
            return
        run.gone_beyond = run.gone_beyond or self._gone_beyond(run)
        if not run.gone_beyond:
            return
        call = call_of(run.lasting())
        self._known.add(call.code)
        run.strikes += 1
        error = NeverReturned(call, run.gone_beyond)
        if run.strikes > _STRIKES:
            self._end()
            if self._give_up is not None:
                self._give_up(error)
        raise error

    def _gone_beyond(self, run: _Run) -> float:
        """Return the seconds that a call had and has used up, or 0."""
        known = run.lasting().f_code in self._known
        computes = self.seconds / _KNOWN if known else self.seconds
        waits = self._waiting * computes
        if run.looks > 1 and run.computed >= computes:
            return computes
        return waits if run.idle_looks * self._period >= waits else 0.0


class _Run:
    """One call of a plugin, and what of it was seen.

    Args:
        period: seconds between two looks.

    Attributes:
        frames: of plugins that run, the outermost first: that is the call.
        looks: how often the call was seen, less once.
        idle_looks: those at which it had waited since the one before.
        gone_beyond: the seconds that it had, once it has used them up; else 0.
        strikes: how often it was ended in vain.
    """

    def __init__(self, period: float) -> None:
        self.frames: list[FrameType] = []
        self._period = period
        self._seen: list[int] = []
        self._begin()

    def _begin(self) -> None:
        self.idle_looks = self.strikes = 0
        self.gone_beyond = 0.0
        self._began, self._busy = time.thread_time(), _busy_seconds()

    @property
    def looks(self) -> int:
        return self._seen[0] if self._seen else 0

    @property
    def computed(self) -> float:
        """The CPU time since it was seen first, in seconds."""
        return time.thread_time() - self._began

    def see(self, frames: list[FrameType]) -> None:
        """Take what runs now; it is another call if another one is outermost."""
        if not frames or self.frames[:1] != frames[:1]:
            self._begin()
        else:
            self._see_again()
        same = 0
        for frame, other in zip(frames, self.frames, strict=False):
            if frame is not other:
                break
            same += 1
        self._seen = [n + 1 for n in self._seen[:same]] + [0] * (len(frames) - same)
        self.frames = frames

    def _see_again(self) -> None:
        busy = _busy_seconds()
        if busy - self._busy < _IDLE * self._period:
            self.idle_looks += 1
        self._busy = busy

    def lasting(self) -> FrameType:
        """Return the innermost frame that was seen at least half of the time."""
        half = self.looks / 2
        return [f for f, n in zip(self.frames, self._seen, strict=True) if n >= half][-1]


def _busy_seconds() -> float:
    """Return for how long this thread has computed, or would have if others had not."""
    return time.thread_time() + (kept_seconds() or 0.0)
