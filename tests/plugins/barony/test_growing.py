"""Recruitment, construction, new city, expedition and title, beyond the worked examples."""

from __future__ import annotations

import pytest

from bastide.core.errors import RulesError
from bastide.core.events import Action, score_of
from bastide.core.testing import check_refusal
from bastide.plugins.barony.pieces import GOLD, SILVER
from bastide.plugins.barony.titles import gold, payments, silver
from tests.plugins.barony.tables import Position, act, compose, give, position, raise_to


def test_any_number_of_knights_stands_on_a_city() -> None:
    """REC-6, OCC-1."""
    p = position("0,0 plain", "A 0,0 c k5").after("recruit 0,0 2")

    assert (p.at("0,0"), p.left("A", "knight")) == ("A k7 c", 0)


def test_several_lakes_give_no_more() -> None:
    """REC-3."""
    p = position("0,0 plain  1,0 lake  -1,0 lake  0,1 lake", "A 0,0 c")

    assert [a.data[2] for a in p.legal("recruit")] == [1, 2, 3]


def test_recruits_never_fight() -> None:
    """CMB-8: a city's hex is its owner's alone (OCC-4)."""
    p = position("0,0 plain  1,0 plain", "A 0,0 c", "B 1,0 k1")

    assert p.after("recruit 0,0 2").at("1,0") == "B k1"


def test_building_again_where_a_village_was_destroyed_brings_a_token_again() -> None:
    """BLD-2, section 11."""
    p = position("0,0 plain  1,0 field", "A 0,0 k1", "A 1,0 k1", "B 1,0 v", "B 0,0 k1")
    p = p.after("move 0,0 > 1,0", "done").round_out().after("build 1,0 village")

    assert p.tokens("A") == {"field": 1}


def test_one_construction_a_hex() -> None:
    """BLD-3, OCC-6."""
    p = position("0,0 plain", "A 0,0 k3").after("build 0,0 village")

    assert (p.at("0,0"), p.seat) == ("A k2 v", "B")


@pytest.mark.parametrize("terrain", ["mountain", "forest", "plain", "field"])
@pytest.mark.parametrize("piece", ["village", "stronghold"])
def test_every_land_is_built_on_beside_anything(terrain: str, piece: str) -> None:
    """BLD-4, BLD-2: both structures bring the same."""
    p = position(f"0,0 {terrain}  1,0 plain", "A 0,0 k1", "B 1,0 c")

    assert p.after(f"build 0,0 {piece}").tokens("A") == {terrain: 1}


def test_without_villages_and_strongholds_nothing_is_built() -> None:
    """BLD-5."""
    p = position("0,0 plain", "A 0,0 k1")
    p.realm.reserve[1][0], p.realm.reserve[2][0] = 1, 0
    assert p.legal("build") == [act("build 0,0 village")]
    assert p.why_not("build 0,0 stronghold") == "your reserve holds no stronghold"

    p = position("0,0 plain", "A 0,0 k1")
    p.realm.reserve[1][0] = p.realm.reserve[2][0] = 0
    assert p.legal("build") == []


def test_only_villages_and_strongholds_are_built() -> None:
    """BLD-1."""
    p = position("0,0 plain  1,0 plain", "A 0,0 k1")

    for piece in ("city", "castle"):
        assert p.why_not(f"build 0,0 {piece}") == "a knight becomes a village or a stronghold"
    assert p.why_not("build 1,0 village") == "you have no knight at 1,0"
    assert p.why_not("build 5,0 village") == "there is no hex 5,0 on the board"


def test_a_bank_without_limit_is_an_option() -> None:
    """BLD-7."""
    p = position("0,0 field", "A 0,0 k1", rules=compose(2, bank="unlimited"))
    p.realm.tokens[0][3] = 50

    built = p.after("build 0,0 village")

    assert (built.realm.bank, built.tokens("A")) == ([], {"field": 51})
    assert p.after("title field 3").tokens("A") == {"field": 47}


def test_own_knights_stay_in_a_new_city() -> None:
    """CTY-6: also on a mountain."""
    p = position("0,0 mountain", "A 0,0 v k2").after("city 0,0")

    assert p.at("0,0") == "A k2 c"


def test_a_new_city_is_a_sum() -> None:
    """CTY-7."""
    p = position("0,0 plain", "A 0,0 v").after("city 0,0")

    (score,) = [score_of(event) for event in p.s.events if event.kind == "score"]
    assert (score.seat, score.points, score.category, score.where) == (0, 10, "city", (0, 0))
    assert [tuple(term)[:3] for term in score.terms] == [(1, "new city", 10)]


def test_no_city_out_of_nothing() -> None:
    """CTY-1."""
    p = position("0,0 plain  1,0 plain", "A 0,0 k1", "B 1,0 v")

    assert p.why_not("city 0,0") == "you have no village at 0,0"
    assert p.why_not("city 1,0") == "you have no village at 1,0"
    assert p.why_not("city 7,0") == "there is no hex 7,0 on the board"


def test_an_expedition_needs_no_contact() -> None:
    """EXP-3."""
    p = position("0,0 plain  5,0 mountain  9,0 forest", "A 0,0 c")

    assert p.targets("expedition") == [(5, 0), (9, 0)]


def test_a_seat_sends_six_expeditions_at_most() -> None:
    """EXP-4: at least one knight stays in play."""
    p = position("0,0 plain  2,0 plain", "A 0,0 c")
    for _ in range(6):
        p.realm.reserve[0][0] += sum(p.at(where).startswith("A k1") for where in ("2,0",))
        p.realm.pawns[p.realm.land.number[2, 0]] = 0
        p.s.seat = p.s.turn_seat = 0
        p.s.legal = None
        p = p.after("expedition 2,0")
    assert (p.realm.box[0], p.at("2,0"), p.left("A", "knight")) == (6, "A k1", 0)


def test_an_expedition_is_refused_off_the_board() -> None:
    assert position("0,0 plain").why_not("expedition 3,3") == "there is no hex 3,3 on the board"


# titles


def rich(**tokens: int) -> Position:
    return give(position("0,0 plain", "A 0,0 k1"), "A", **tokens)


def test_payments_have_no_token_to_spare_and_the_best_comes_first() -> None:
    """TTL-4: least overpaid, then most silver kept."""
    ways = [a.data for a in payments((9, 9, 9, 9))]

    assert len(ways) == len(set(ways))
    for way in ways:
        paid = [int(str(n)) for n in way]
        least = min(GOLD[kind] for kind, n in enumerate(paid) if n)
        assert gold(paid) >= 15 > gold(paid) - least
    order = [(gold(p), silver(p)) for p in ([int(str(n)) for n in way] for way in ways)]
    assert order == sorted(order)
    assert ways[0] == (6, 1, 0, 0)
    assert payments((0, 0, 3, 0)) == payments((7, 0, 0, 0)) == ()


def test_any_payment_of_15_or_more_is_accepted() -> None:
    """TTL-3, TTL-4: overpaying is allowed, said, and brings one rank."""
    p = rich(field=6, mountain=4)

    paid = p.after("title field 6 mountain 4")

    assert act("title field 6 mountain 4") not in p.legal("title")
    assert paid.realm.ranks == [1, 0]
    assert paid.events("titled") == [(0, "viscount", 38)]
    assert sum(paid.realm.bank) == 80


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("title field 4", "you do not hold all the tokens that you want to pay"),
        ("title field 2 plain 1", "a title costs 15 gold, this is 14"),
        ("title", "a title costs 15 gold, this is 0"),
    ],
)
def test_what_buys_no_title(text: str, why: str) -> None:
    """TTL-2."""
    assert rich(field=3, plain=1).why_not(text) == why


def test_nonsense_buys_no_title() -> None:
    p = rich(field=3)

    for data in ((), (0, 0, 3), (0, 0, -1, 5), (True, 0, 0, 3), (0, 0, 0, "3")):
        why = check_refusal(p.rules, p.s, Action("barony.title", data))
        assert why == "a title is paid with numbers of mountain, forest, plain and field tokens"


def test_a_duke_cannot_rise_further() -> None:
    """TTL-7."""
    p = raise_to(rich(field=3), "A", 4)

    assert p.legal("title") == []
    assert p.why_not("title field 3") == "a duke cannot rise further"


def test_the_ranks_in_their_order_and_their_points() -> None:
    """TTL-1, TTL-6, section 8."""
    p = rich(field=15)
    said = []
    for _ in range(4):
        p.s.seat = p.s.turn_seat = 0
        p.s.legal = None
        p = p.after("title field 3")
        said += [title for _, title, _ in p.events("titled")]
    assert said == ["viscount", "count", "marquis", "duke"]
    assert p.s.scores[0] == 60
    assert p.events("last_round") == [(0,)]


def test_values_of_tokens() -> None:
    assert (GOLD, SILVER) == ((2, 3, 4, 5), (0, 1, 2, 3))


def test_options_have_limits() -> None:
    for option, value in (("bank", "none"), ("stalemate_rounds", -1), ("joined_land", "yes")):
        with pytest.raises(RulesError):
            compose(2, **{option: value})
