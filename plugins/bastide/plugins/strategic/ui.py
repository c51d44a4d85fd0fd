"""What the variant changes, in a few sentences for players; nothing is drawn here."""

from __future__ import annotations

ABOUT = (
    "Everybody holds three tiles. Only you see yours; how many each one holds is for all to see.",
    "On your turn you lay one of the three, put a meeple if you like, and draw again when all is "
    "scored.",
    "If none of the three fits anywhere you show them to all, set one aside for good, draw another "
    "and choose again. Without a pile to draw from your turn is over instead.",
    "Once the pile is empty the hands shrink; the game ends when all are empty.",
)
"""Rulings V1 to V8 of the README."""
