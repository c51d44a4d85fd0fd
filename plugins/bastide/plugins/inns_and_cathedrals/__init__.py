"""Inns & Cathedrals, an expansion of Carcassonne."""
