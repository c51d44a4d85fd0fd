"""`bastide play` in line mode: command lines, what is typed there, and what is read from it."""

import re

from tests.cli.conftest import Said

LISTED = ("--option", "seating=listed")
BOTS = ("play", "carcassonne", "--seats", "2", "--bots")
MINE = ("play", "carcassonne", "--bots", "random", "--player", "Ada", "--seed", "5", *LISTED)
TURN = "1\n1\ndone\n"
"""The first place, the first choice, and sent."""

RESULT = re.compile(r"^(\d+)\. (.+): (\d+) = (.*)$")


def results(said: Said) -> list[tuple[int, str, int]]:
    """Return place, name and points of each seat; each printed sum must add up."""
    found = [match for line in said.lines if (match := RESULT.match(line))]
    for match in found:
        assert int(match[3]) == sum(int(term.split()[-1]) for term in match[4].split(" + "))
    return [(int(match[1]), match[2], int(match[3])) for match in found]


def resumable(said: Said) -> str:
    """Return the id that the last line tells to resume."""
    found = re.search(
        r"`bastide (?:--home \S+ )?resume ([0-9a-f]{8})` goes on with it\.$", said.out
    )
    assert found, said.out
    return found[1]
