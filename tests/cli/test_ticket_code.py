"""The QR code of a ticket: the painted cells, read back, are the code; small terminals get text."""

from __future__ import annotations

from pathlib import Path

import pytest
import segno

from bastide.cli.depth import Display
from bastide.cli.screens.room_page import RoomPage
from bastide.cli.screens.ticket_code import QUIET, cells_of, code_of
from bastide.core.colours import indexed
from bastide.core.look.pixels import lower_of, upper_of
from bastide.core.plugins import Setup
from bastide.core.screen import Colour, Depth, Grid
from bastide.net.identity import parse_ticket
from tests.cli.fakes import FakeLobby, FakeRoom, make_shell
from tests.cli.pages import keys
from tests.cli.pebbles import pebble_plugins

IDENTITY = "rkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oa"
TICKET = f"bastide://{IDENTITY}@192.168.1.23:47100"
LONGEST = f"bastide://{IDENTITY}@[fd00:1111:2222:3333:4444:5555:6666:7777]:47100"
SMALL, LARGE = (80, 24), (160, 45)
LIGHT: dict[Depth, Colour] = {"true": 0xFFFFFF, "256": indexed(231), "16": indexed(15)}
DARK: dict[Depth, Colour] = {"true": 0x000000, "256": indexed(16), "16": indexed(0)}


def page_of(folder: Path, display: Display, ticket: str = TICKET) -> RoomPage:
    plugins = pebble_plugins()
    shell = make_shell(FakeLobby(plugins), folder, display)
    room = FakeRoom(FakeLobby(plugins), Setup("pebbles", 3), "Attic", hosting=True)
    room.invites = ("192.168.1.23:47100", ticket)
    page = RoomPage(shell, room)
    shell.open(page)
    return page


def as_read(grid: Grid, display: Display, at: tuple[int, int], size: tuple[int, int]) -> object:
    """Return the modules that a camera sees in a part of the screen."""
    rows = []
    for y in range(at[1], at[1] + size[1]):
        cells = [(grid.chars[y][x], grid.styles[y][x]) for x in range(at[0], at[0] + size[0])]
        if display.depth == "none":
            ink = display.theme == "light"  # dark text on a light screen
            rows.append(tuple((style.reverse != (char == "▀")) == ink for char, style in cells))
            rows.append(tuple(style.reverse == ink for _, style in cells))
        else:
            seen = {LIGHT[display.depth]: False, DARK[display.depth]: True}
            rows.append(tuple(seen[upper_of(*cell)] for cell in cells))
            rows.append(tuple(seen[lower_of(*cell)] for cell in cells))
    return tuple(rows)


def expected(ticket: str) -> object:
    """Return the modules of a code with its quiet zone, and a light row to make them even."""
    code = code_of(ticket)
    return (*code, (False,) * len(code[0]))


def test_the_code_says_the_ticket_in_the_least_size() -> None:
    head, tail = TICKET.split(IDENTITY)
    parts = [head, IDENTITY.upper(), tail]
    made = segno.make(parts, error="l", micro=False)  # type: ignore[arg-type]  # as documented

    assert code_of(TICKET) == tuple(tuple(map(bool, row)) for row in made.matrix_iter(border=QUIET))
    assert parse_ticket(head + IDENTITY.upper() + tail) == parse_ticket(TICKET)
    assert cells_of(code_of(TICKET)) == (41, 21)
    assert cells_of(code_of(LONGEST)) == (45, 23)


@pytest.mark.parametrize("theme", ["dark", "light", "high-contrast"])
@pytest.mark.parametrize("depth", ["true", "256", "16", "none"])
@pytest.mark.parametrize("ticket", [TICKET, LONGEST], ids=["IPv4", "IPv6"])
def test_a_key_shows_the_code_on_a_small_screen(
    tmp_path: Path, depth: Depth, theme: str, ticket: str
) -> None:
    display = Display(depth, "blocks", theme)
    page = page_of(tmp_path, display, ticket)
    assert page.overlay(SMALL) is None

    keys(page, "t")

    overlay = page.overlay(SMALL)
    assert overlay is not None
    at, grid = overlay
    assert (at.x >= 0, at.y >= 0, at.x + at.width <= 80, at.y + at.height <= 24) == (True,) * 4
    assert as_read(grid, display, (0, 0), (grid.width, grid.height)) == expected(ticket)
    assert page.paint(SMALL, "").grid.lines()[-1].split() == ["Esc", "Close"]
    keys(page, "escape")
    assert page.overlay(SMALL) is None


@pytest.mark.parametrize("depth", ["true", "none"])
def test_a_large_screen_shows_the_code_beside_the_seats(tmp_path: Path, depth: Depth) -> None:
    display = Display(depth)
    grid = page_of(tmp_path, display).paint(LARGE, "").grid

    columns, rows = cells_of(code_of(TICKET))
    at = (LARGE[0] - 1 - columns, 2)
    assert as_read(grid, display, at, (columns, rows)) == expected(TICKET)
    assert any("Seats" in line and "Ticket" in line for line in grid.lines())


def test_a_code_in_a_box_where_there_is_room_for_one(tmp_path: Path) -> None:
    page = page_of(tmp_path, Display())
    page.submit(":ticket")

    overlay = page.overlay((120, 36))

    assert overlay is not None
    at, grid = overlay
    assert (at.width, at.height) == (43, 23)
    assert "Ticket" in grid.lines()[0]
    assert as_read(grid, Display(), (1, 1), (41, 21)) == expected(TICKET)


@pytest.mark.parametrize(
    ("display", "size", "why"),
    [
        (Display(glyphs="ascii"), SMALL, "A QR code needs block characters."),
        (Display(glyphs="ascii"), LARGE, "A QR code needs block characters."),
        (Display(glyphs="unicode"), SMALL, "A QR code needs block characters."),
        (Display(), (60, 18), "A QR code needs 41x21 characters."),
    ],
    ids=["ascii", "large ascii", "unicode", "small"],
)
def test_where_no_code_can_be_shown_the_ticket_is_text(
    tmp_path: Path, display: Display, size: tuple[int, int], why: str
) -> None:
    page = page_of(tmp_path, display)
    keys(page, "t")

    overlay = page.overlay(size)

    assert overlay is not None
    shown = "".join(line.strip("|│ ") for line in overlay[1].lines())
    assert TICKET in shown.replace(" ", "")
    assert why.replace(" ", "") in shown.replace(" ", "")
    painted = "".join(page.paint(size, "").grid.lines())
    assert not {"▀", "▄", "█"} & set(painted)


def test_a_room_without_a_ticket_says_so(tmp_path: Path) -> None:
    page = page_of(tmp_path, Display())
    assert isinstance(page.room, FakeRoom)
    page.room.invites = ("192.168.1.23:47100",)

    keys(page, "t")

    assert page.model.message == "This table has no ticket yet."
    assert page.overlay(SMALL) is None
