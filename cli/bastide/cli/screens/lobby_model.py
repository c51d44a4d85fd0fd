"""What the list of tables shows, and which table is chosen."""

from __future__ import annotations

from dataclasses import dataclass

from bastide.cli.screens.model import Tone
from bastide.cli.sessions.ports import Lobby, TableRow

PATIENCE = 5.0
"""Seconds without a table after which the screen says what else can be done."""


@dataclass(slots=True)
class LobbyModel:
    """What the list shows. `chosen`: id of a row. `waited`: seconds since the list was opened."""

    lobby: Lobby
    chosen: str = ""
    waited: float = 0.0
    message: str = ""
    tone: Tone = "bad"
    overlay: str = ""

    @property
    def row(self) -> TableRow | None:
        """The chosen table; the first one while the chosen one is not there."""
        rows = self.lobby.tables
        return next((row for row in rows if row.id == self.chosen), rows[0] if rows else None)

    def move(self, step: int) -> None:
        """Choose another row."""
        ids = [row.id for row in self.lobby.tables]
        if ids:
            at = ids.index(self.row.id) if self.row else 0
            self.chosen = ids[max(0, min(at + step, len(ids) - 1))]
