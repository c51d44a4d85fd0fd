"""What a place that cheats when cards are dealt comes up against, at everybody's table."""

from __future__ import annotations

from random import Random
from typing import Any, cast

import pytest

from bastide.core.events import Action
from bastide.core.payloads import Payload
from bastide.core.table import EntryError, Table
from bastide.net.veil import operations, tasks
from bastide.net.veil.derived import kappa, scalar
from bastide.net.veil.group import GENERATOR, mul
from bastide.net.veil.tasks import Wanted
from tests.core.stealing import FACES, STEAL, stealing_rules, victim
from tests.net.veil.forging import POINT, forged, points, statements, with_points, with_proofs
from tests.net.veil.test_flows import card_rules
from tests.net.veil.veiled import Veiled

T = 8
"""Proof rounds here; the cheats below prove what is false as well as one can."""


def game_at(kind: str, seats: int = 3) -> tuple[Veiled, int]:
    """Return a game in which a place has to write this kind, and that place."""
    game = Veiled(card_rules(seats), rounds=T)
    return game, game.until(kind, Random(5))


def refused(game: Veiled, place: int, kind: str, payload: Payload) -> str:
    """Require that every honest table refuses an entry as signed nonsense; return why."""
    body = game.body(place, kind, payload)
    reasons = set()
    for key, table in game.tables.items():
        if key == place:
            continue
        before = table.state_digest, table.journal.step, table.missing()
        with pytest.raises(EntryError) as error:
            table.check(body)
        assert error.value.fault == "invalid"
        assert error.value.body.place == place
        assert (table.state_digest, table.journal.step, table.missing()) == before
        reasons.add(error.value.reason)
    [reason] = reasons
    return reason


def task_of(game: Veiled, place: int) -> tasks.Task:
    due = game.dealer(place).due
    assert due is not None
    return due.tasks[place]


def honest(game: Veiled, place: int) -> tuple[Payload, tuple[Wanted, ...]]:
    draft = game.dealer(place).draft(game.one.journal.step, place)
    return draft.payload, draft.wanted


def proven_anyway(game: Veiled, place: int, payload: Payload) -> Payload:
    """Return a payload whose proofs are made with the honest secrets for what it states."""
    _, wanted = honest(game, place)
    slot = tasks.Slot(game.genesis.game_id, game.one.journal.step, place, T)
    stated = statements(task_of(game, place), slot, payload, wanted)
    proofs = [
        forged(statement, want, game.masters[place])
        for statement, want in zip(stated, wanted, strict=True)
    ]
    return with_proofs(payload, proofs)


JUNK: tuple[object, ...] = (
    *(None, True, -1, 2**40, "x", b"", b"x"),
    *([], [None], [b""], {}, [[]], {"a": 1}),
)

KINDS = ("v.shuffle", "v.mask", "v.strip", "v.rehand")


@pytest.mark.parametrize("kind", KINDS)
def test_what_an_honest_place_writes_is_taken(kind: str) -> None:
    game, place = game_at(kind)
    payload, _ = honest(game, place)
    body = game.body(place, kind, proven_anyway(game, place, payload))
    for table in game.tables.values():
        assert table.check(body).place == place


# a card that is not the one it should be


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_that_comes_twice_is_refused(kind: str) -> None:
    game, place = game_at(kind)
    payload = game.payload(place, kind)
    xs = points(payload)
    if len(xs) == 1:
        pytest.fail("this game has no such step")
    assert "twice" in refused(game, place, kind, with_points(payload, [xs[1], *xs[1:]]))


@pytest.mark.parametrize("kind", KINDS)
def test_two_cards_that_are_swapped_are_refused(kind: str) -> None:
    game, place = game_at(kind)
    payload, _ = honest(game, place)
    xs = points(payload)
    swapped = with_points(payload, [xs[1], xs[0], *xs[2:]])
    assert "proof" in refused(game, place, kind, proven_anyway(game, place, swapped))


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_that_is_tagged_with_a_factor_of_its_own_is_refused(kind: str) -> None:
    game, place = game_at(kind)
    payload, _ = honest(game, place)
    xs = points(payload)
    tagged = with_points(payload, [mul(7, xs[0]), *xs[1:]])
    assert "proof" in refused(game, place, kind, proven_anyway(game, place, tagged))


@pytest.mark.parametrize("kind", KINDS)
def test_a_card_that_is_substituted_is_refused(kind: str) -> None:
    game, place = game_at(kind)
    payload, _ = honest(game, place)
    other = mul(scalar(b"a" * 32, b"any"), GENERATOR)
    foreign = with_points(payload, [other, *points(payload)[1:]])
    assert "proof" in refused(game, place, kind, proven_anyway(game, place, foreign))


@pytest.mark.parametrize("kind", ["v.shuffle", "v.mask", "v.rehand"])
def test_a_layer_key_that_is_not_that_of_the_factor_is_refused(kind: str) -> None:
    game, place = game_at(kind)
    payload, _ = honest(game, place)
    keys = points(payload, "h")
    false = with_points(payload, [mul(3, keys[0]), *keys[1:]], "h")
    assert "proof" in refused(game, place, kind, proven_anyway(game, place, false))


def test_a_strip_that_shows_another_card_of_the_deck_is_refused() -> None:
    game = Veiled(card_rules(3), rounds=T)
    random = Random(5)
    while True:  # to the last strip of an opened card
        place = game.until("v.strip", random)
        task = task_of(game, place)
        assert isinstance(task, operations.Strip)
        if all(len(item.layers) == 1 for item in task.before):
            break
        game.step(random)
    payload, _ = honest(game, place)
    cards = game.dealer(place)._veil.items.decks["deck"]
    shown = points(payload)[0]
    other = next(card for card in cards if card not in points(payload))
    assert shown in cards
    reason = refused(
        game,
        place,
        "v.strip",
        proven_anyway(game, place, with_points(payload, [other, *points(payload)[1:]])),
    )
    assert "proof" in reason
    off = with_points(payload, [mul(5, shown), *points(payload)[1:]])
    assert "none of its deck" in refused(game, place, "v.strip", off)


# work on something else than what is due


def test_a_blinded_copy_of_another_card_is_never_stripped() -> None:
    """A mask must be one of the item that is drawn: else the others would read a card for it."""
    game, place = game_at("v.mask")
    payload, _ = honest(game, place)
    task = task_of(game, place)
    assert isinstance(task, operations.Mask)
    step = game.one.journal.step
    factor = kappa(game.masters[place], game.genesis.game_id, step)
    pile = game.one.state.cards().piles["deck"]
    items = game.dealer(place)._veil.items
    target = items[next(item for item in reversed(pile) if item not in task.items)]
    copied = with_points(payload, [mul(factor, target.point), *points(payload)[1:]])
    assert "proof" in refused(game, place, "v.mask", proven_anyway(game, place, copied))
    named = {**game.payload(place, "v.mask"), "i": [pile[-1], *task.items[1:]]}
    assert "other items" in refused(game, place, "v.mask", named)


@pytest.mark.parametrize("kind", ["v.mask", "v.strip", "v.rehand"])
@pytest.mark.parametrize("change", ["fewer", "order", "more"])
def test_other_items_than_those_that_are_due_are_refused(kind: str, change: str) -> None:
    game, place = game_at(kind)
    payload = game.payload(place, kind)
    items = cast("list[int]", payload["i"])
    wrong = {"fewer": items[:-1], "order": items[::-1], "more": [*items, items[-1] + 1]}[change]
    assert "other items" in refused(game, place, kind, {**payload, "i": wrong})


def test_a_shuffle_of_another_deck_is_refused() -> None:
    game, place = game_at("v.shuffle")
    payload = game.payload(place, "v.shuffle")
    for number in (1, -1, True, "0", None):
        refused(game, place, "v.shuffle", {**payload, "d": number})


# a proof that was made for something else


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("field", ["step", "place", "game_id", "rounds", "op"])
def test_a_proof_for_another_place_in_time_is_refused(kind: str, field: str) -> None:
    game, place = game_at(kind)
    payload, wanted = honest(game, place)
    other: dict[str, Any] = {
        "step": game.one.journal.step + 1,
        "place": (place + 1) % 3,
        "game_id": b"g" * 32,
        "rounds": T,
        "op": "mask" if kind != "v.mask" else "strip",
    }
    if field == "rounds":
        moved = [want.statement._replace(rounds=T + 8) for want in wanted]
    else:
        moved = [want.statement._replace(**{field: other[field]}) for want in wanted]
    proofs = [forged(st, want, game.masters[place]) for st, want in zip(moved, wanted, strict=True)]
    replayed = {**payload, "pf": proofs if isinstance(payload["pf"], list) else proofs[0]}
    assert "proof" in refused(game, place, kind, replayed)


@pytest.mark.parametrize("kind", KINDS)
def test_any_payload_that_is_not_of_the_form_is_refused(kind: str) -> None:
    game, place = game_at(kind)
    payload = game.payload(place, kind)
    for field in payload:
        refused(game, place, kind, {k: v for k, v in payload.items() if k != field})
        for junk in JUNK:
            refused(game, place, kind, {**payload, field: junk})
    refused(game, place, kind, {**payload, "more": 1})
    refused(game, place, kind, with_points(payload, [b"\xff" * POINT, *points(payload)[1:]]))


@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_byte_of_a_proof_is_refused(kind: str) -> None:
    game, place = game_at(kind)
    payload = game.payload(place, kind)
    many = isinstance(payload["pf"], list)
    proof = cast("list[bytes]", payload["pf"])[0] if many else cast("bytes", payload["pf"])
    rest = cast("list[bytes]", payload["pf"])[1:] if many else []
    for at in Random(1).sample(range(len(proof)), 12):
        changed = proof[:at] + bytes([proof[at] ^ 1]) + proof[at + 1 :]
        refused(game, place, kind, {**payload, "pf": [changed, *rest] if many else changed})


# saying what is false of a card


def test_a_false_claim_about_a_card_is_proven_when_it_is_opened() -> None:
    game = Veiled(card_rules(3), rounds=T)
    random = Random(1)
    table, place = card_to_play(game, random)
    seat = table.seat_of(place)
    cards = table.state.cards()
    [item, *_] = cards.hidden(seat)
    others = [f for f in range(2, 17, 2) if f not in cards.faces.values()]
    lie = Action("cards.play", (item,), ((item, others[0]),))
    force(game, place, lie)
    while not game.one.accused:
        assert game.step(random)
    for each in game.every():
        if each is table:
            continue
        assert each.accused
        assert each.accused.seat == seat
        assert each.expected() is None


def test_a_false_claim_about_another_hand_names_who_made_it() -> None:
    game, random = Veiled(stealing_rules(), rounds=T), Random(1)
    thief = game.until("move", random)
    s = game.tables[thief].state
    item = s.cards().hands[victim(s)][0]
    lie = next(face for face in FACES if face != s.face(item))

    force(game, thief, Action(STEAL, (item,), ((item, lie),)))
    game.step(random)

    for each in game.every():
        if each is not game.tables[thief]:
            assert each.accused
            assert each.place_of(each.accused.seat) == thief


def card_to_play(game: Veiled, random: Random) -> tuple[Table, int]:
    """Play on until a seat may play a card; return its table and place."""
    while True:
        place = game.until("move", random)
        if game.one.state.phase == "play" and game.one.state.cards().hidden(game.one.state.seat):
            return game.tables[place], place
        game.step(random)


def force(game: Veiled, place: int, action: Action) -> None:
    """Let a place write a move that its own program would refuse."""
    body = game.body(place, "move", {"m": [action.kind, action.data, action.claims]})
    for key, table in game.tables.items():
        if key != place:
            table.check(body)
    game.tables[place] = liar(game, place)
    game.add(place, body)


def liar(game: Veiled, place: int) -> Table:
    """Return the table of a program that believes what its own seat says."""
    table = game.table({place: game.masters[place]}, None)
    for step in game.one.journal.steps:
        for entry in step:
            table.check(entry.body)
            table.add(entry)
    return table
