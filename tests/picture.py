"""Pictures of frames, for eyes and the documentation: a `Grid` as pixels, 8 x 16 a cell."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from bastide.core.colours import index_of, rgb_of
from bastide.core.screen import OWN, Colour, Grid, Style

WIDTH, HEIGHT = 8, 16
"""Pixels of a cell."""

FONTS = Path("/usr/share/fonts/truetype/dejavu")
"""Where Debian's fonts-dejavu puts them; without it Pillow's own font serves."""

SIXTEEN = (
    *((0, 0, 0), (170, 0, 0), (0, 150, 0), (175, 110, 30), (0, 0, 190), (170, 0, 120)),
    *((0, 150, 150), (180, 180, 180), (95, 95, 95), (240, 80, 80), (85, 215, 85)),
    *((240, 215, 80), (95, 95, 240), (240, 120, 220), (80, 215, 215), (250, 250, 250)),
)
"""How the entries 0 to 15 look here; every terminal has its own."""

DOTS = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
"""Column and row of each bit of a braille character."""

LINES = {
    **{"─": "we", "│": "ns", "┌": "es", "┐": "ws", "└": "en", "┘": "wn"},
    **{"╭": "es", "╮": "ws", "╰": "en", "╯": "wn"},
}
"""The arms of the box characters, by the points of the compass."""

Rgb = tuple[int, int, int]


def _font(bold: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    file = FONTS / ("DejaVuSansMono-Bold.ttf" if bold else "DejaVuSansMono.ttf")
    return ImageFont.truetype(str(file), 13) if file.exists() else ImageFont.load_default(12)


def picture(grid: Grid, own: tuple[Rgb, Rgb] = ((214, 210, 200), (0, 0, 0))) -> Image.Image:
    """Return a grid as a picture; `own` are the terminal's own colours, letters and ground."""
    image = Image.new("RGB", (grid.width * WIDTH, grid.height * HEIGHT), own[1])
    draw = ImageDraw.Draw(image)
    fonts = _font(False), _font(True)
    for y in range(grid.height):
        for x in range(grid.width):
            _cell(draw, fonts, x, y, grid.chars[y][x], _colours(grid.styles[y][x], own), grid)
    return image


def save(image: Image.Image, file: Path) -> None:
    """Write a picture with a palette of its own, at a third of the bytes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    image.quantize(256, dither=Image.Dither.NONE).save(file, optimize=True)


def _cell(
    draw: ImageDraw.ImageDraw,
    fonts: tuple[ImageFont.FreeTypeFont | ImageFont.ImageFont, ...],
    x: int,
    y: int,
    char: str,
    colours: tuple[Rgb, Rgb],
    grid: Grid,
) -> None:
    left, top = x * WIDTH, y * HEIGHT
    if char == "":
        return
    fg, bg = colours
    draw.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), bg)
    if char == "▀":
        draw.rectangle((left, top, left + WIDTH - 1, top + HEIGHT // 2 - 1), fg)
    elif "\u2800" <= char <= "\u28ff":
        _dots(draw, left, top, ord(char) - 0x2800, fg)
    elif char in LINES:
        _lines(draw, left, top, LINES[char], fg)
    elif char != " ":
        draw.text((left, top), char, fg, font=fonts[grid.styles[y][x].bold])
    if grid.styles[y][x].underline:
        draw.line((left, top + HEIGHT - 1, left + WIDTH - 1, top + HEIGHT - 1), fg)


def _dots(draw: ImageDraw.ImageDraw, left: int, top: int, bits: int, fg: Rgb) -> None:
    """Draw a braille character: most monospaced fonts of a build machine have none."""
    for n, (x, y) in enumerate(DOTS):
        if bits >> n & 1:
            at = left + 1 + 4 * x, top + 1 + 4 * y
            draw.rectangle((*at, at[0] + 1, at[1] + 1), fg)


def _lines(draw: ImageDraw.ImageDraw, left: int, top: int, arms: str, fg: Rgb) -> None:
    """Draw a box character, so that lines meet from cell to cell."""
    x, y = left + WIDTH // 2 - 1, top + HEIGHT // 2 - 1
    ends = {
        "w": (left, y, x, y),
        "e": (x, y, left + WIDTH - 1, y),
        "n": (x, top, x, y),
        "s": (x, y, x, top + HEIGHT - 1),
    }
    for arm in arms:
        draw.line(ends[arm], fg)


def _colours(style: Style, own: tuple[Rgb, Rgb]) -> tuple[Rgb, Rgb]:
    fg, bg = _rgb(style.fg, own[0]), _rgb(style.bg, own[1])
    return (bg, fg) if style.reverse else (fg, bg)


def _rgb(colour: Colour, own: Rgb) -> Rgb:
    if colour == OWN:
        return own
    n = index_of(colour)
    if n is not None and n < 16:
        return SIXTEEN[n]
    red, green, blue = rgb_of(colour)
    return red, green, blue
