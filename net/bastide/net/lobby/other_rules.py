"""Why a plugin here is not the one that a table is played with, and what to do about it.

A version says which of two is older. A rules id has no age: of two copies of one version it only
says that they differ, so both are shown by the start of theirs, as `bastide plugins` shows them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from bastide.core.journal import Extension, Genesis
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins

SHOWN_DIGITS = 8


def shown_rules(rules: bytes) -> str:
    """Return what people compare of a rules id: its first digits in hexadecimal."""
    return rules.hex()[:SHOWN_DIGITS]


def cannot_join(plugins: Plugins, wanted: Iterable[Extension]) -> Message | None:
    """Return why a table with these plugins cannot be joined from here, or None."""
    other = _first_other(plugins, wanted)
    if other is None:
        return None
    own = plugins.manifests.get(other.name)
    if own is None:
        return message(
            "This table needs plugin {plugin} {version}; you do not have it: install it, "
            "then look again.",
            plugin=other.name,
            version=other.version,
        )
    if own.version != other.version:
        return _other_version(other, own.version)
    return message(
        "On one side {plugin} {version} is an edited or half-updated copy: install it from the "
        "same wheel or bundle on both, and compare what `bastide plugins` shows. The table has "
        "rules files {theirs}, you have {own}.",
        plugin=other.name,
        version=other.version,
        theirs=shown_rules(other.rules_id),
        own=shown_rules(plugins.rules_id(other.name)),
    )


def _other_version(other: Extension, own: str) -> Message:
    """Return that a table needs another version than ours, and who has to update."""
    fields = {"plugin": other.name, "version": other.version, "own": own}
    if is_later(other.version, own):
        return message(
            "This table needs plugin {plugin} {version}; you have {own}, which is older: install "
            "{version}.",
            **fields,
        )
    if is_later(own, other.version):
        return message(
            "This table needs plugin {plugin} {version}; you have {own}, which is newer: let the "
            "host install {own}, or install {version}.",
            **fields,
        )
    return message(
        "This table needs plugin {plugin} {version}; you have {own}: install {version}, "
        "or let the host install {own}.",
        **fields,
    )


def rules_since(plugins: Plugins, genesis: Genesis) -> Message | None:
    """Return why a game cannot go on with the rules that are installed: it began with others.

    Raises:
        RulesError: a plugin is not installed.
    """
    begun = Extension(genesis.game, genesis.version, genesis.rules_id)
    other = _first_other(plugins, [begun, *genesis.extensions])
    if other is None:
        return None
    own = plugins.manifest(other.name).version
    if own != other.version:
        return message(
            "This game was begun with plugin {plugin} {version}; you have {own}: install "
            "{version} again.",
            plugin=other.name,
            version=other.version,
            own=own,
        )
    return message(
        "Plugin {plugin} {version} has other rules files here ({own}) than those this game was "
        "begun with ({begun}): install it from the same wheel or bundle again.",
        plugin=other.name,
        version=other.version,
        own=shown_rules(plugins.rules_id(other.name)),
        begun=shown_rules(other.rules_id),
    )


def _first_other(plugins: Plugins, wanted: Iterable[Extension]) -> Extension | None:
    """Return the first of these plugins that is not here in that very release, or None."""
    for each in wanted:
        own = plugins.manifests.get(each.name)
        if (
            own is None
            or own.version != each.version
            or plugins.rules_id(each.name) != each.rules_id
        ):
            return each
    return None


def is_later(version: str, than: str) -> bool:
    """Tell whether a version is known to be later than another one."""
    numbers = [_numbers(version), _numbers(than)]
    return all(numbers) and numbers[0] > numbers[1]


def is_as_new(version: str, than: str) -> bool:
    """Tell whether a version is another or a later one; of other than numbers nobody knows."""
    numbers = [_numbers(version), _numbers(than)]
    return version == than or (all(numbers) and numbers[0] >= numbers[1])


def _numbers(version: str) -> list[int]:
    """Return the numbers of a version such as 1.10.2, none of any other."""
    if not re.fullmatch(r"\d+(\.\d+)*", version, re.ASCII):
        return []
    return [int(number) for number in version.split(".")]
