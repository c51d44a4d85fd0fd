"""What survives a program that is killed, in memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from bastide.core.journal import Entry, Proof
from bastide.net.sync.stops import Stop


class Killed(BaseException):
    """A simulated power cut: nothing of the program runs on."""


@dataclass
class Disk:
    """What survives a kill."""

    entries: list[Entry] = field(default_factory=list)
    choices: dict[tuple[int, int], bytes] = field(default_factory=dict)
    stop: tuple[Stop, Entry | None] | None = None
    proofs: list[Proof] = field(default_factory=list)
    writes: int = 0
    before: Callable[[int], None] = lambda n: None
    after: Callable[[int], None] = lambda n: None

    @contextmanager
    def write(self) -> Iterator[None]:
        """Count one durable write; a test may let it fail, or cut the power on either side."""
        self.writes += 1
        self.before(self.writes)
        yield
        self.after(self.writes)
