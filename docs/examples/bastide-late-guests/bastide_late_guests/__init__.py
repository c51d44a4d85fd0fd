"""Late Guests, an expansion of Inns & Cathedrals."""
