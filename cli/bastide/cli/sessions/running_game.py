"""What a session needs of the game that it shows: one of this computer, or of the network."""

from __future__ import annotations

from typing import Protocol

from bastide.core.draft import Draft
from bastide.core.table import Table


class Game(Protocol):
    """A running game that a session shows."""

    table: Table
    bots: dict[int, str]
    past: int
    """How much was done before it was opened here."""

    @property
    def mine(self) -> tuple[int, ...]:
        """Return the places that people at this keyboard play."""
        ...

    def write(self, draft: Draft) -> object:
        """Send the decisions of a draft. Raises `Refusal`."""
        ...
