"""What an action will do is said before; what happened, and why something is refused, after."""

from __future__ import annotations

import pytest

from bastide.core.dealer import LocalDealer
from bastide.core.events import Action
from bastide.core.messages import English
from bastide.core.screen import Cursor, Remark
from bastide.plugins.settlers.look.hints import Hints
from bastide.plugins.settlers.look.menu import LETTERS
from bastide.plugins.settlers.look.words import Words
from tests.plugins.settlers.look.seat import pressed, screen_in, told, view_of
from tests.plugins.settlers.tables import Table, side, table

RICH = "3 3 3 3 3 3"


def typed(t: Table, line: str, language: str = "en") -> object:
    """Return what the seat to act gets for a typed line."""
    s = view_of(t)
    screen = screen_in(language)
    return screen.parse(s, s.seat, screen.start(s, s.seat, Cursor()), line.split())


def preview(t: Table, line: str, language: str = "en") -> str:
    """Return what the screen says of a typed action before it is made."""
    action, s = typed(t, line, language), view_of(t)
    assert isinstance(action, Action), action
    return screen_in(language).preview(s, s.seat, action)


def hint(t: Table, *keys: str, language: str = "en") -> tuple[str, str]:
    """Return both hint lines after keys."""
    s = view_of(t)
    return screen_in(language).hint(s, s.seat, pressed(screen_in(language), s, *keys))


PREVIEWS = (
    ("road 2", "Road at 2, for 2 brick, 1 lumber: a settlement may follow beyond it."),
    ("city 1", "City at 1, for 2 grain, 3 ore: +1 point, a second site a side, red cards"),
    ("build foundry 1 up", "Foundry (1 up), 1 brick, 1 ore: Mountains 2 x2"),
    (
        "build foundry 1 down",
        "Foundry (1 down), 1 brick, 1 ore: nothing to double here",
    ),
    (
        "build karl 1 up",
        "Karl the Strong (1 up), 2 grain, 2 ore, 3 wool: strength 7, tournament 1, "
        "gives you the knight: +1 point",
    ),
    ("end", "Ends building and trading; next you draw 1 card."),
    ("offer 2 wool for 1 gold", "You offer 2 wool for 1 gold; Blaise may refuse."),
)


@pytest.mark.parametrize(("line", "said"), PREVIEWS)
def test_an_action_says_what_it_costs_and_brings(line: str, said: str) -> None:
    t = table(side(RICH, hand="foundry karl"), side("1 1 1 1 1 2"))
    if line.startswith("offer"):
        t = table(side("1 1 3 1 1 1"), side("1 1 1 1 1 2"))
    assert preview(t, line) == said


def test_a_trade_says_what_is_left() -> None:
    t = table(side("1 1 3 1 1 1"))
    assert preview(t, "trade wool ore") == "3 wool for 1 ore (then 0 wool, 2 ore)."
    assert preview(t, "trade wool ore", "fr") == (
        "3 laines contre 1 minerai (puis 0 laine, 2 minerais)."
    )
    for line in ("trade 3 wool for ore", "trade 3 wool for 1 ore", "trade wool 1 ore"):
        assert preview(t, line) == preview(t, "trade wool ore")


REFUSED = (
    ("offer 2 wool", "Type it like this: offer"),
    ("offer 3 wool for 1 ore", "You do not store all that you would give: offer less."),
    ("build", "Type it like this: build"),
    ("99", "There is no 99 here"),
    ("take abbey", "There is no Abbey to take here."),
    ("gain wool", "This is your main phase"),
    ("demolish abbey", "No Abbey stands there."),
    ("build abbey", "You hold no such card: Abbey."),
    ("church", "You hold no such card: Church."),
    ("put abbey 3", "You hold no such card: Abbey."),
    ("swap wool gold", "This is your main phase"),
    ("play brigands", "You hold no such card: Brigands."),
    ("build aqueduct 1 up", "You hold no such card: Aqueduct."),
    ("conrad 1 up", "You hold no such card: Conrad"),
    ("settle 3 with scout", "You hold no such card: Scout."),
    ("exchange abbey", "You hold no such card: Abbey."),
    (
        "trade 5 gold for wool",
        "The supply takes 3 gold for 1 wool. Type it like this: trade gold wool.",
    ),
    ("trade 3 gold for 2 wool", "The supply takes 3 gold for 1 wool."),
    ("trade five gold for wool", "Type it like this: trade"),
    ("trade wool wool", "The supply gives another kind than it takes"),
)


@pytest.mark.parametrize(("line", "said"), REFUSED)
def test_a_refusal_says_the_rule_or_how_it_is_typed(line: str, said: str) -> None:
    t = table(side("1 1 1 1 1 1"))
    answer = typed(t, line)
    assert isinstance(answer, str)
    assert answer.startswith(said), answer


def test_a_refusal_ends_with_what_is_possible_now() -> None:
    t = table(side("2 1 1 2 2 1"))
    answer = typed(t, "road 4")
    assert answer == (
        "A road goes to an end of your row, next to a settlement or city. Possible: road -2."
    )


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_commands_of_the_help_are_understood(language: str) -> None:
    t = table(side(RICH, hand="abbey merchant"), side(hand="spy"))
    nonsense = typed(t, "nonsense", language)
    for line, meaning in screen_in(language).usage():
        assert meaning
        answer = typed(t, line, language)
        assert answer != nonsense, line
        assert not str(answer).startswith(("Type it", "Saisir ainsi")), (line, answer)


def test_what_is_lacking_is_said_of_the_card() -> None:
    t = table(side("0 0 0 0 0 1", hand="abbey"))
    assert (
        hint(t, "tab")[1]
        == "Abbey: you lack 1 brick, 1 lumber, 1 ore; it costs 1 brick, 1 lumber, 1 ore."
    )
    assert hint(t, "w")[1] == "You lack all that it costs: 2 brick, 1 lumber."


@pytest.mark.parametrize("key", LETTERS)
def test_each_letter_leads_to_a_choice_or_a_reason(key: str) -> None:
    t = table(side("0 0 0 0 0 0"))
    assert all(hint(t, key))


def test_nothing_is_chosen_at_first_and_the_line_says_what_could_be() -> None:
    t = table(side(RICH, hand="foundry"))
    assert hint(t)[1] == "Possible now: Foundry, Road, City."


def test_only_what_the_rules_forbid_is_a_refusal() -> None:
    screen, rich, poor = (
        screen_in(),
        view_of(table(side(RICH))),
        view_of(table(side("0 0 0 0 0 0"))),
    )
    assert isinstance(screen.chosen(rich, rich.seat, pressed(screen, rich)), Remark)
    assert type(screen.chosen(poor, poor.seat, pressed(screen, poor, "w"))) is str


def test_nothing_is_torn_down_by_a_key_and_enter() -> None:
    t = table(side(sites="abbey 1U1"))
    s, screen = view_of(t), screen_in()
    assert isinstance(screen.chosen(s, s.seat, pressed(screen, s, "x")), str)
    chosen = screen.chosen(s, s.seat, pressed(screen, s, "x", "n"))
    assert chosen == t.act("demolish 1U1")


def test_an_offer_is_made_with_arrows() -> None:
    t = table(side("1 1 2 1 1 1"), side("1 1 1 1 1 1"))
    s, screen = view_of(t), screen_in()
    cursor = pressed(screen, s, "o", "down", "down", "down", "right", "down", "left", "left")
    assert screen.chosen(s, s.seat, cursor) == t.act("offer 2 wool for 1 ore")


def test_the_first_regions_are_swapped_and_laid() -> None:
    screen = screen_in()
    rules, s = screen.rules, screen.rules.new()
    rules.settle(s, LocalDealer(b"lay"))
    view = s.view(s.seat).clone()
    lifted = pressed(screen, view, "right", "right", "r", "left")
    assert screen.hint(view, view.seat, lifted)[1] == "r swaps Mountains 2 and Fields 1."
    cursor = pressed(screen, view, "right", "r", "right", "r")
    assert isinstance(screen.chosen(view, view.seat, cursor), str)
    laid = screen.chosen(view, view.seat, screen.move(view, view.seat, cursor, "e"))
    assert isinstance(laid, Action)
    assert set(laid.data) == set(range(6))
    assert laid.data != tuple(range(6))


def said(t: Table, *texts: str, dice: str = "", language: str = "en") -> list[str]:
    """Return the log of the last of some actions."""
    t.do(*texts, dice=dice)
    return told(screen_in(language), view_of(t), t.events)


def test_the_log_says_trades_and_offers() -> None:
    t = table(side("1 1 3 1 1 1"))
    assert said(t, "trade wool ore")[0] == "Ada trades 3 wool for 1 ore (supply)."
    t = table(side("1 1 3 1 1 1"))
    assert said(t, "offer 2 wool for 1 ore") == ["Ada offers 2 wool for 1 ore."]
    assert said(t, "refuse") == ["Blaise refuses 2 wool for 1 ore."]


def test_the_log_says_tokens_and_points_with_their_reason() -> None:
    t = table(side(RICH, hand="karl"))
    assert said(t, "place karl 1U")[-2:] == [
        "Ada gets the knight (more strength).",
        "Ada +1 (knight token).",
    ]


def test_the_log_is_in_french() -> None:
    t = table(side(RICH, hand="foundry"))
    assert said(t, "place foundry 1U", language="fr")[-1] == (
        "Ada construit Fonderie en 1 haut (1 brique, 1 minerai)."
    )


def test_the_text_of_a_card_is_shown_by_one_key() -> None:
    t = table(side(hand="merchant"))
    s, screen = view_of(t), screen_in()
    at = screen.at(s, s.seat, pressed(screen, s, "tab"))
    assert Hints(Words(English())).about(at) == [
        "Merchant",
        "Action card: free; it leaves the game when it is played.",
        "Take one or two resources from the opponent and give one back, if there is room for it.",
        "2 in the game.",
    ]


@pytest.mark.parametrize("key", ["i", "f2"])
def test_enter_chooses_nothing_while_cards_are_read(key: str) -> None:
    t = table(side(RICH, hand="foundry"))
    s, screen = view_of(t), screen_in()
    assert isinstance(screen.chosen(s, s.seat, pressed(screen, s, "tab")), Action)
    assert isinstance(screen.chosen(s, s.seat, pressed(screen, s, "tab", key)), str)
    assert isinstance(screen.chosen(s, s.seat, pressed(screen, s, "tab", key, key)), Action)


def test_the_lines_say_what_goes_back_to_the_table() -> None:
    t = table(side(RICH, hand="foundry"))
    assert hint(t, "tab", "i")[1] == "Esc closes the text: then go on."
    keys, back = hint(t, "tab", "f2")
    assert keys == "Esc: the table. Up, down: card. Left, right: kind."
    assert back == "Esc goes back to the table: then go on."
