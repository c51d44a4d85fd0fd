"""The data folder: one database, locks, and small notes."""
