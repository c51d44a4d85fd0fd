"""Let `python -m bastide` do what the command `bastide` does."""

from bastide.cli.app import main

main()
