"""What the screens of games have in common: positions, cursors, typed words, paints, lists."""
