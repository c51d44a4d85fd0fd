"""Who can know hidden cards, said before anybody sits down and as long as a table is open."""

from __future__ import annotations

from collections.abc import Iterable

from bastide.cli.sessions.ports import Fact, Hands
from bastide.core.messages import Text
from bastide.core.plugins import Plugins
from bastide.net.links.messages import TableNotice


def hides_cards(plugins: Plugins, names: Iterable[str]) -> bool:
    """Tell whether one of these plugins hides cards; those that are not installed are unknown."""
    found = (plugins.manifests.get(name) for name in names)
    return any(manifest.hidden for manifest in found if manifest)


def hands_of(plugins: Plugins, names: Iterable[str], deal: str) -> Hands:
    """Return who can know the hidden cards of a table with these plugins."""
    if deal == "veil":
        return "sealed"
    return "readable" if deal == "open" and hides_cards(plugins, names) else ""


def hands_at(plugins: Plugins, notice: TableNotice) -> Hands:
    """Return who can know the hidden cards of a table of the list."""
    names = [notice.game, *(extension.name for extension in notice.extensions)]
    return hands_of(plugins, names, notice.deal)


def hands_word(t: Text, hands: Hands) -> str:
    """Return it in a few words, "" where nothing is to be said."""
    words: dict[Hands, str] = {
        "": "",
        "sealed": t("sealed"),
        "readable": t("readable by a modified program"),
    }
    return words[hands]


def hands_line(t: Text, hands: Hands) -> str:
    """Return it as a short line, "" where nothing is to be said."""
    return t("hands: {words}", words=hands_word(t, hands)) if hands else ""


def hands_sentence(t: Text, hands: Hands) -> str:
    """Return it as a sentence that says what follows, "" where nothing is to be said."""
    words: dict[Hands, str] = {
        "": "",
        "sealed": t("Hands are sealed: nobody can know the cards of another."),
        "readable": t(
            "Hands are readable by a modified program: play this way with people you trust."
        ),
    }
    return words[hands]


def hands_facts(t: Text, hands: Hands) -> list[Fact]:
    """Return it as a line of a table's description, none where nothing is to be said."""
    return [Fact(t("Hands"), hands_word(t, hands), hands == "sealed")] if hands else []


def unfinished_secret(t: Text) -> str:
    """Return why the journal of a local table with hidden cards is not written in mid-game."""
    return t(
        "The journal can be written once the game is over: it holds the seed, from which all "
        "hands follow."
    )
