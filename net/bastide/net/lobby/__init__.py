"""Before a game: tables that are open, who sits down, and on what terms."""
