"""A turn of mine while nothing can be sent: no part of the screen calls for it."""

from __future__ import annotations

from bastide.cli.screens.table_page import TablePage
from tests.cli.effects import NotedEffects
from tests.cli.fakes import FakeSession


def test_a_turn_that_waits_is_not_called_for(page: TablePage, session: FakeSession) -> None:
    def shown() -> str:
        return "\n".join(page.paint((80, 24), "").grid.lines())

    effects = page.shell.effects = NotedEffects()
    assert "Ada, your turn" in shown()
    session.waiting = "Waiting until Blaise is linked."
    page.changed()
    assert "Ada, your turn" not in shown()
    assert "Waiting until Blaise is linked." in shown()
    assert effects.titles[-1].startswith("Waiting until Blaise is linked · ")
