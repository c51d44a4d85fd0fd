"""Carcassonne, the base game."""
