"""Magpies, a small game of sealed cards."""
