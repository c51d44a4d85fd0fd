"""Second Look, a variant of Carcassonne."""
