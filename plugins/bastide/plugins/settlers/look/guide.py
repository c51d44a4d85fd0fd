"""The keys of the settlers' screen, and what help says first of a decision."""

from __future__ import annotations

from bastide.core.messages import Text
from bastide.core.screen import Key, StepHelp
from bastide.plugins.settlers import (
    attacks,
    espionage,
    event_cards,
    hand,
    setup,
    stock,
    trading,
    turn,
)
from bastide.plugins.settlers.cards import RESOURCES
from bastide.plugins.settlers.look.menu import LETTERS
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.signs import Signs
from bastide.plugins.settlers.look.tools import VERB, Tool
from bastide.plugins.settlers.look.words import Words
from bastide.plugins.settlers.state import realm

_SEASONS = {
    setup.ARRANGE: ("arrows", "r", "e"),
    turn.OPENING: ("arrows",),
    hand.CHOOSE: ("arrows", "i"),
    turn.BEFORE: ("tab", "i"),
    turn.MAIN: ("tab", "arrows", "w", "s", "y", "t", "o", "e", "i"),
    turn.COMPLETE: ("arrows", "d", "f", "m", "e", "i"),
    hand.REPLACE: ("d", "f", "i"),
    trading.ANSWER: ("a", "u", "o"),
    attacks.REACT: ("tab", "e", "i"),
    event_cards.BUILDER: ("arrows", "e"),
    event_cards.KEEP: ("arrows", "i", "e"),
    espionage.STEAL: ("arrows", "i", "e"),
    espionage.PICK: ("arrows", "i"),
}
"""The keys that are of use in a phase, the most useful ones first."""

_USUAL = ("arrows", "r", "e")
"""Those of all other phases, in which a place is named."""


def keys(t: Text) -> list[Key]:
    """Return all keys of the game."""
    return [
        Key("up", "↑ k", t("up, previous line")),
        Key("down", "↓ j", t("down, next line")),
        Key("left", "← h", t("to the left; in an offer: give one")),
        Key("right", "→ l", t("to the right; in an offer: ask for one")),
        Key("tab", "Tab", t("next card or action")),
        Key("n", "n", t("next number")),
        Key("p", "p", t("previous number")),
        Key("r", "r", t("another place it goes to; at first: swap two regions")),
        Key("i", "i", t("the text of the card")),
        Key("w", "w", t("build a road")),
        Key("s", "s", t("build a settlement")),
        Key("y", "y", t("build a city")),
        Key("t", "t", t("trade with the supply")),
        Key("o", "o", t("offer a trade")),
        Key("a", "a", t("accept an offer")),
        Key("u", "u", t("refuse an offer")),
        Key("d", "d", t("draw a card")),
        Key("f", "f", t("search a pile")),
        Key("m", "m", t("exchange a card")),
        Key("e", "e", t("end, enough, pass")),
        Key("x", "x", t("tear a card down")),
    ]


def step_help(position: Position, words: Words, signs: Signs) -> StepHelp:
    """Return what a decision is about, what signs mean, and the keys that are of use in it."""
    t = words.text
    phase = position.s.phase
    known = {key.key: key for key in (*keys(t), *_titled(phase, t))}
    found = tuple(known[each] for each in _SEASONS.get(phase, _USUAL) if _is_due(position, each))
    goal = realm(position.s).agreed.victory_points_to_win
    wins = t("Whoever first has {n} points wins this game at once.", n=goal)
    said = _sentences(t).get(phase, ())
    if phase == setup.ARRANGE:
        return StepHelp((*said, wins), found)
    return StepHelp((*said, _signs(words, signs), wins), found)


def _signs(words: Words, signs: Signs) -> str:
    """Return what the signs and letters beside names and in costs mean."""
    named = [(words.letters(kind), words.text(name)) for kind, name in enumerate(RESOURCES)]
    return words.text(
        "Signs: {strength} strength, {tournament} tournament, {windmill} windmills; {letters}; "
        "{pile} is pile 2 with 9 cards.",
        strength=signs.strength,
        tournament=signs.tournament,
        windmill=signs.windmill,
        pile="2:9",
        letters=words.series([f"{short} {name}" for short, name in named]),
    )


def _is_due(position: Position, key: str) -> bool:
    """Tell whether a key is of use now; building has its keys also where something lacks."""
    tool = Tool(VERB, LETTERS.get(key, ""))
    return position.s.phase == turn.MAIN or tool not in position.menu or tool in position.by_tool


def _titled(phase: str, t: Text) -> list[Key]:
    """Return all arrows as one, and the keys that do something of their own in a phase."""
    arrows = Key("arrows", "↑ ↓ ← →", t("choose a place or a line"))
    if phase == setup.ARRANGE:
        return [
            arrows._replace(title=t("go to a region")),
            Key("r", "r", t("pick a region up; on another one: swap both")),
            Key("e", "e", t("keep them so; then Enter")),
        ]
    if phase == turn.MAIN:
        return [
            arrows._replace(title=t("look around, choose a place or a line")),
            Key("e", "e", t("end building; then Enter")),
        ]
    if phase == turn.COMPLETE:
        return [
            arrows._replace(title=t("choose a pile")),
            Key("e", "e", t("end your turn; then Enter")),
        ]
    return [arrows]


def _sentences(t: Text) -> dict[str, tuple[str, ...]]:
    """Return why a decision is made, and what is worth knowing for it, by phase."""
    return {
        setup.ARRANGE: (
            t(
                "A region gains when its number is rolled, wherever it lies; but a building "
                "doubles or guards only regions beside it. The two in the middle lie beside both "
                "settlements: they can be served from either. To keep all as they lie is no "
                "mistake."
            ),
        ),
        turn.OPENING: (
            t("You see all cards of the pile and take three of them; the piles are alike."),
            t(
                "A pile shows its number, then how many cards it has. Type the number, or go there "
                "by arrows."
            ),
        ),
        hand.CHOOSE: (
            t("Take what you can pay soon: the cost stands in brackets. Red cards need a city."),
            t("+ before a card in the menu: it is chosen, or new in your hand."),
        ),
        turn.BEFORE: (
            t(
                "One die brings an event for both of you, the other a number: each region with it "
                "gains 1, yours and the opponent's. Then you build and trade."
            ),
        ),
        turn.MAIN: (
            t(
                "What has - before it in the menu is not possible now: choose it all the same, and "
                "the line below says what it lacks. Full dots on a region show what it stores."
            ),
            t(
                "For what you lack: t trades 3 of one kind for 1 of another; o makes an offer to "
                "the opponent. When nothing is left to do: e, then Enter."
            ),
        ),
        turn.COMPLETE: (
            t(
                "At the end of a turn you may hold three cards, more with an abbey or a library. "
                "Enter draws the top card of a pile, a number names another pile; f shows a pile "
                "for 2 resources, and you take one of it. With a full hand Enter ends your turn."
            ),
        ),
        trading.ANSWER: (t("If you refuse, nothing moves; with o you name other terms."),),
        attacks.REACT: (t("A Bishop or a Witch may ward it off; then a die decides."),),
        stock.GAIN: (t("A region with three of its kind has no room: take another one."),),
    }
