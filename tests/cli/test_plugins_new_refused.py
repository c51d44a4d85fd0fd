"""`bastide plugins new`: what cannot be is refused in a sentence, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.plugins import Plugins
from tests.cli.conftest import Run, Said

pytestmark = pytest.mark.plays("barony", "carcassonne")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--game", "--bot", "any"), "--game and --bot do not go together"),
        (("--extends", "nim"), "There is no game and no expansion nim; there are "),
        (("--variant", "bots"), "There is no game and no expansion bots; there are "),
        (("--bot", "nim"), "There is no game nim; there are "),
        (("--language", "Deutsch"), "Deutsch is no language: write it in two or three letters"),
        (("--language", "fr"), "The program speaks fr already."),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(
    bastide: Run, here: Path, sentence: Callable[[Said], str], words: tuple[str, ...], said: str
) -> None:
    refused = bastide("plugins", "new", "mine", *words)

    assert refused.code == 2
    assert sentence(refused).startswith(said)
    assert list(here.iterdir()) == []


def test_a_starter_that_cannot_be_filled_in_is_named(
    bastide: Run, here: Path, monkeypatch: pytest.MonkeyPatch, sentence: Callable[[Said], str]
) -> None:
    (here / "starter" / "variant").mkdir(parents=True)
    (here / "starter" / "variant" / "README.md.txt").write_text("costs 5 $")
    monkeypatch.setattr(Plugins, "folder", lambda self, id: here)

    refused = bastide("plugins", "new", "mine", "--variant", "barony")

    assert refused.code == 1
    assert sentence(refused).startswith("The template README.md cannot be filled in: ")
    assert not (here / "bastide-mine").exists()


def test_new_plugin_overwrites_nothing(
    bastide: Run, here: Path, sentence: Callable[[Said], str]
) -> None:
    bastide("plugins", "new", "heap")
    (here / "bastide-heap" / "README.md").write_text("mine")

    again = bastide("plugins", "new", "heap")

    assert again.code == 1
    assert sentence(again).endswith("is there already; nothing was written.")
    assert (here / "bastide-heap" / "README.md").read_text() == "mine"


@pytest.mark.parametrize("name", ["carcassonne", "class", "Upper", "two words", "bastide", "é"])
def test_name_must_be_free_and_fit(bastide: Run, here: Path, name: str) -> None:
    assert bastide("plugins", "new", name).code == 2
    assert list(here.iterdir()) == []


def test_a_word_of_python_is_named_as_the_fault(bastide: Run, here: Path) -> None:
    for name in ("class", "core"):
        said = bastide("plugins", "new", name)
        assert said.code == 2
        assert "it is a word of Python or of bastide" in said.err
    assert not list(here.iterdir())


def test_it_speaks_french(bastide: Run, here: Path) -> None:
    said = bastide("--lang", "fr", "plugins", "new", "heap")

    assert said.lines[-1] == "Le voir\u202f: bastide play heap --bots greedy"
