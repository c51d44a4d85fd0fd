"""Pictures of boards, written without a library for pictures and read with one."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from bastide.cli.letters import dots
from bastide.cli.png import CELL, png_of
from bastide.cli.sessions.session_files import whole_board
from bastide.core.colours import indexed
from bastide.core.plugins import Plugins, Setup, built_in
from bastide.core.screen import Cursor, Grid, Look, Style
from bastide.core.state import PUBLIC
from tests.cli.fakes import FakeSession

RED, BLUE = (255, 0, 0), (0, 0, 255)


def read(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    image.load()
    return image


def test_half_blocks_letters_and_grounds_have_their_colours() -> None:
    grid = Grid(4, 2, Style(bg=indexed(21)))
    grid.put(0, 0, "▀", Style(0xFF0000, 0x0000FF))
    grid.put(1, 0, "▀", Style(0xFF0000, 0x0000FF, reverse=True))
    grid.put(2, 0, "H", Style(0xFF0000, 0x0000FF))
    image = read(png_of(grid))
    assert image.size == (4 * CELL[0], 2 * CELL[1])
    assert [image.getpixel((3, y)) for y in (0, 7, 8, 15)] == [RED, RED, BLUE, BLUE]
    assert [image.getpixel((11, y)) for y in (0, 15)] == [BLUE, RED]
    assert image.getpixel((3, CELL[1] + 3)) == BLUE
    left = 2 * CELL[0] + 1
    rows = (range(left, left + 5), range(1, 15, 2))
    drawn = tuple(tuple(image.getpixel((x, y)) == RED for x in rows[0]) for y in rows[1])
    assert drawn == dots("H")


def test_letters_have_shapes_of_their_own() -> None:
    known = {chr(n) for n in range(32, 127)} | {*"●○◆◐·×►★⌂▣⚑"}
    assert len({dots(char) for char in known}) == len(known)
    assert dots("É") == dots("E")
    assert not any(map(any, dots(" ")))


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.plays(game))
        for game in ("barony", "carcassonne", "settlers")
    ],
)
def test_a_picture_shows_all_of_a_board(game: str) -> None:
    session = FakeSession(Plugins(built_in()), Setup(game, 2), mine=(), seed=5)
    grid = whole_board(session)
    look = Look(len(session.screen.zooms()) - 1, names=("Ada", "Blaise"))
    size = grid.width, grid.height
    assert not any(session.screen.beyond(session.state, PUBLIC, Cursor(), size, look))
    assert read(png_of(grid)).size == (size[0] * CELL[0], size[1] * CELL[1])
