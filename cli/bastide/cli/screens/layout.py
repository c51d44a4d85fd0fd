"""Where the panes of the table screen are, for each size of terminal.

    row 0          title bar
    rows 1..H-5    panes: the board at the left, the right column beside it
    H-4, H-3       hint lines (below the board only, where the column has room to go on)
    H-2            prompt
    H-1            key bar

Between 60x18 and 80x24 there is no column: one pane at a time, under a strip with the scores.
Only what must be seen with the board stands beside it there: a hand of several cards, or a list.
"""

from __future__ import annotations

from typing import NamedTuple

from bastide.cli.screens.rects import Rect
from bastide.core.typed import typed_number

LEAST = (60, 18)
"""Width and height below which only a sentence and the prompt are drawn."""


class Tier(NamedTuple):
    """A size class and what it gives room to, in cells. `full`: two lines a player."""

    width: int
    height: int
    column: int
    zoom: str
    full: bool
    hand: int
    talk: int


TIERS = (
    Tier(*LEAST, column=0, zoom="6x3", full=False, hand=0, talk=0),
    Tier(80, 24, column=24, zoom="6x3", full=False, hand=6, talk=0),
    Tier(100, 30, column=30, zoom="8x4", full=False, hand=7, talk=5),
    Tier(120, 36, column=36, zoom="10x5", full=True, hand=8, talk=6),
    Tier(160, 45, column=44, zoom="10x5", full=True, hand=8, talk=-1),
    Tier(200, 60, column=50, zoom="14x7", full=True, hand=10, talk=-1),
)
"""Smallest first. A `talk` of -1 shares the rest with the log."""

NOWHERE = Rect(0, 0, 0, 0)
_LEAST_LOG = 3
_USUAL_LOG = 6
"""Rows that a hand which would like more of them leaves to the log."""

_SHORT_LIST = 3
"""Lines of a list that there is room for below the hand of the smallest column."""

STRIP, BROAD_STRIP = 10, 14
"""Columns of a hand beside the board of the smallest screens; it has no border there.

It has more where that is enough for its title.
"""

LIST = 24
"""Columns of a list beside that board."""


class Wanted(NamedTuple):
    """What there is to show.

    seats: number of players. hand: the game has something for the hand pane; cards: how many
    things to choose from lie there; rows: how many lines it would like to have. talk_over: where
    log and talk do not fit side by side, the talk is wanted. company: there is somebody to talk to.
    aside: lines of a list that takes the log's place, if any. title: columns of the hand's title.
    """

    seats: int
    hand: bool = False
    talk_over: bool = False
    company: bool = True
    cards: int = 0
    aside: int = 0
    rows: int = 0
    title: int = 0


class Arrangement(NamedTuple):
    """Where everything is; a pane that is not shown is `NOWHERE`.

    `tier`: index into `TIERS`. `strip`: the one-line scores of small screens. `pane`: where the
    one pane of small screens goes, unless it is the board.
    """

    tier: int
    board: Rect
    scores: Rect
    hand: Rect
    log: Rect
    talk: Rect
    aside: Rect
    strip: Rect
    pane: Rect
    hints: Rect
    prompt_y: int
    keys_y: int


def tier_of(width: int, height: int) -> int:
    """Return the size class of a terminal, -1 when it is too small for any."""
    fitting = [n for n, t in enumerate(TIERS) if width >= t.width and height >= t.height]
    return max(fitting, default=-1)


def prompt_row(width: int, height: int) -> int:
    """Return the row of the prompt: above the key bar, or the last one of a tiny terminal."""
    return height - 2 if tier_of(width, height) >= 0 else max(0, height - 1)


def arrange(width: int, height: int, wanted: Wanted) -> Arrangement:
    """Return where the panes are in a terminal of at least `LEAST`."""
    n = tier_of(width, height)
    tier = TIERS[n]
    hints = Rect(0, height - 4, width, 2)
    if tier.column == 0:
        strip, pane = Rect(0, 1, width, 1), Rect(0, 2, width, height - 6)
        board, hand, aside = _beside(pane, wanted)
        return Arrangement(
            *(n, board, NOWHERE, hand, NOWHERE, NOWHERE, aside),
            *(strip, pane, hints, height - 2, height - 1),
        )
    left = width - tier.column
    # At the smallest column the hint lines need the whole width, above it the log needs the rows.
    rows = height - 5 if n == 1 else height - 3
    if n > 1:
        hints = hints._replace(width=left)
    column = Rect(left, 1, tier.column, rows)
    scores, hand, log, talk = _column(column, tier, wanted)
    aside = NOWHERE
    if wanted.aside:
        aside, log = log, NOWHERE
    return Arrangement(
        *(n, Rect(0, 1, left, height - 5), scores, hand, log, talk, aside),
        *(NOWHERE, NOWHERE, hints, height - 2, height - 1),
    )


def _beside(pane: Rect, wanted: Wanted) -> tuple[Rect, Rect, Rect]:
    """Divide the pane of small screens: the board, and beside it a list or a hand, if any."""
    titled = wanted.title + 2
    strip = titled if STRIP < titled <= BROAD_STRIP else STRIP
    width = LIST if wanted.aside else strip if wanted.hand and wanted.cards > 1 else 0
    board = pane._replace(width=pane.width - width)
    rest = pane._replace(x=pane.x + board.width, width=width) if width else NOWHERE
    return (board, NOWHERE, rest) if wanted.aside else (board, rest, NOWHERE)


def _column(at: Rect, tier: Tier, wanted: Wanted) -> tuple[Rect, Rect, Rect, Rect]:
    """Divide the right column: scores and hand first, then log and talk.

    A list in the log's place takes that of the talk, too, unless the talk is wanted; a long one in
    the smallest column that of the hand.
    """
    scores = min(at.height, (2 * wanted.seats if tier.full else wanted.seats) + 2)
    hand = wanted.hand and not (wanted.aside > _SHORT_LIST and tier == TIERS[1])
    shown = tier.hand if hand and at.height - scores - tier.hand >= _LEAST_LOG else 0
    if shown:
        most = at.height - scores - max(0, tier.talk) * wanted.company - _USUAL_LOG
        shown = max(shown, min(wanted.rows + 2, most))
    rest = at.height - scores - shown
    talk_over = wanted.talk_over and wanted.company
    talk = (rest // 2 if tier.talk < 0 else tier.talk) if wanted.company else 0
    if rest - talk < _LEAST_LOG or (wanted.aside and not talk_over):
        talk = 0
    if talk == 0 and talk_over and not wanted.aside:
        talk = rest
    heights = (scores, shown, rest - talk, talk)
    rects, y = [], at.y
    for height in heights:
        rects.append(Rect(at.x, y, at.width, height) if height else NOWHERE)
        y += height
    return rects[0], rects[1], rects[2], rects[3]


def zoom_for(tier: int, zooms: list[str]) -> int:
    """Return the index of the zoom that a size class starts with: the greatest one it has room for.

    Where the name of a zoom gives no size, that is as good as none.
    """
    most = columns_of(TIERS[max(0, tier)].zoom)
    return max((n for n, name in enumerate(zooms) if columns_of(name) <= most), default=0)


def columns_of(zoom: str) -> int:
    """Return the columns that a zoom's name gives to a cell of the board; 0 where it does not."""
    wide = zoom.partition("x")[0]
    return typed_number(wide) or 0
