"""Which tables may be opened to other computers at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.core.hookspecs import Manifest, hookimpl
from bastide.core.plugins import Plugins, Setup
from bastide.net.errors import PeerError
from tests.net.meeting import meeting, quiet
from tests.net.race import race
from tests.net.stories import within

pytestmark = pytest.mark.usefixtures("quiet")
__all__ = ["quiet"]


def for_one_to_six() -> Plugins:
    module = race()

    @hookimpl
    def bastide_manifest() -> Manifest:
        return Manifest("race", "1.0", "game", seats=(1, 6))

    module.bastide_manifest = bastide_manifest  # type: ignore[attr-defined]  # a made-up module
    return Plugins({"race": lambda: module})


def test_a_game_for_one_is_no_table_for_other_computers(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path) as met:
            ann = await met.open("Ann", for_one_to_six())

            with pytest.raises(PeerError, match="has at least 2 seats: ask for more"):
                ann.host(Setup("race", 1), "T")
            assert ann.host(Setup("race", 3), "T").least == 2

    within(story)
