"""The line mode: a game as sentences and typed answers."""
