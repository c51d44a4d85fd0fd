"""Gardens, an expansion of Carcassonne."""
