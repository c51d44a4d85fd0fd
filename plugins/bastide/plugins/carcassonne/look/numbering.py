"""Where the numbers of the choices on one tile are written, so that no two read as one."""

from __future__ import annotations

from bastide.plugins.carcassonne.look.scene import Spot

Written = tuple[int, int, str, Spot]
"""Column and row on the tile, what is written there, and for which choice."""


def written(spots: list[tuple[int, int, Spot]], wide: int, padded: bool) -> list[Written]:
    """Return the numbers of spots, each given with the column and row of its middle.

    Those of one row are moved along it as far as they must. They have a blank around them if
    `padded` and if there is room, else one between them.
    """
    found: list[Written] = []
    for row in sorted({y for _, y, _ in spots}):
        inline = sorted((each for each in spots if each[1] == row), key=lambda each: each[0])
        texts = [str(spot.number) for _, _, spot in inline]
        blanks = padded and sum(len(text) + 2 for text in texts) <= wide
        if blanks:
            texts = [f" {text} " for text in texts]
        middles = [x for x, _, _ in inline]
        starts = apart(middles, [len(text) for text in texts], wide, gap=int(not blanks))
        shown = zip(starts, texts, inline, strict=True)
        found += [(x, row, text, spot) for x, text, (_, _, spot) in shown]
    return found


def apart(middles: list[int], widths: list[int], wide: int, gap: int) -> list[int]:
    """Return the first columns of texts around their middles, in order, `gap` columns apart."""
    starts, least = [], 0
    for middle, width in zip(middles, widths, strict=True):
        starts.append(max(least, middle - (width - 1) // 2))
        least = starts[-1] + width + gap
    most = wide
    for n in reversed(range(len(starts))):
        starts[n] = max(0, min(starts[n], most - widths[n]))
        most = starts[n] - gap
    return starts
