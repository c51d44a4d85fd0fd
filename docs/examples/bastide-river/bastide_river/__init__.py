"""The River, an expansion of Carcassonne."""
