"""A modified program among real ones: what the honest player reads, and that life goes on.

Three nodes on loopback play Carcassonne with sealed hands; Eve's sends what an attack makes of it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import cast

import pytest

from bastide.cli.catalogs import Catalogs, Language, own_catalogs
from bastide.cli.sessions.lan_lobby import LanLobby
from bastide.cli.sessions.lan_session import LanSession
from bastide.core.draft import Draft
from bastide.core.journal import Body, Entry, Genesis, entry_id, make_body
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.table import Table
from bastide.net import limits, live
from bastide.net.games import open_table
from bastide.net.links.messages import Evidence, Head, WireMessage
from bastide.net.node import Node
from bastide.net.sync.game_sync import GameSync
from bastide.net.sync.heads import Standing, signed_head
from tests.net.adversaries import Attack
from tests.net.meeting import Meeting, Player, quiet
from tests.net.stories import within
from tests.net.veil.attacks import ForgeDealing, Withhold
from tests.net.veil.claiming import false_tile
from tests.net.veil.lies import copy_of_dealt, is_dealt_together, true_again

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")

PLUGINS = Plugins(built_in())
SETUP = Setup("carcassonne", 3, ("strategic",), (("seating", "listed"),))
NAMES = ("Ann", "Bob", "Eve")
ROUNDS = 20
"""Proof rounds: with honest secrets a false proof passes once in a million; the secrets are new."""


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "PROOF_ROUNDS", ROUNDS)


class Modified:
    """Eve's program: what it sends goes through an attack."""

    def __init__(self, node: Node, attack: Attack) -> None:
        self.node, self.attack, self.plugins = node, attack, node.plugins
        self._send = node.contacts.send
        node.contacts.send = self.send  # type: ignore[method-assign]  # a modified program

    @property
    def live(self) -> live.LiveGame:
        """Its one game."""
        [game] = self.node.games.values()
        return game

    @property
    def sync(self) -> GameSync:
        """What keeps that game the same everywhere."""
        return self.live.sync

    @property
    def places(self) -> Sequence[int]:
        """Its places."""
        return self.live.mine

    def master(self, place: int) -> bytes:
        """Return the master secret of one of its places."""
        return self.live.row.masters[place]

    def signed(self, body: Body) -> Entry:
        """Return an entry that it signs."""
        data = make_body(body)
        return Entry(data, self.node.identity.sign("sign-entry", entry_id(data)))

    def head(self, step: int, digest: bytes) -> Head:
        """Return a head that it signs."""
        standing = Standing(self.live.game_id, self.places[0], step, digest)
        return signed_head(standing, self.node.identity)

    def send(self, key: bytes, message: WireMessage) -> None:
        """Send what the attack makes of a message; it accuses nobody."""
        if not self.node.games or key not in self.sync.keys:
            self._send(key, message)
        elif not isinstance(message, Evidence):
            for each in self.attack.sends(self, self.sync.keys.index(key), message):
                self._send(key, each)


class Evening:
    """Ann, Bob and Eve at Ann's table.

    Attributes:
        ann, bob: what the two read.
        eve: the modified program.
    """

    def __init__(self, met: Meeting, attack: Attack) -> None:
        self.met = met
        self.eve = Modified(met.nodes["Eve"], attack)

    async def begin(self) -> None:
        """Sit down, and let the game begin."""
        met = self.met
        host = met.nodes["Ann"].host(SETUP, "Kitchen")
        for n, guest in enumerate(NAMES[1:], 2):
            await met.until(lambda guest=guest: bool(met.tables(guest)))  # type: ignore[misc]  # now
            met.nodes[guest].knock(met.seen(guest))
            await met.until(lambda n=n: len(host.sitters) == n)  # type: ignore[misc]  # now
        await met.until(lambda: all(met.nodes[name].games for name in NAMES))
        self.ann, self.bob = (self._session(name) for name in NAMES[:2])

    def _session(self, name: str) -> LanSession:
        return LanSession(self.met.nodes[name], texts("en"), self.met.live(name), "Kitchen")

    async def both(self, holds: Callable[[LanSession], bool]) -> None:
        """Wait until something holds for both honest players, who play on meanwhile."""
        players = [Player(self.met.live(name)) for name in NAMES[:2]]

        def look() -> bool:
            for player in players:
                player.act()
            return holds(self.ann) and holds(self.bob)

        await self.met.until(look)

    async def stopped(self) -> str:
        """Wait until both read that the game ends; return what."""
        await self.both(lambda session: "ends here" in session.waiting)
        assert self.ann.waiting == self.bob.waiting
        return self.ann.waiting

    async def live_on(self) -> None:
        """Leave the table, look at the list, and begin and play another game without Eve."""
        met, lobbies = self.met, [LanLobby(self.met.nodes[n], texts("en")) for n in NAMES[:2]]
        for session in (self.ann, self.bob):
            await session.leave()
        for lobby in lobbies:
            assert [row.name for row in lobby.tables if row.state == "yours"] == ["Kitchen"]
        met.nodes["Ann"].host(Setup("carcassonne", 2), "Again")
        found = lambda: [t for t in met.tables("Bob") if t.notice.name == "Again"]  # noqa: E731
        await met.until(lambda: bool(found()))
        met.nodes["Bob"].knock(found()[0])
        await met.until(lambda: all(met.nodes[name].games for name in NAMES[:2]))
        await met.play("Ann", "Bob", turns=4)
        assert met.live("Ann").stop is None


def texts(language: str) -> Language:
    return Catalogs([*own_catalogs(), *PLUGINS.catalogs()]).texts(language)


def evening(folder: Path, attack: Attack, story: Callable[[Evening], object]) -> None:
    """Let an evening go on as a story tells."""

    async def told() -> None:
        met = Meeting(folder)
        try:
            for name in NAMES:
                await met.open(name, PLUGINS)
            await met.link(*NAMES)
            an_evening = Evening(met, attack)
            await an_evening.begin()
            await cast("asyncio.Future[None]", story(an_evening))
        finally:
            await met.end()

    within(told)


def test_a_blinded_copy_ends_the_game_with_a_sentence_and_nothing_else(tmp_path: Path) -> None:
    attack = ForgeDealing("v.mask", 0, lie=copy_of_dealt, where=is_dealt_together)

    async def story(of: Evening) -> None:
        said = await of.stopped()
        assert said == (
            "Eve signed an entry that is false at step 4: a proof that does not hold. The game "
            "ends here; the entry is kept as proof (bastide verify shows it)."
        )
        of.bob.retell(texts("fr"))
        assert of.bob.waiting.startswith("Eve a signé au pas 4 une entrée fausse")
        assert "une preuve qui ne tient pas. La partie s’arrête ici" in of.bob.waiting
        await of.live_on()

    evening(tmp_path, attack, story)


def test_two_entries_for_one_slot_end_the_game_for_both_who_saw_one_each(tmp_path: Path) -> None:
    attack = ForgeDealing("v.mask", 0, lie=true_again, victims=(1,))

    async def story(of: Evening) -> None:
        said = await of.stopped()
        assert said == (
            "Eve signed two different entries at step 4: the game ends here. "
            "Both are kept as proof (bastide verify shows them)."
        )
        await of.live_on()

    evening(tmp_path, attack, story)


def test_a_tile_laid_as_another_ends_the_game_when_it_is_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(
        plugins: Plugins,
        genesis: Genesis,
        accepts: tuple[bytes, ...],
        place: int | None,
        masters: Mapping[int, bytes],
    ) -> Table:
        is_eve = place is not None and genesis.seats[place].name == "Eve"
        return open_table(plugins, genesis, accepts, None if is_eve else place, masters)

    monkeypatch.setattr(live, "open_table", opened)

    async def story(of: Evening) -> None:
        table = of.eve.sync.table
        await of.both(lambda _: of.eve.places[0] in map(table.place_of, table.acting))
        draft = Draft(table, table.state.seat)
        lie = false_tile(table, draft.seat)
        assert lie
        draft.choose(lie)
        of.eve.live.write(draft)
        said = await of.stopped()
        assert said.startswith("Eve said something false of hidden cards before step ")
        assert said.endswith(
            ": the card that was opened is not the one that was named. The game ends here; "
            "the journal is the proof (bastide verify shows it)."
        )
        await of.live_on()

    evening(tmp_path, Attack(), story)


def test_a_strip_that_is_refused_lets_the_others_wait_and_says_for_whom(tmp_path: Path) -> None:
    async def story(of: Evening) -> None:
        await of.both(lambda session: session.progress == "Dealing hidden cards: Eve.")
        await asyncio.sleep(0.2)
        for session in (of.ann, of.bob):
            assert session.waiting == "Waiting for Eve."
            assert session.progress == "Dealing hidden cards: Eve."
            assert session.acting is None
            before = session.turn_seconds
            await asyncio.sleep(0.05)
            assert session.turn_seconds > before
            assert not session.finished
        await of.live_on()

    evening(tmp_path, Withhold("v.strip"), story)
