"""An option of a table as people read it: its title and its value, both in their language.

What is typed for a value are the words of the code, `seating=drawn`; what it means is in the
catalogue of the plugin, or of the program for the option that every table has.
"""

from __future__ import annotations

from collections.abc import Iterable

from bastide.cli.sessions.ports import Texts
from bastide.core.messages import Text
from bastide.core.options import SEATING, Option, OptionValue
from bastide.core.plugins import Plugins


def option_of(plugins: Plugins, texts: Texts, key: str, value: object) -> tuple[str, str]:
    """Return the title and the value of an option by its key; what is not known, as it is."""
    plugin, _, name = key.rpartition(".")
    manifest = plugins.manifests.get(plugin)
    options: Iterable[Option] = manifest.options if manifest else ()
    found = {each.name: each for each in options} if plugin else {SEATING.name: SEATING}
    program, own = texts("bastide"), texts(plugin or "bastide")
    title = own(found[name].title) if name in found else key
    return title, value_words(program, own, value)


def value_words(program: Text, own: Text, value: object) -> str:
    """Return what a value is called.

    Args:
        program: the program's messages: it is yes or no whatever the plugin.
        own: those of the plugin that has the option.
        value: of any option, as its host has sent it.
    """
    if isinstance(value, bool):
        return program("yes") if value else program("no")
    return own(value) if isinstance(value, str) and value and "{" not in value else str(value)


def typed_word(t: Text, option: Option, text: str) -> str:
    """Return what somebody has typed for an option as the code reads it: yes in any language."""
    if not isinstance(option.default, bool):
        return text
    words = {t("yes").casefold(): "yes", t("no").casefold(): "no"}
    return words.get(text.casefold(), text)


def default_words(t: Text, value: OptionValue) -> str:
    """Return a value as it may be typed."""
    if isinstance(value, bool):
        return t("yes") if value else t("no")
    return str(value)
