from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from pathlib import Path

import polib
import pytest

from bastide.cli.authors.catalog_check import catalog_faults, placeholders
from bastide.cli.catalogs import (
    Catalogs,
    Either,
    Source,
    Translated,
    own_catalogs,
    read_po,
    together,
    wanted_language,
)
from bastide.core.hookspecs import Catalog
from bastide.core.messages import English, message
from bastide.core.plugins import Plugins, built_in
from tests.cli.conftest import Run
from tests.cli.messages import Asked, asked, sentences, texts_of_the_sources

HEADER = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
HEADER += '"Plural-Forms: nplurals=2; plural=(n > 1);\\n"\n\n'


def entries() -> dict[str, polib.POEntry]:
    (own,) = own_catalogs()
    return {entry.msgid: entry for entry in polib.pofile(own.po.read_text("utf-8"))}


def all_catalogs() -> list[Catalog]:
    return [*own_catalogs(), *Plugins(built_in()).catalogs()]


def without_french(messages: list[Asked]) -> list[str]:
    """Return those of some messages that the catalogue does not have, and where they are."""
    known = entries()
    missing = []
    for each in messages:
        entry = known.get(each.id)
        if entry is None or entry.fuzzy or not (entry.msgstr or entry.msgstr_plural):
            missing.append(f"{each.where}: {each.id!r}")
        elif each.plural and (entry.msgid_plural != each.plural or len(entry.msgstr_plural) != 2):
            missing.append(f"{each.where}: {each.id!r} needs two forms")
    return missing


def test_every_message_of_the_program_has_its_french_sentence() -> None:
    assert without_french(asked()) == []


def test_the_program_has_no_sentence_that_nothing_says() -> None:
    said = texts_of_the_sources()
    dead = [id for id in entries() if id not in said and id.removeprefix(":") not in said]
    assert dead == []


def test_what_the_kernel_and_the_network_say_has_its_french_sentence() -> None:
    found = sentences()

    assert without_french(found) == []
    said = {each.id for each in found}
    assert "The game has started already." in said
    assert "No stored game is called {text}." in said
    assert "this is not possible now" in said
    assert any(each.startswith("this is not a bastide journal") for each in said)


def test_refusals_of_the_kernel_reach_the_reader_in_french(bastide: Run, tmp_path: Path) -> None:
    (tmp_path / "x.bastide").write_text("no journal")
    bastide("play", "carcassonne", "--bots", "random", typed="quit\n")

    of_file = bastide("verify", str(tmp_path / "x.bastide"), "--lang", "fr").err
    of_table = bastide("verify", "nosuch", "--lang", "fr").err
    counted = bastide("simulate", "carcassonne", "--bots", "random,random", "--games", "1",
                      "--lang", "fr").out  # fmt: skip

    assert of_file.startswith("Ce n’est pas un journal de bastide")
    assert of_table == "Aucune partie gardée ne s’appelle nosuch.\n"
    assert "Mise de côté\u202f: dans " in counted


def test_a_text_may_stand_in_for_another() -> None:
    texts = Catalogs(own_catalogs()).texts("fr")
    text = Either(English(), texts("bastide"))

    assert text("the game is over") == "la partie est finie"
    assert text("no such message {n}", n=1) == "no such message 1"
    assert text.say(message("the game is over")) == "la partie est finie"
    assert text.count("{n} table", "{n} tables", 0) == "0 table"
    assert Either(texts("bastide"), English())("the game is over") == "la partie est finie"


def test_the_catalogues_of_a_table_speak_as_one_in_their_order(tmp_path: Path) -> None:
    found = []
    for domain, words in {
        "game": {"inn": "taverne"},
        "more": {"inn": "auberge", "moor": "lande"},
    }.items():
        po = tmp_path / f"{domain}.po"
        lines = [f'msgid "{id}"\nmsgstr "{said}"\n' for id, said in words.items()]
        po.write_text(HEADER + "\n".join(lines), "utf-8")
        found.append(Catalog(domain, "fr", po))
    texts = Catalogs([*found, *own_catalogs()]).texts("fr")

    text = together(texts, ("game", "silent", "more"))

    assert [text(word) for word in ("inn", "moor", "mill")] == ["taverne", "lande", "mill"]
    assert isinstance(together(texts, ("silent", "mute")), English)
    assert together(texts, ("more",)) is texts("more")


def test_placeholders_fit_in_every_catalogue() -> None:
    assert [fault for c in all_catalogs() for fault in catalog_faults(c, English())] == []


def test_f21_every_plural_has_its_number_in_both_forms() -> None:
    for catalog in all_catalogs():
        for entry in polib.pofile(catalog.po.read_text("utf-8")):
            if entry.msgid_plural:
                forms = [entry.msgid, entry.msgid_plural, *entry.msgstr_plural.values()]
                assert all("n" in placeholders(form) for form in forms), entry.msgid


def test_french_sentences_have_typographic_signs() -> None:
    for entry in entries().values():
        for text in (entry.msgstr, *entry.msgstr_plural.values()):
            assert "'" not in text, text
            assert not re.search(r"[ \u00a0][:;?!](?=\s|$)", text), text


def test_f21_zero_is_singular_in_french_and_says_zero() -> None:
    t = Catalogs(own_catalogs()).texts("fr")("bastide")
    assert t.count("{n} table", "{n} tables", 0) == "0 table"
    assert t.count("{n} table", "{n} tables", 1) == "1 table"
    assert t.count("{n} table", "{n} tables", 2) == "2 tables"


class Po(str):
    """A .po file's text that can be read like a file."""

    def read_text(self, encoding: str = "utf-8") -> str:
        return str(self)


def catalog(text: str) -> Catalog:
    po: Traversable = Po(HEADER + text)  # type: ignore[assignment]  # only read_text is used
    return Catalog("game", "fr", po)


@pytest.fixture
def broken() -> Catalogs:
    return Catalogs([*own_catalogs(), catalog('msgid "{n} left"\nmsgstr "{m} restantes"\n')])


def test_a_wrong_placeholder_falls_back_to_english(broken: Catalogs) -> None:
    assert broken.texts("fr")("game")("{n} left", n=3) == "3 left"


def test_a_message_without_a_translation_is_english(broken: Catalogs) -> None:
    t = broken.texts("fr")("game")
    assert t("not there {n}", n=1) == "not there 1"
    assert t.count("{n} x", "{n} xs", 2) == "2 xs"
    assert t.say(message("{n} x", plural="{n} xs", n=1)) == "1 x"
    assert t.say(message("yes {a}", a="b")) == "yes b"


def test_a_domain_without_a_catalogue_is_english(broken: Catalogs) -> None:
    assert broken.texts("fr")("nobody")("hello") == "hello"


def test_what_is_no_catalogue_is_passed_over(tmp_path: Path) -> None:
    assert read_po("this is no po file\n").gettext("a") == "a"


def test_names_of_languages() -> None:
    catalogs = Catalogs(own_catalogs())
    assert catalogs.languages() == ["en", "fr"]
    assert catalogs.knows("fr_CA.UTF-8") == "fr"
    assert catalogs.knows("fr-FR") == "fr"
    assert catalogs.knows("de_DE") == ""
    assert catalogs.texts("C.UTF-8").language == "en"


def test_who_decides_the_language() -> None:
    environ = {"LC_ALL": "fr_FR", "LANG": "de_DE"}
    assert wanted_language(environ, "en", "fr") == "en"
    assert wanted_language(environ, "", "en") == "en"
    assert wanted_language(environ) == "fr_FR"
    assert wanted_language({"LANG": "de_DE"}) == "de_DE"
    assert wanted_language({}) == "en"


def test_a_message_whose_placeholders_do_not_fit_is_shown_as_it_stands() -> None:
    for text in (
        Source(),
        Translated(read_po(HEADER + 'msgid "{n} eggs"\nmsgstr "{n.x} {m} œufs"\n')),
    ):
        assert text("{n} eggs", n=3) == "3 eggs"
        assert text("{oops} eggs") == "{oops} eggs"
        assert text.count("{n} egg", "{n} {oops}", 2) == "{n} {oops}"


def test_a_catalogue_that_cannot_be_read_leaves_the_english(tmp_path: Path) -> None:
    (tmp_path / "bad.po").write_bytes(b"\xff\xfe\x00")
    for po in (tmp_path / "bad.po", tmp_path / "none.po", 5):
        text = Catalogs([*own_catalogs(), Catalog("eggs", "fr", po)]).texts("fr")("eggs")  # type: ignore[arg-type]  # a plugin's fault
        assert text("{n} eggs", n=3) == "3 eggs"
