"""What the settlers card game looks like, and the words for it. Nothing here decides a rule."""
