"""What is drawn beside the grid, the typed line and its menu, in the letters of a grid."""

from __future__ import annotations

from itertools import accumulate

from prompt_toolkit.formatted_text import fragment_list_to_text
from prompt_toolkit.layout.processors import Processor, Transformation, TransformationInput

from bastide.core.screen import Grid, column_width, text_width


def as_drawn(text: str) -> str:
    """Return the letters that a grid has of a line of text."""
    grid = Grid(text_width(text), 1)
    grid.text(0, 0, text)
    return grid.lines()[0]


class DrawnAsText(Processor):
    """Draws typed text as a grid does; what is typed stays as it is."""

    def apply_transformation(self, transformation_input: TransformationInput) -> Transformation:
        """Return the letters to draw, and where the cursor is among them."""
        text = fragment_list_to_text(transformation_input.fragments)
        drawn = as_drawn(text)
        if drawn == text:
            return Transformation(transformation_input.fragments)
        places = [0, *accumulate(int(column_width(char) > 0) for char in text)]
        return Transformation(
            [("", drawn)],
            source_to_display=lambda n: places[min(n, len(text))] + max(0, n - len(text)),
            display_to_source=lambda n: places.index(min(n, places[-1])) + max(0, n - places[-1]),
        )
