"""A typed line is drawn in the letters that all terminals agree on."""

from __future__ import annotations

from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import fragment_list_to_text
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.processors import TransformationInput

from bastide.cli.screens.typed_line import DrawnAsText, as_drawn

FLAG, THUMB, TONE = "\U0001f1eb\U0001f1f7", "\U0001f44d", "\U0001f3fd"
TYPED = f"/hi {THUMB}{TONE} {FLAG}"


def test_what_terminals_disagree_on_is_not_drawn_and_the_cursor_stands_where_it_types() -> None:
    line = TransformationInput(
        BufferControl(), Document(TYPED), 0, lambda n: n, [("", TYPED)], 80, 1
    )

    drawn = DrawnAsText().apply_transformation(line)

    assert fragment_list_to_text(drawn.fragments) == f"/hi {THUMB} FR"
    assert [*map(drawn.source_to_display, range(len(TYPED) + 1))] == [0, 1, 2, 3, 4, 5, 5, 6, 7, 8]
    assert [*map(drawn.display_to_source, (4, 5, 8, 9))] == [4, 5, 9, 10]


def test_a_choice_of_the_menu_is_drawn_in_the_same_letters() -> None:
    assert as_drawn(TYPED) == f"/hi {THUMB} FR"
    assert as_drawn("join 字é") == "join 字é"
