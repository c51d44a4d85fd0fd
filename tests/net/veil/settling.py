"""Settlers between two peers on the simulated network: a kit for those who watch and who cheat.

`Wish` lets a peer choose what a test is about where it may. A `Lawless` peer writes, once, a move
that no rules allow; `believer` (see `attacks`) does for claims.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TypeVar, cast

from bastide.core.events import Action
from bastide.core.journal import parse_body
from bastide.core.messages import English
from bastide.core.payloads import action_payload
from bastide.core.plugins import Plugins, Setup
from bastide.core.table import Table
from bastide.net.sync.stops import NOBODY
from bastide.plugins.settlers import plugin
from bastide.plugins.settlers.giving_up import giving_up
from bastide.plugins.settlers.hand import FINISH, TAKE_ACTION
from bastide.plugins.settlers.main import DONE
from bastide.plugins.settlers.turn import MAIN, ROLL
from tests.net.adversaries import Adversary, Attack, assert_just, honest_peers
from tests.net.simulation import Network, PeerMaker, SimulatedPeer, ids
from tests.net.veil.auditing import judged, named

PLUGINS = Plugins({"settlers": lambda: plugin})
SETUP = Setup("settlers", 2, options=(("seating", "listed"), ("settlers.victory_points_to_win", 7)))

CHEAT, HONEST = 1, 0
"""Places, and seats as well."""

QUICKLY = (ROLL.kind, DONE.kind, FINISH.kind)
"""Choices that bring the next turn soon."""

T = TypeVar("T")


def settlers(seed: int, cheat: PeerMaker | None = None) -> Network:
    """Return a game to seven points; the seat that begins is honest."""
    return Network(2, seed, game=SETUP, installed=PLUGINS, cheats={CHEAT: cheat} if cheat else {})


# what a peer would like


class Wish(Random):
    """Chooses by kinds of actions, the best first, and cards by their names; else by chance."""

    def __init__(self, peer: SimulatedPeer, kinds: Sequence[str], cards: Sequence[str]) -> None:
        """Wish on behalf of a peer, with a seed of its own."""
        super().__init__(peer.place)
        self.peer, self.kinds, self.cards = peer, kinds, cards

    def choice(self, seq: object) -> Action:  # type: ignore[override]  # of actions alone
        """Return the choice that is liked best."""
        actions = _actions(seq)
        for liked in (self._is_liked_card, *map(_is_kind, self.kinds)):
            if found := [action for action in actions if liked(action)]:
                return super().choice(found)
        return super().choice(actions)

    def _is_liked_card(self, action: Action) -> bool:
        face = self.peer.sync.table.state.face
        return action.kind == TAKE_ACTION and face(cast("int", action.data[0])) in self.cards


class GivesUp(Random):
    """Gives up in its first main phase."""

    def __init__(self, peer: SimulatedPeer) -> None:
        """Decide for a peer, with a seed of its own."""
        super().__init__(peer.place)
        self.peer = peer

    def choice(self, seq: object) -> Action:  # type: ignore[override]  # of actions alone
        """Return the action to give up where it is accepted, else any of the choices."""
        table = self.peer.sync.table
        is_time = table.state.phase == MAIN
        return giving_up(table.state.seat) if is_time else super().choice(_actions(seq))


def _actions(seq: object) -> Sequence[Action]:
    return cast("Sequence[Action]", seq)


def _is_kind(kind: str) -> Callable[[Action], bool]:
    return lambda action: action.kind == kind


def wish(network: Network, place: int, *kinds: str, cards: Sequence[str] = ()) -> None:
    """Let the peer of a place choose what it likes, and hurry otherwise."""
    peer = network.at(place)
    peer.random = Wish(peer, (*kinds, *QUICKLY), cards)


# moves that no rules allow


Breach = Callable[[Table, int], Action | None]
"""Gets a table and the seat that has to decide; returns what it may not do, None for waiting."""


class Lawless(Adversary):
    """A peer that writes a move which the rules refuse, and then nothing any more.

    said: the move. step: when.
    """

    breach: Breach
    said: Action | None
    step: int

    def act(self) -> None:
        """Break the rules if there is an occasion."""
        table = self.sync.table
        seat = next((s for s in table.acting if table.place_of(s) in self.places), None)
        if self.said or seat is None or not self.sync.may_write:
            return
        self.said, self.step = self.breach(table, seat), table.journal.step
        if self.said is None:
            super().act()
            return
        data = table.body(self.place, "move", {"m": action_payload(self.said)})
        for place in self.victims():
            self.tell_entry(place, self.signed(parse_body(data)))


def lawless(breach: Breach) -> PeerMaker:
    """Return what makes a peer that breaks the rules."""

    def make(network: Network, places: Sequence[int]) -> Lawless:
        peer = Lawless.__new__(Lawless)
        peer.attack, peer.breach, peer.said, peer.step = Attack(), breach, None, 0
        Lawless.__init__(peer, network, places)
        return peer

    return make


def assert_refused(network: Network) -> str:
    """Hold that the honest stop before a move, accuse nobody and lose nothing; return why."""
    cheat = network.at(CHEAT)
    assert isinstance(cheat, Lawless)
    assert cheat.said, "there was an occasion"
    assert_just(network)
    assert named(network) == {NOBODY}
    [peer] = honest_peers(network)
    assert peer.sync.table.journal.step == cheat.step
    assert ids(peer) == ids(cheat)
    verdict = judged(network, peer)
    assert verdict.good, verdict.fault
    assert peer.sync.stop
    return English().say(peer.sync.stop.reason)
