"""A small coverage-guided fuzzer: inputs that reach new code are kept and changed further.

It knows our binary form: half of the changes are to bytes, half to the values that they encode,
so that what comes out gets past the decoder. It needs no package, and the same seed makes the same
run on one version of Python.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from random import Random
from types import CodeType, FrameType, ModuleType
from typing import NamedTuple, Protocol

from bastide.core.encoding import EncodingError, dec, enc

MOST_BYTES = 16 * 1024
"""Inputs do not grow beyond this."""
NUMBERS = (0, 1, 2, 5, 6, 7, 8, 31, 32, 33, 63, 64, 127, 128, 255, 256, 65535, 65536, 2**32 - 1,
           2**32, 2**53 - 1, -1, -32, -33, -(2**53) + 1)  # fmt: skip
PLAIN: tuple[object, ...] = (None, True, False, b"", "", [], {}, "t", bytes(32), [[]], {"t": 0})

Check = Callable[[bytes], None]
"""Takes an input; raises if something is wrong, so it catches the errors that are documented."""


class Target(NamedTuple):
    """Something that reads bytes: how to hold it to its word, and where it is written."""

    check: Check
    seeds: Callable[[], list[bytes]]
    watched: tuple[ModuleType, ...]
    values: float = 0.5


class Tracer(Protocol):
    """What Python calls for each line of a function."""

    def __call__(self, frame: FrameType, event: str, argument: object, /) -> Tracer | None:
        """Return what to call for the next line."""
        ...


class Fuzzer:
    """Throws inputs at a check and keeps those that reach new lines, or known ones on new ways.

    Attributes:
        kept: the inputs that reached something new, with the seeds.
        runs: how often the check was called.
    """

    def __init__(
        self,
        check: Check,
        seeds: Iterable[bytes],
        watched: Iterable[ModuleType],
        seed: int = 0,
        values: float = 0.5,
    ) -> None:
        """Run the seeds.

        Args:
            check: what is to be held to its word.
            seeds: inputs to begin with; at least one.
            watched: the modules whose lines count.
            seed: for the choices.
            values: the share of changes to values, among all; the rest are to bytes.
        """
        self._values = values
        self._check = check
        self._random = Random(seed)
        self._coverage = Coverage(watched)
        self.kept: list[bytes] = []
        self.runs = 0
        for data in dict.fromkeys(seeds):
            self._run(data)
            self.kept.append(data)

    def run(self, runs: int, traced: int = 1) -> None:
        """Run so many changed inputs, and watch one in `traced` of them.

        Raises:
            AssertionError: the check raised; the input is in the text.
        """
        for n in range(runs):
            data = self._changed()
            if n % traced:
                self._call(data)
            elif self._run(data):
                self.kept.append(data)

    def smallest(self) -> list[bytes]:
        """Return few and short inputs that reach all that was reached, shortest first."""
        self._coverage.forget()
        return [data for data in sorted(self.kept, key=lambda each: (len(each), each))
                if self._run(data)]  # fmt: skip

    def _run(self, data: bytes) -> bool:
        """Call the check, and tell whether it reached something new."""
        with self._coverage:
            self._call(data)
        return self._coverage.grew

    def _call(self, data: bytes) -> None:
        self.runs += 1
        try:
            self._check(data)
        except Exception as error:  # that there is none is what is tested
            raise AssertionError(f"run {self.runs}, input {data.hex()}: {error!r}") from error

    def _changed(self) -> bytes:
        random = self._random
        data = random.choice(self.kept)
        for _ in range(random.choice((1, 1, 1, 2, 4))):
            data = self._changed_once(data)
        return data[:MOST_BYTES]

    def _changed_once(self, data: bytes) -> bytes:
        if self._random.random() < self._values:
            try:
                return enc(changed_value(self._random, dec(data)))
            except EncodingError:
                pass
        return changed_bytes(self._random, data, self._random.choice(self.kept))


class Coverage:
    """Notes which line follows which in some modules, while it is entered.

    Attributes:
        grew: whether the last time brought something new.
    """

    def __init__(self, watched: Iterable[ModuleType]) -> None:
        """Watch the functions of some modules, called from anywhere."""
        self._files = {str(module.__file__): n << 20 for n, module in enumerate(watched, 1)}
        self._tracers: dict[CodeType, Tracer | None] = {}
        self._seen: set[int] = set()
        self._last = self._before = 0
        self.grew = False

    def forget(self) -> None:
        """Begin anew."""
        self._seen.clear()

    def __enter__(self) -> None:
        """Begin to watch."""
        self._last, self._before = 0, len(self._seen)
        self._outer = sys.gettrace()
        sys.settrace(self._called)

    def __exit__(self, *_: object) -> None:
        """Watch no more."""
        sys.settrace(self._outer)
        self.grew = len(self._seen) > self._before

    def _called(self, frame: FrameType, event: str, argument: object) -> Tracer | None:
        code = frame.f_code
        if code not in self._tracers:
            base = self._files.get(code.co_filename)
            self._tracers[code] = self._tracer(base) if base else None
        return self._tracers[code]

    def _tracer(self, base: int) -> Tracer:
        seen = self._seen

        def trace(frame: FrameType, event: str, argument: object) -> Tracer:
            if event == "line":
                line = base + frame.f_lineno
                seen.add(self._last << 32 | line)
                self._last = line
            return trace

        return trace


def changed_bytes(random: Random, data: bytes, other: bytes) -> bytes:
    """Return bytes with one change; `other` is something to take a piece from."""
    at, length = random.randrange(len(data) + 1), random.randint(1, 40)
    match random.randrange(6):
        case 0 if at < len(data):
            return data[:at] + bytes([data[at] ^ 1 << random.randrange(8)]) + data[at + 1 :]
        case 1:
            return data[:at] + bytes([random.randrange(256)]) + data[at + 1 :]
        case 2:
            return data[:at] + data[at + length :]
        case 3:
            return data[:at] + random.randbytes(length % 6) + data[at:]
        case 4:
            return data[: at + length] + data[at:]
        case _:
            start = random.randrange(len(other) + 1)
            return (
                data[:at] + other[start : start + length] + data[at + random.choice((0, length)) :]
            )


def changed_value(random: Random, value: object) -> object:
    """Return plain data with one change, at any depth."""
    if isinstance(value, dict) and value and random.random() < 0.95:
        return _changed_map(random, value)
    if isinstance(value, list) and value and random.random() < 0.95:
        return _changed_list(random, value)
    if isinstance(value, bytes) and random.random() < 0.8:
        return _changed_leaf(random, value)
    if isinstance(value, str) and random.random() < 0.5:
        return changed_bytes(random, value.encode(), b"\xc3\xa9\0").decode(errors="ignore")
    if type(value) is int and random.random() < 0.8:
        return random.choice((value + 1, value - 1, -value, value * 2, *NUMBERS))
    return random.choice((*PLAIN, *NUMBERS, [value], {"t": value}))


def _changed_map(random: Random, value: dict[str, object]) -> object:
    out, key = dict(value), random.choice(list(value))
    match random.randrange(20):
        case 0:
            del out[key]
        case 1:
            out[random.choice(("t", "x", "", "pf", key + "x"))] = out[key]
        case _:
            out[key] = changed_value(random, out[key])
    return out


def _changed_list(random: Random, value: Sequence[object]) -> object:
    out, at = list(value), random.randrange(len(value))
    match random.randrange(20):
        case 0:
            del out[at]
        case 1:
            out.insert(at, random.choice(out))
        case 2:
            out[at] = random.choice(out)
        case _:
            out[at] = changed_value(random, out[at])
    return out


def _changed_leaf(random: Random, value: bytes) -> bytes:
    """Return bytes that are more often than not of the same length."""
    if value and random.random() < 0.6:
        at = random.randrange(len(value))
        return (
            value[:at] + random.choice((bytes(1), b"\xff", random.randbytes(1))) + value[at + 1 :]
        )
    if random.random() < 0.3:
        return random.choice(
            (bytes(len(value)), b"\xff" * len(value), random.randbytes(len(value)))
        )
    return changed_bytes(random, value, value)
