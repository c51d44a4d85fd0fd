"""What holds for the catalogues of every plugin; what a plugin's must hold, its own test says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType, ModuleType

import polib

from bastide.cli.catalogs import Catalogs, own_catalogs
from bastide.core.hookspecs import Catalog, Manifest
from bastide.core.messages import Text
from bastide.core.rules import Rules
from tests.plugins.messages import Found, in_files, in_folder

PLACEHOLDER = re.compile(r"\{(\w+)\}")


class Catalogues:
    """The catalogues of a plugin, one a language."""

    def __init__(self, plugin: str) -> None:
        self.plugin = plugin
        self.folder = Path(str(files(f"bastide.plugins.{plugin}")))

    def read(self, language: str) -> polib.POFile:
        return polib.pofile(str(self._file(language)))

    def text(self, language: str) -> Text:
        """Return the plugin's texts in a language; of others there are the program's alone."""
        own = Catalog(self.plugin, language, self._file(language))
        return Catalogs([own, *own_catalogs()]).texts(language)(self.plugin)

    def _file(self, language: str) -> Path:
        return self.folder / "locale" / language / "LC_MESSAGES" / f"{self.plugin}.po"


def held(catalogue: polib.POFile) -> Found:
    """Return the message ids of a catalogue."""
    return Found(
        {entry.msgid for entry in catalogue if not entry.msgid_plural},
        {entry.msgid: entry.msgid_plural for entry in catalogue if entry.msgid_plural},
    )


def kinds(plugin: str, modules: Iterable[ModuleType], rules: Rules) -> set[str]:
    """Return the kinds of all actions and events: constants of the modules, and of the rules."""
    said = {value for m in modules for value in vars(m).values() if isinstance(value, str)}
    return {*filter(re.compile(rf"{plugin}\.[a-z_]+").fullmatch, said), *rules.kinds}


def titled(manifest: Manifest) -> set[str]:
    """Return what a plugin says of itself before a game: its name, and what may be chosen."""
    chosen = {str(choice) for option in manifest.options for choice in option.choices}
    titles = {option.title for option in manifest.options}
    return {manifest.title, *manifest.about, *titles, *chosen, *option_keys(manifest)}


def option_keys(manifest: Manifest) -> set[str]:
    """Return the keys of the options, under which there is a sentence about each."""
    return {f"{manifest.id}.{option.name}" for option in manifest.options}


def check_messages(
    own: Catalogues,
    of_rules: Iterable[Path],
    named: set[str],
    units: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Every message of the rules is translated, and none that neither they nor the screen use.

    Args:
        own: the plugin's catalogues.
        of_rules: the modules of the rules.
        named: ids that are looked up by what the rules call something.
        units: what scores count, one and several of it.
    """
    rules, everything, french = in_files(of_rules), in_folder(own.folder), held(own.read("fr"))
    assert rules.plain | named <= french.plain <= everything.plain | named
    assert rules.plurals.items() <= french.plurals.items()
    assert french.plurals.items() <= {**everything.plurals, **units}.items()


def check_complete(catalogue: polib.POFile) -> None:
    """Nothing is empty, doubtful or left over."""
    assert catalogue.percent_translated() == 100
    assert catalogue.fuzzy_entries() == []
    assert catalogue.obsolete_entries() == []


def check_fields(own: Catalogues) -> None:
    """French says with the fields of the English text what the English text says with them."""
    english = {entry.msgid: entry.msgstr for entry in own.read("en") if entry.msgstr}
    for entry in own.read("fr"):
        said = english.get(entry.msgid, entry.msgid)
        for each in forms(entry):
            assert sorted(PLACEHOLDER.findall(each)) == sorted(PLACEHOLDER.findall(said))


def check_typography(french: polib.POFile) -> None:
    """Apostrophes are curved, and a narrow space that does not break stands before double signs."""
    for entry in french:
        for each in forms(entry):
            assert "'" not in each, each
            assert not re.search(r"[^\u202f][:;?!]", each), each


def forms(entry: polib.POEntry) -> list[str]:
    """Return what is said: one text, or one a form of the plural."""
    return [entry.msgstr] if entry.msgstr else [*entry.msgstr_plural.values()]
