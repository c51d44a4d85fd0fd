"""Games in which all goes wrong at once, on the simulated network: a kit for `test_campaign`.

A seed decides what is played, by how many programs, over which links, whether somebody cheats and
how; then, while it is played, which links are lost, how much time goes by while messages are under
way, who is killed, and at which writes each honest peer loses its power. Decks have twelve cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import NamedTuple

from bastide.core.plugins import Plugins, Setup, built_in
from tests.conftest import is_installed
from tests.net.adversaries import (
    Attack,
    Forge,
    ForgeHead,
    Once,
    adversary,
    assert_just,
    early_entry,
    false_digests,
    false_evidence,
    false_roll,
    honest_peers,
    other_past,
    other_state,
    wrong_kind,
    wrong_shape,
)
from tests.net.disks import Killed
from tests.net.simulation import Network, SimulatedPeer
from tests.net.sync.test_evidence_network import ALL as RACE_ATTACKS
from tests.net.veil.attacks import ForgeDealing
from tests.net.veil.lies import CHEATS

CHEAT = 1
MESSAGES = 1_500
"""For so many, things go wrong; then links and power come back, and the game goes to its end."""
LOST, KILLED, BACK, LATE = 0.01, 0.004, 0.02, 0.02
"""Chances, for each message: a link goes or comes back, a peer is killed, one that is down starts
again, a second goes by with all messages still under way."""
CUTS, WRITES = 3, 80
"""So many of its first so many writes cost an honest peer its power."""
END = 400_000
"""More messages than a game has."""

MakeAttack = Callable[[int], Attack]

ATTACKS: dict[str, MakeAttack] = {
    "nobody cheats": lambda n: Attack(),
    "a false roll": lambda n: Forge("roll", n, false_roll),
    "a false roll for one": lambda n: Forge("roll", n, false_roll, (0,)),
    "another kind": lambda n: Forge("move", n, wrong_kind),
    "another shape": lambda n: Forge("roll", n, wrong_shape),
    "another past": lambda n: Forge("move", n, other_past),
    "another position": lambda n: Forge("move", n, other_state),
    "another position for one": lambda n: Forge("move", n, other_state, (0,)),
    "a false head for one": lambda n: ForgeHead(n, (0,)),
    "a false head for all": lambda n: ForgeHead(n),
    "an entry before its time": lambda n: Once(n, early_entry),
    "false evidence": lambda n: Once(n, false_evidence),
    "false digests": lambda n: Once(n, false_digests),
}
"""What can be done in any game, from a step on."""


def _dealing(name: str) -> MakeAttack:
    kind, lie, _, where = CHEATS[name]
    return lambda n: ForgeDealing(kind, n, lie=lie, where=where)


DEALING_ATTACKS = {name: _dealing(name) for name in CHEATS}


class Kind(NamedTuple):
    """A kind of game.

    setup: for a number of seats. plugins: None for the test games. seats: the numbers it is
    played by. attacks: those that are known for it, besides `ATTACKS`.
    """

    setup: Callable[[int], Setup]
    seats: Sequence[int]
    plugins: Plugins | None = None
    attacks: dict[str, MakeAttack] = {}  # noqa: RUF012  # a default of a tuple, never changed


def _of(game: str, *extensions: str, **options: int) -> Callable[[int], Setup]:
    wanted = tuple((f"{game}.{name}", value) for name, value in options.items())
    return lambda seats: Setup(game, seats, extensions, wanted)


def kinds() -> dict[str, Kind]:
    """Return all kinds of games whose plugins are there."""
    found = {
        "race": Kind(_of("race"), (2, 3, 4), attacks=RACE_ATTACKS),
        "cards": Kind(_of("cards"), (2, 3), attacks=DEALING_ATTACKS),
    }
    built = Plugins(built_in())
    if is_installed("carcassonne"):
        found["carcassonne"] = Kind(_of("carcassonne"), (2, 3, 5), built)
    if is_installed("inns_and_cathedrals"):
        found["inns"] = Kind(_of("carcassonne", "inns_and_cathedrals"), (2, 3, 6), built)
    if is_installed("barony"):
        found["barony"] = Kind(_of("barony", stalemate_rounds=2), (2, 3, 4), built)
    if is_installed("strategic"):
        found["strategic"] = _strategic()
    if is_installed("settlers"):
        found["settlers"] = Kind(_of("settlers", victory_points_to_win=7), (2,), built)
    return found


def full_kinds() -> list[Kind]:
    """Return the kinds to be played with the whole box; the first has no hidden cards."""
    built = Plugins(built_in())
    found = [Kind(_of("carcassonne"), (3, 5), built)]
    if is_installed("strategic"):
        found.append(Kind(_of("carcassonne", "strategic"), (2, 3), built, DEALING_ATTACKS))
    if is_installed("settlers"):
        found.append(Kind(_of("settlers"), (2,), built))
    return found


def _strategic() -> Kind:
    """Return Carcassonne with hands of three tiles out of twelve."""
    from tests.plugins.strategic.tables import deck_of, plugins  # it needs the plugin

    deck = ["base-D", "base-U", "base-V", "base-E"] * 3
    setup = _of("carcassonne", "strategic", "deck")
    return Kind(setup, (2, 3), plugins(deck=deck_of(deck)), DEALING_ATTACKS)


class Campaign:
    """One game with all that goes wrong in it.

    Args:
        kind: what is played.
        seed: decides everything else.
    """

    def __init__(self, kind: Kind, seed: int) -> None:
        self.random = random = Random(seed)
        self.seats = random.choice(kind.seats)
        attacks = {**ATTACKS, **kind.attacks}
        self.name = random.choice([*attacks]) if random.random() < 0.5 else "nobody cheats"
        cheats = {}
        if self.name != "nobody cheats":
            cheats[CHEAT] = adversary(attacks[self.name](random.randrange(1, 20)))
        setup = kind.setup(self.seats)
        self.network = Network(self._places(), seed, self._missing(), setup, cheats, kind.plugins)
        self._spoil_disks()

    def _places(self) -> list[list[int]]:
        """Let one program have two places now and then, but not the one that may cheat."""
        groups = [[n] for n in range(self.seats)]
        if self.seats > 2 and self.random.random() < 0.3:
            groups[0] += groups.pop()
        return groups

    def _missing(self) -> list[tuple[int, int]]:
        """Leave a link out now and then; those that are there still lead everywhere."""
        return [(0, 2)] if self.seats > 3 and self.random.random() < 0.3 else []

    def _spoil_disks(self) -> None:
        for peer in honest_peers(self.network):
            cuts = frozenset(self.random.sample(range(1, WRITES), CUTS))
            if self.random.random() < 0.5:
                peer.disk.before = _cut(cuts)
            else:
                peer.disk.after = _cut(cuts)

    def disturb(self) -> None:
        """Let something go wrong before the next message, or be mended."""
        network, random = self.network, self.random
        if random.random() < LOST:
            one, other = random.sample(network.keys, 2)
            is_cut = frozenset((one, other)) in network.cut
            (network.relink if is_cut else network.unlink)(one, other)
        if random.random() < KILLED and (up := sorted({*network.keys} - network.down)):
            network.kill(random.choice(up))
        if random.random() < BACK and network.down:
            network.restart(random.choice(sorted(network.down)))
        if random.random() < LATE:
            network.second()

    def play(self) -> None:
        """Play while things go wrong, mend all, and play to the end."""
        network = self.network
        network.play(MESSAGES, self.disturb)
        for pair in list(network.cut):
            network.relink(*pair)
        for key in sorted(network.down):
            network.restart(key)
        network.play(END)
        while network.down:  # a write that was still to fail
            for key in sorted(network.down):
                network.restart(key)
            network.play(END)

    def check(self) -> None:
        """Hold what must be true, whatever was done; `Network` holds the rest meanwhile.

        Honest peers have one history, or have all noticed that they have not; they stop alike, with
        the proof on each disk, and name nobody honest. Without a cheat all end alike.
        """
        honest = honest_peers(self.network)
        assert_just(self.network)
        digests = {peer.sync.table.journal.prev for peer in honest}
        if not self.network.cheats:
            assert all(peer.sync.table.over and not peer.sync.stop for peer in honest)
            assert not any(peer.refused or peer.disk.proofs for peer in honest)
            assert len({tuple(peer.sync.table.state.scores) for peer in honest}) == 1
        elif all(peer.sync.may_write for peer in honest):
            assert all(peer.sync.table.over for peer in honest) or self._awaits_cheat(honest)
        if any(peer.sync.may_write for peer in honest):
            assert len(digests) == 1, "they go on with two histories"

    def _awaits_cheat(self, honest: Sequence[SimulatedPeer]) -> bool:
        return {peer.sync.awaited() for peer in honest} <= {(), (CHEAT,)}


def _cut(writes: frozenset[int]) -> Callable[[int], None]:
    def check(number: int) -> None:
        if number in writes:
            raise Killed

    return check
