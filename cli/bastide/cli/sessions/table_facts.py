"""What a table of the network is played with, as its list entry says: game, options, plugins."""

from __future__ import annotations

from bastide.cli.option_words import option_of
from bastide.cli.sessions.hands import hands_at, hands_facts
from bastide.cli.sessions.ports import (
    Fact,
    Texts,
)
from bastide.cli.sessions.titles import title_of, titles_of
from bastide.core.plugins import Plugins
from bastide.net.links.messages import TableNotice


def game_title(plugins: Plugins, texts: Texts, notice: TableNotice) -> str:
    """Return game and extensions for people."""
    names = [notice.game, *(extension.name for extension in notice.extensions)]
    return titles_of(plugins, texts, names)


def facts_of(plugins: Plugins, texts: Texts, notice: TableNotice) -> list[Fact]:
    """Return hands, options and plugin versions, each with what is good or bad about it."""
    facts = hands_facts(texts("bastide"), hands_at(plugins, notice))
    facts += [Fact(*option_of(plugins, texts, key, value)) for key, value in notice.options.items()]
    wanted = [(notice.game, notice.version, notice.rules), *notice.extensions]
    for name, version, rules in wanted:
        own = plugins.manifests.get(name)
        same = own is not None and plugins.rules_id(name) == rules
        facts.append(Fact(title_of(plugins, texts, name), version, same))
    return facts
