"""How Carcassonne looks and sounds: geometry, painters and words. No rules."""
