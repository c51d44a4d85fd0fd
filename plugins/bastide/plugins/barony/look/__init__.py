"""What Barony looks like, and the words for it. Nothing here decides a rule."""
