"""Rows of every kind for a list of tables."""

from __future__ import annotations

from bastide.cli.sessions.ports import Fact, TableRow

ROWS = (
    TableRow(
        *(
            "1",
            "Saturday table",
            "Carcassonne",
            ("Inns & Cathedrals",),
            ("Ada", "Blaise", "Dmitri"),
        ),
        *((2, 4), "Ada", "h3r0", "seen", 2, "open"),
        facts=(
            Fact("Turn order", "drawn"),
            Fact("Hints", "legal places, fields, tiles left"),
            Fact("carcassonne", "1.0 = yours", True),
        ),
        invite="192.168.1.7:47100",
        hands="sealed",
    ),
    TableRow(
        "2", "Kitchen duel", "Pebbles", (), ("Eva",), (2, 2), "Eva", "e0e1", "unknown", 4, "open"
    ),
    TableRow(
        *("3", "Barons", "Barony", (), ("Farid", "Gul", "Hana", "Ivo"), (2, 4)),
        *("Farid", "ff00", "unknown", 3, "playing"),
    ),
    TableRow(
        *("4", "Lunch game", "Carcassonne", (), ("Blaise", "Chloé"), (2, 2)),
        *("Blaise", "b1a5", "verified", None, "yours", "Your seat is kept."),
    ),
    TableRow(
        *("5", "Old laptop", "Carcassonne", ("Rivers",), ("Dmitri",), (2, 5)),
        *(
            "Dmitri",
            "d1d1",
            "seen",
            9,
            "open",
            "This table needs plugin rivers 1.2; you have none.",
        ),
        fits=False,
        hands="readable",
    ),
    TableRow(
        *("6", "Gone", "Pebbles", (), ("Zoë",), (2, 5), "Zoë", "zzzz", "seen", None, "silent"),
    ),
)
"""Rows of every kind."""
