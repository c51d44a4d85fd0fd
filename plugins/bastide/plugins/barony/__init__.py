"""Barony: hexes, knights, villages and titles; no hidden cards."""
