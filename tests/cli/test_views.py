"""Frames of whole games: every row is as wide as the terminal, and drawn with known glyphs."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from bastide.cli.depth import Display
from bastide.cli.screens.frame import fragments, make_ascii
from bastide.cli.screens.lobby_page import LobbyPage
from bastide.cli.screens.rects import Rect
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.shell import Page, Shell, Size
from bastide.cli.screens.table_page import TablePage
from bastide.cli.sessions.ports import Seat
from bastide.core.colours import READABLE
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Depth, Glyphs, Grid, text_width
from tests.cli.fakes import NAMES, FakeLobby, FakeRoom, FakeSession, make_shell
from tests.cli.pebbles import pebble_plugins, pebbles
from tests.cli.rows import ROWS
from tests.palettes import least_contrast
from tests.sizes import SIZES

WINDOWS: tuple[Size, ...] = ((60, 18), (80, 24), (100, 30), (120, 36), (160, 45), (200, 60))
ALLOWED = set("▀▒═║╔╗╚╝╠╣╦╩╬─│┌┐└┘╭╮╰╯▟▙·•●○◐◆◄▲►▼⌂♜♞▣⚑≈²×→←↑↓↳›‹…—★╋") | {"\u202f", "\u00a0"}
NO_TEXT = set(" ▀▒─│┌┐└┘╭╮╰╯")


def check_frame(grid: Grid, size: Size) -> None:
    """Check widths and glyphs of a frame."""
    assert (grid.width, grid.height) == size
    lines = grid.lines()
    assert [line for line in {*lines} if text_width(line) != size[0]] == []
    assert [char for char in {*"".join(lines)} if not is_allowed(char)] == []


@cache
def is_allowed(char: str) -> bool:
    """Tell whether a character may be drawn: letters, typographic signs, and the known glyphs."""
    if char.isascii():
        return char.isprintable()
    if "\u2800" <= char <= "\u28ff" or char in ALLOWED:
        return True
    return unicodedata.category(char)[0] in "LN" or char in "«»’“”–é"


def composed(page: Page, size: Size, typed: str = "") -> Grid:
    """Return a page's frame with its box on it."""
    grid = page.paint(size, typed).grid
    over = page.overlay(size)
    if over and size >= (60, 18):
        at, box = over
        assert Rect(0, 0, *size).holds(at.x, at.y)
        assert at.x + box.width <= size[0]
        assert at.y + box.height <= size[1]
        grid.blit(at.x, at.y, box)
    return grid


def session_of(game: str, seats: int = 4, seed: int = 3) -> FakeSession:
    """Return a table with all kinds of people at it, where every seat is played here."""
    plugins = Plugins({**built_in(), "pebbles": pebbles})
    session = FakeSession(plugins, Setup(game, seats), range(seats), seed)
    session.said_seats[0] = Seat(NAMES[0], "thinking", key="abcd", trust="seen")
    session.said_seats[1] = Seat("漢字の名前がとても長い人", "lost", 41, "ef01", "verified")
    return session


def positions(session: FakeSession) -> Iterator[int]:
    """Play a random game here, decision by decision, and stop at each."""
    chance, n = random.Random(5), 0
    yield n
    while not session.finished:
        n += 1
        if session.needs_confirm:
            session.confirm()
        else:
            session.choose(chance.choice(session.rules.legal(session.state)))
        yield n


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    return shell_with(tmp_path, Display())


def shell_with(folder: Path, display: Display, language: str = "en") -> Shell:
    shell = make_shell(FakeLobby(pebble_plugins(), ROWS), folder, display, language)
    shell.open(LobbyPage(shell))
    return shell


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("game", ["pebbles", "carcassonne"])
def test_frames_of_a_whole_game_at_every_size(tmp_path: Path, game: str, language: str) -> None:
    shell = shell_with(tmp_path, Display(), language)
    session = session_of(game)
    session.retell(shell.texts)
    page = TablePage(shell, session)
    shell.open(page)
    for n in positions(session):
        page.changed()
        sizes = WINDOWS if SIZES.name == "soak" or game == "pebbles" else [WINDOWS[n % 6]]
        for size in sizes:
            check_frame(composed(page, size), size)
    assert page.ending
    for size in WINDOWS:
        check_frame(composed(page, size), size)


@pytest.mark.parametrize("glyphs", ["blocks", "unicode", "ascii"])
@pytest.mark.parametrize("depth", ["none", "16", "256", "true"])
def test_every_depth_and_glyph_set(tmp_path: Path, depth: Depth, glyphs: Glyphs) -> None:
    shell = shell_with(tmp_path, Display(depth, glyphs), "fr")
    session = session_of("carcassonne")
    page = TablePage(shell, session)
    shell.open(page)
    for n in positions(session):
        if n % 9 and not session.finished:
            continue
        page.changed()
        for size in WINDOWS[n % 2 :: 2]:
            grid = composed(page, size)
            check_frame(grid, size)
            check_depth(grid, depth)
            if glyphs == "ascii":
                make_ascii(grid)
                assert all(char.isascii() for row in grid.chars for char in row)


def check_depth(grid: Grid, depth: Depth) -> None:
    """Check that a frame has colours of its depth only."""
    words = {style for row in fragments(grid) for style, *_ in row}
    if depth == "none":
        assert not [word for word in words if "fg:" in word or "bg:" in word]
    elif depth == "16":
        assert not [word for word in words if "#" in word]
    elif depth == "256":
        assert not [word for word in words if "ansi" in word]
        styles = {style for row in grid.styles for style in row}
        assert all(colour < 0 for style in styles for colour in style[:2])


@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast"])
@pytest.mark.parametrize("depth", ["true", "256", "16"])
def test_f19_all_text_can_be_read(tmp_path: Path, theme: str, depth: Depth) -> None:
    shell = shell_with(tmp_path, Display(depth, "blocks", theme))
    session = session_of("pebbles", seats=6)
    page = TablePage(shell, session)
    shell.open(page)
    for _ in positions(session):
        page.changed()
        check_contrast(page.paint((120, 36), "typed").grid)
    check_contrast(page.paint((80, 24), "typed").grid)
    check_contrast(shell.pages[0].paint((120, 36), "typed").grid)
    for key in ("f1", "f7"):
        page.key(key)
        over = page.overlay((100, 30))
        assert over is not None
        check_contrast(over[1])
        page.key("escape")


def check_contrast(grid: Grid) -> None:
    """Check every text against what is behind it."""
    pairs = {
        style[:2]
        for chars, styles in zip(grid.chars, grid.styles, strict=True)
        for char, style in zip(chars, styles, strict=True)
        if char not in NO_TEXT and char
    }
    for fg, bg in pairs:
        assert least_contrast(fg, bg) >= READABLE, (hex(fg), hex(bg))


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("rows", [(), ROWS, ROWS * 7])
def test_frames_of_the_list_of_tables(shell: Shell, size: Size, rows: tuple[object, ...]) -> None:
    shell.lobby.tables = rows  # type: ignore[misc, assignment]  # the fake's attribute
    page = shell.pages[0]
    for key in ("", "f1", "escape", "h", "down", "right", "escape", "b", "escape", "i"):
        page.key(key)
        check_frame(composed(page, size), size)


@pytest.mark.parametrize("size", WINDOWS)
def test_frames_of_the_waiting_room(shell: Shell, size: Size) -> None:
    lobby = FakeLobby(pebble_plugins())
    room = FakeRoom(lobby, Setup("pebbles", 6), "Saturday table", hosting=True)
    page = RoomPage(shell, room)
    for n in range(6):
        check_frame(composed(page, size), size)
        room.seats.append(Seat(NAMES[n], "lost" if n == 1 else "", 12.0, "k3y9", "seen"))
        room.talk += [*room.talk[:1]]
        room.say("word " * 40)
        room.asking = [Seat("Zoë", key="z0e3")] * (n % 2)
    room.hosting, room.me = False, -1
    check_frame(composed(page, size), size)
    room.closed = "The host has closed this table."
    check_frame(composed(page, size), size)


@pytest.mark.parametrize("size", [(1, 1), (2, 3), (10, 4), (59, 17), (59, 90), (250, 3)])
def test_terminals_too_small_for_anything(shell: Shell, size: Size) -> None:
    session = session_of("pebbles")
    for page in (shell.pages[0], TablePage(shell, session)):
        grid = page.paint(size, "typed text").grid
        assert (grid.width, grid.height) == size
        assert all(text_width("".join(row)) == size[0] for row in grid.chars)


def test_boxes_of_the_table(shell: Shell) -> None:
    session = session_of("pebbles")
    page = TablePage(shell, session)
    shell.open(page)
    for size in WINDOWS:
        page.paint(size, "")
        for open_it in ("f1", "f2", "f7", ":players", ":hint", "f10"):
            if open_it.startswith(":"):
                page.submit(open_it)
            else:
                page.key(open_it)
            check_frame(composed(page, size), size)
            page.key("down")
            page.wheel(5, 5, 1, size)
            check_frame(composed(page, size), size)
            page.key("escape")


@pytest.mark.parametrize("game", ["pebbles", "carcassonne"])
def test_a_table_whose_turn_order_is_not_drawn_yet(shell: Shell, game: str) -> None:
    session = session_of(game)
    session.settled, session.mine = session.rules.new(), ()
    page = TablePage(shell, session)
    shell.open(page)
    for size in WINDOWS:
        check_frame(composed(page, size), size)
    for key in ("enter", "n", "r", "right", "f6", "c-z", "f2"):
        page.key(key)
    page.submit("1")
    page.submit(":place 1")
    check_frame(composed(page, (120, 36)), (120, 36))


def test_a_table_that_has_stopped_says_so_even_on_my_turn(shell: Shell) -> None:
    session = session_of("pebbles")
    session.waiting = "The table has stopped: two histories."
    page = TablePage(shell, session)
    assert "The table has stopped" in "\n".join(page.paint((80, 24), "").grid.lines())
