"""Sealed games between machines: nobody holds a face that is hidden, and whoever falls comes back.

The peers are processes of their own that are recorded from inside (`recorder`): what goes over
their links is encrypted, so it is noted before. Hands have three tiles, proofs 64 rounds.
"""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from bastide.core.journal import Entry, read_file
from bastide.core.table import Table
from bastide.net.games import fold, open_table
from bastide.net.storage.store import Store
from bastide.net.veil.derived import layer_key
from bastide.net.veil.group import deck_id
from tests.lan import recorder
from tests.lan.conftest import Host, Lan, Started
from tests.lan.games import check_ended_alike, check_journals, exported
from tests.lan.sealed import (
    PLUGINS,
    Slots,
    Truth,
    digits,
    family,
    kept,
    memory,
    row,
    seat_all,
    sent,
    start,
    wait_for_step,
)
from tests.net.veil.searching import Search, cards_opened, hidden_from
from tests.net.veil.test_flows import claimed, may_know
from tests.net.veil.veiled import faces_known
from tests.sizes import SIZES

SEATS = 3
DEALING, DEALT = 4, 11
"""Steps: before DEALING three places shuffle; from DEALT on their hands are there."""
LATE = 300
"""A step that every game comes to; one of three seats ends near step 430."""
LOOKS = (3, 9, 40, 250)
"""Steps at which each program looks through its own memory."""
STOPS = (2, 8, 120)
"""Steps at which memory and disk are looked at from outside."""
FALLS = 5
"""Power cuts a game, two of them before its first move; each takes one peer, or some, or all."""


# what they hold


def test_three_machines_play_a_sealed_game_and_none_holds_a_hidden_face(
    make_lan: Callable[[int], Lan], tmp_path: Path
) -> None:
    hosts = make_lan(SEATS).hosts
    peers = seat_all(hosts, steps=",".join(map(str, LOOKS)))
    assert all(wait_for_step(host, 0, 20) for host in hosts)
    places, masters = places_of(hosts), masters_of(hosts)
    copies: list[tuple[int, Path]] = []
    for step in STOPS:
        assert wait_for_step(hosts[0], step, 60)
        for place, n in places.items():
            with stopped(peers[n]) as pids:
                check_memory(pids, place, masters, hosts[n])
                copies.append((place, copied(hosts[n], tmp_path / f"{step}-{place}")))

    ended = check_ended_alike(peers)
    journal = check_journals(hosts, ended)

    truth = Truth(read_file(journal), masters)
    sights = {place: recorder.sights(hosts[n].folder) for place, n in places.items()}
    told_again(truth, sights)
    check_on_the_curve(truth, min(places))
    for place, copy in copies:
        check_disk(copy, place, truth)
    check_traffic(hosts, truth)


def places_of(hosts: Sequence[Host]) -> dict[int, int]:
    """Return the number of the host that plays each place."""
    rows = [row(host) for host in hosts]
    return {place: n for n, found in enumerate(rows) if found for place in found.masters}


def masters_of(hosts: Sequence[Host]) -> dict[int, bytes]:
    rows = [row(host) for host in hosts]
    return dict(sorted(each for found in rows if found for each in found.masters.items()))


@contextmanager
def stopped(peer: Started) -> Iterator[list[int]]:
    """Let a peer and its workers stand still; give their process ids."""
    pids = family(peer.process.pid)
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    yield pids
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


def check_memory(pids: Sequence[int], place: int, masters: Mapping[int, bytes], host: Host) -> None:
    """Hold that a process has its own secrets in its memory, and nobody else's."""
    found = row(host)
    assert found
    deck = deck_id(found.game_id, "tiles", 0)
    forms = {
        other: (
            master,
            digits(layer_key(master, deck)),
            layer_key(master, deck).to_bytes(32, "big"),
        )
        for other, master in masters.items()
    }
    whole = b"".join(region for pid in pids for region in memory(pid))
    assert forms[place][0] in whole
    for other, secrets in forms.items():
        assert other == place or not any(secret in whole for secret in secrets)


def copied(host: Host, folder: Path) -> Path:
    """Return a copy of a data folder."""
    shutil.copytree(host.home, folder)
    return folder


def told_again(truth: Truth, sights: Mapping[int, Sequence[recorder.Sight]]) -> None:
    """Tell a game again: all search after each step, and what was seen then is looked through."""
    places = range(SEATS)
    parties = [party for n in places for party in combinations(places, n)]
    searches = [Search(truth.record, party) for party in parties]
    assert all(len(seen) == len(LOOKS) for seen in sights.values())
    for now in truth.steps():
        for search in searches:
            search.go_on()
            assert search.leaks == []
        for place, seen in sights.items():
            for found in (sight.found for sight in seen if sight.step == now):
                assert hidden_from(truth.record, truth.table, place).found_in(found) == []
                assert found.secrets([int.from_bytes(truth.record.masters[place], "big")])
                assert now < DEALT or own_hand(truth.table, place) & found.pairs
    assert truth.record.told_apart == []


def check_on_the_curve(truth: Truth, place: int) -> None:
    """Hold that a place which tries all its factors on all points opens what it was shown."""
    opened = cards_opened(truth.record, [1, *truth.record.factors[place]])
    shown = truth.record.readable({place})
    assert {truth.record.card_of(point) for point in opened} == shown
    assert len(shown) > 60, "it saw its own tiles and those that were laid"


def own_hand(table: Table, place: int) -> set[tuple[int, str]]:
    """Return the items of a place's hand with their faces, as its program has to know them."""
    hand = table.state.cards().hidden(table.seat_of(place))
    return {(item, str(table.state.face(item))) for item in hand}


def check_disk(copy: Path, place: int, truth: Truth) -> None:
    """Hold that a data folder has no secret of others, and leads to no face that was not shown."""
    raw = b" ".join(file.read_bytes() for file in copy.iterdir() if file.is_file())
    for other in truth.record.masters:
        for secret in truth.record.secrets(other):
            assert other == place or secret.to_bytes(32, "big") not in raw
    with Store(copy, read_only=True) as store:
        [game] = store.games()
        table = open_table(PLUGINS, game.genesis, game.accepts, place, game.masters)
        fold(table, [Entry(each.body, each.signature) for each in store.entries(game.game_id)])
    assert game.masters == {place: truth.record.masters[place]}
    assert faces_known(table.state).keys() <= may_know(table.state, place) | claimed(table)


def check_traffic(hosts: Sequence[Host], truth: Truth) -> None:
    """Hold that nobody's secret went over any link, and nothing but what the journal holds."""
    journal = {entry.body for entry in truth.entries}
    for host in hosts:
        raw = b" ".join(recorder.frames(host.folder))
        assert len(raw) > len(journal) * 1000
        for place in truth.record.masters:
            for secret in truth.record.secrets(place):
                assert secret.to_bytes(32, "big") not in raw
        assert {entry.body for entry in sent(host)} == journal


# falls


@pytest.mark.parametrize("game", range(max(1, SIZES.peer_kills // FALLS)))
def test_machines_that_fall_at_any_moment_of_a_sealed_game_go_on(
    make_lan: Callable[[int], Lan], game: int
) -> None:
    """No slot has two bodies: not on a disk, not in an export, not on a link."""
    random, slots, seats = Random(game), Slots(), 2 + game % 2
    hosts = make_lan(seats).hosts
    peers = seat_all(hosts)
    assert all(wait_for_step(host, 0, 20) for host in hosts)
    later = [random.randrange(DEALT, LATE) for _ in range(FALLS - 2)]
    for step in sorted([random.randrange(DEALING), random.randrange(DEALING, DEALT), *later]):
        fall = random.sample(range(seats), random.choice((1, 1, 1, 2, seats)))
        assert wait_for_step(hosts[fall[0]], step, 60), f"step {step} is never reached"
        time.sleep(random.random() / 10)
        for victim in fall:
            assert peers[victim].process.poll() is None
            peers[victim].kill()
        for victim in fall:
            slots.note(kept(hosts[victim]))
            peers[victim] = start(hosts[victim], "resume")

    ended = check_ended_alike(peers)

    for host in hosts:
        file = exported(host)
        assert read_file(file).digest.hex() == ended
        for entries in (kept(host), sent(host), read_file(file).entries):
            slots.note(entries)
    assert slots.doubled == []
