"""One networked game kept the same on every peer, and proof against who breaks it."""
