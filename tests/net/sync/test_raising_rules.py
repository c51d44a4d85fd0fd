"""A plugin that raises at one peer: that table stops there, and nobody is blamed or held up."""

from __future__ import annotations

from typing import NoReturn

import pytest

from bastide.core.calls import Call, NeverReturned
from bastide.core.journal import JournalError
from bastide.core.payloads import PayloadError
from bastide.net.sync.stops import NOBODY
from tests.net.sync.networks import at_a_move
from tests.net.sync.test_stops import said


class Odd(BaseException):
    """Something that is no `Exception`."""


FAULTS = [
    ValueError("odd"),
    PayloadError("as if the entry were false"),
    JournalError("as if the entry were malformed"),
    SystemExit(3),
    Odd("odd"),
    NeverReturned(Call(__name__, said.__code__, 1), 10),
]


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: type(fault).__name__)
@pytest.mark.parametrize("place", ["check", "apply", "digest"])
def test_rules_that_raise_at_a_peers_entry_accuse_nobody(
    place: str, fault: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    network, _, other = at_a_move()

    def fail(*_: object) -> NoReturn:
        raise fault

    for peer in network.peers.values():
        del peer.act
    rules = other.sync.table.rules
    monkeypatch.setattr(rules, place, fail)
    monkeypatch.setattr(rules, "homes", {__name__: "race"})
    before = len(other.disk.entries)
    network.play()

    assert said(other).startswith("The rules of race failed: ")
    assert other.sync.stop
    assert (other.sync.stop.place, other.sync.stop.lasting) == (NOBODY, False)
    assert not other.refused, "no frame of a peer is to blame"
    assert not other.disk.proofs, "nothing is proven of anybody"
    assert len(other.disk.entries) == before, "the journal on the disk ends where it was whole"
    others = [peer for peer in network.peers.values() if peer != other]
    assert all(peer.sync.stop is None and not peer.refused for peer in others)
    assert {peer.sync.hindrances.of(other.key) for peer in others} == {"race"}

    monkeypatch.undo()
    network.kill(other.key)
    network.restart(other.key)
    network.play()
    assert not any(peer.sync.hindrances.of(other.key) for peer in others)
    assert all(peer.sync.table.over for peer in network.peers.values())
    assert len({peer.sync.table.journal.prev for peer in network.peers.values()}) == 1
