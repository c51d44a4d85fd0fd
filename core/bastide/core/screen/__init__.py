"""What a front end needs of a game, as plain data, with a default that can play any game.

A game's plugin offers a `GameScreen` through `bastide_renderers`. It paints into a `Grid` of
character cells, turns keys into cursor moves and numbered places, typed words into actions, and
actions and events into sentences. It does no I/O and knows no terminal: it paints in the colours
of the depth that it is told (`colours` says which those are), and the front end passes them on.
"""

from __future__ import annotations

from bastide.core.screen.choosing import Cursor, Key, Place, Remark, StepHelp
from bastide.core.screen.game_screen import GameScreen
from bastide.core.screen.grid import (
    OWN,
    PLAIN_STYLE,
    Colour,
    Grid,
    Style,
    column_width,
    fit,
    text_width,
)
from bastide.core.screen.panes import Aside, Counter, Edges, Ending, Entry, InHand, Overlay
from bastide.core.screen.theme import DARK, LIGHT, Depth, Glyphs, Look, Theme

__all__ = [
    "DARK",
    "LIGHT",
    "OWN",
    "PLAIN_STYLE",
    "Aside",
    "Colour",
    "Counter",
    "Cursor",
    "Depth",
    "Edges",
    "Ending",
    "Entry",
    "GameScreen",
    "Glyphs",
    "Grid",
    "InHand",
    "Key",
    "Look",
    "Overlay",
    "Place",
    "Remark",
    "StepHelp",
    "Style",
    "Theme",
    "column_width",
    "fit",
    "text_width",
]
