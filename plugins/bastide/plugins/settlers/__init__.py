"""The settlers card game for two, first edition."""
