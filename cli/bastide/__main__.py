"""Let `python -m bastide` do what the command `bastide` does."""

from bastide.cli.app import main

if __name__ == "__main__":  # bots run in processes that import this module again
    main()
