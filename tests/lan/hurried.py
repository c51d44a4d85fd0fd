"""Runs bastide with an eye on the network that looks more often: for tests of what changes there.

It is a program of its own: `python hurried.py WORDS...` does what `bastide WORDS...` does, but
looks at the interfaces every half second instead of every ten, takes a change for settled after
0.3 s instead of 3, a link for broken after 3 s of silence instead of 12, and shows a host that is
silent for 2 s instead of 60.
"""

from __future__ import annotations

from bastide.cli.app import main
from bastide.net import limits
from bastide.net.finding import interfaces

if __name__ == "__main__":  # bots may run in processes that import this module again
    interfaces.INTERFACE_POLL_SECONDS = 0.5
    interfaces.INTERFACE_STABLE_SECONDS = 0.3
    limits.PING_AFTER, limits.SILENT_AFTER = 1.0, 3.0
    limits.SILENT_SHOWN_SECONDS = 2.0
    main()
