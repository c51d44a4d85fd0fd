"""The games, expansions, variants and extras that come with bastide, one folder each."""
