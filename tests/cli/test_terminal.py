from __future__ import annotations

import atexit
import base64
import errno
import termios
from io import StringIO

import pytest
from prompt_toolkit.data_structures import Size
from prompt_toolkit.output.vt100 import Vt100_Output

from bastide.cli.screens.terminal import (
    GIVE_TITLE_BACK,
    LEAVE_SCREEN,
    RESTORE,
    SAVE_TITLE,
    Keeper,
    ask_background,
    copy_text,
    draws_wide,
    has_light_background,
    moved_columns,
    uninterrupted,
)


def test_every_mode_is_switched_off() -> None:
    for mode in (1000, 1002, 1003, 1006, 1004, 2004, 2026):
        assert f"\x1b[?{mode}l" in RESTORE
    assert "\x1b[?7h" in RESTORE, "the library lets no line wrap while it draws"
    assert RESTORE.endswith("\x1b[?25h")


@pytest.mark.parametrize(
    ("reply", "light"),
    [
        (b"\x1b]11;rgb:1616/1818/1c1c\x1b\\\x1b[?64;1c", False),
        (b"\x1b]11;rgb:ffff/ffff/dddd\x07", True),
        (b"\x1b]11;rgb:f/f/f\x07", True),
        (b"\x1b[?64;1;2c", None),
        (b"", None),
    ],
)
def test_the_background_that_the_terminal_names(reply: bytes, light: bool | None) -> None:
    assert has_light_background(reply) is light


def test_the_column_that_the_cursor_moved_to() -> None:
    assert moved_columns(b"\x1b[12;3R") == 2
    assert moved_columns(b"nothing") is None


def test_no_terminal_is_asked_nothing() -> None:
    assert ask_background() is None
    assert draws_wide() is False


def test_a_text_for_the_clipboard() -> None:
    text = copy_text("bastide://é")
    assert (
        base64.b64decode(text.removeprefix("\x1b]52;c;").removesuffix("\x07"))
        == "bastide://é".encode()
    )


def keeper() -> tuple[Keeper, StringIO]:
    written = StringIO()
    output = Vt100_Output(written, lambda: Size(24, 80), term="xterm")
    return Keeper(output), written


def test_a_terminal_is_given_back_once() -> None:
    kept, written = keeper()
    kept.take()
    kept.give_back()
    kept.give_back()
    assert written.getvalue() == SAVE_TITLE + RESTORE + LEAVE_SCREEN + GIVE_TITLE_BACK


def test_a_screen_that_was_left_is_not_left_again() -> None:
    kept, written = keeper()
    kept.take()
    kept.give_back(clean=True)
    assert LEAVE_SCREEN not in written.getvalue()


def test_what_was_not_taken_is_not_given_back() -> None:
    kept, written = keeper()
    kept.give_back()
    assert written.getvalue() == ""


def test_the_end_of_the_interpreter_gives_it_back(monkeypatch: pytest.MonkeyPatch) -> None:
    at_exit: list[object] = []
    monkeypatch.setattr(atexit, "register", at_exit.append)
    kept, _ = keeper()
    kept.take()
    assert at_exit == [kept.give_back]
    kept.give_back()


def test_a_terminal_that_has_gone_is_no_error() -> None:
    class Gone(StringIO):
        def flush(self) -> None:
            raise OSError("gone")

    output = Vt100_Output(Gone(), lambda: Size(24, 80), term="xterm")
    kept = Keeper(output)
    kept._taken = True
    kept.give_back()


def test_a_change_that_a_signal_interrupts_is_made_all_the_same() -> None:
    faults = [termios.error(errno.EINTR, "Interrupted system call")] * 2
    made: list[str] = []

    def change() -> None:
        if faults:
            raise faults.pop()
        made.append("changed")

    uninterrupted(change)
    assert (faults, made) == ([], ["changed"])


def test_what_else_a_terminal_refuses_is_told() -> None:
    def change() -> None:
        raise termios.error(errno.EIO, "Input/output error")

    with pytest.raises(termios.error):
        uninterrupted(change)
