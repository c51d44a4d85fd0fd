"""Which half-edges of neighbouring tiles meet."""

from __future__ import annotations

FACING = {
    "NL": "SR",
    "NR": "SL",
    "EL": "WR",
    "ER": "WL",
    "SL": "NR",
    "SR": "NL",
    "WL": "ER",
    "WR": "EL",
}
"""The half-edge of the neighbour that a half-edge meets."""
