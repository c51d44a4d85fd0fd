"""A turn that nobody is there to hear is kept, and why is said."""

from __future__ import annotations

from pathlib import Path

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.core.plugins import Plugins, Setup
from tests.cli import raising
from tests.cli.sessions import begun, close, eventually, meet, within

SETUP = Setup("stones", 2, (), (("seating", "listed"),))


def test_a_turn_is_kept_while_the_other_player_is_not_linked(tmp_path: Path) -> None:
    plugins = Plugins({"stones": raising.plugin})

    async def play() -> None:
        texts = Catalogs([*own_catalogs(), *plugins.catalogs()]).texts("en")
        nodes = await meet(tmp_path, plugins, "Ada", "Bob")
        one, other = await begun(nodes, texts, SETUP)
        await eventually(lambda: one.acting in one.mine)
        while not one.needs_confirm:
            assert one.choose(one.rules.legal(one.state)[0]) == ""
        assert one.hold == ""

        await other.leave()
        await nodes[1].stop()
        await eventually(lambda: bool(one.hold))
        assert one.confirm() == "Waiting until Bob is linked. Your turn is kept: send it then."
        assert one.needs_confirm
        await close(nodes[:1], one)

    within(play())
