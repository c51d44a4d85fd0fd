"""Carcassonne with a hand of three tiles."""
