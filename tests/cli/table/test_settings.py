"""Settings, invitations and leaving, from the table's screen."""

from __future__ import annotations

from pathlib import Path

import pytest

from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.shell import Shell
from bastide.cli.screens.table_page import TablePage
from bastide.core.screen import Key
from tests.cli.effects import NotedEffects, in_loop
from tests.cli.fakes import FakeSession
from tests.cli.table.conftest import said


def test_settings_are_commands_everywhere_and_are_kept(page: TablePage, shell: Shell) -> None:
    page.submit(":theme light")
    page.submit(":depth 256")
    page.submit(":glyphs ascii")
    page.submit(":bell off")
    page.submit(":mouse off")
    assert shell.display == ("256", "ascii", "light")
    assert (shell.bell, shell.mouse) == (False, False)
    assert 'theme = "light"' in (shell.folder / "config.toml").read_text("utf-8")


@pytest.mark.parametrize("word", ["theme", "depth", "glyphs"])
def test_a_setting_can_be_left_to_the_program(page: TablePage, shell: Shell, word: str) -> None:
    page.submit(f":{word} auto")
    assert said(page) == "Set: it holds from the next start on."
    assert f'{word} = "auto"' in (shell.folder / "config.toml").read_text("utf-8")


def test_a_language_is_spoken_at_once(page: TablePage, shell: Shell, session: FakeSession) -> None:
    page.submit(":lang fr")
    assert said(page) == "C’est réglé."
    assert "à vous de jouer" in page.paint((120, 36), "").grid.lines()[0]


@pytest.mark.parametrize("word", ["lang", "theme", "depth", "glyphs", "mouse", "bell"])
def test_a_wrong_setting_lists_what_there_is(page: TablePage, word: str) -> None:
    page.submit(f":{word} nonsense")
    assert said(page).startswith("Choose one of ")


def test_a_settings_file_that_cannot_be_written_is_one_sentence(
    page: TablePage, shell: Shell, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    shell.folder = tmp_path / "file"
    page.submit(":theme light")
    assert said(page).startswith("Set for now. ")
    assert said(page).endswith(
        "config.toml cannot be written: what should be its folder is a file. Take another folder."
    )
    assert shell.display.theme == "light"


def test_leaving_in_mid_game_is_asked_about(
    page: TablePage, session: FakeSession, shell: Shell
) -> None:
    page.key("f10")
    assert page.open == "question"
    page.key("escape")
    assert page.open == ""

    def leave() -> None:
        page.key("f10")
        page.key("enter")

    in_loop(leave)
    assert session.left
    assert isinstance(shell.top, LobbyPage)


def test_f17_an_invitation_can_be_copied_without_the_mouse(
    page: TablePage, session: FakeSession, effects: NotedEffects
) -> None:
    session.invite = "192.168.1.7:47100"
    page.key("y")
    assert effects.copied == ["192.168.1.7:47100"]
    assert said(page) == "Address copied: 192.168.1.7:47100"


def test_help_and_the_key_bar_say_how_a_ticket_is_copied(
    page: TablePage, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "y" not in [label.key for label in page.words.labels()]
    session.invite = "192.168.1.7:47100"
    assert ("y", "Copy the address") in [(each.key, each.title) for each in page.words.labels()]
    assert help_rows(page)["Copy the address"] == "y"

    own = [*session.screen.keys(), Key("y", "y", "build a city")]
    monkeypatch.setattr(session.screen, "keys", lambda: own)
    assert "y" not in [label.key for label in page.words.labels()]
    assert help_rows(page)["Copy the address"] == ":copy"


def help_rows(page: TablePage) -> dict[str, str]:
    return {title: key for section in page.words.sections() for title, key in section.rows}
