"""Fixtures for the tests of those who write plugins: a plugin of pytest, found by its entry point.

pytest imports this module wherever bastide is installed, so bastide itself is imported only when a
fixture is used. Nothing else of the program needs pytest.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, NoReturn

import pytest

if TYPE_CHECKING:
    from bastide.core.kit.playing import Played
    from bastide.core.plugins import Plugins, Setup
    from bastide.core.rules import Rules

ENDLESS_STEPS = 500
"""Decisions of a game that may go on for ever by an option."""


class MakeRules:
    """Composes the rules of a table, its turn order that of the list."""

    def __init__(self, plugins: Plugins) -> None:
        self._plugins = plugins

    def __call__(
        self, game: str, *extensions: str, seats: int = 0, **options: bool | int | str
    ) -> Rules:
        """Return the rules of a game with expansions and variants.

        Args:
            game: its id.
            extensions: ids; the test fails if one is missing or could not be loaded.
            seats: how many; 0 for the least, two or more.
            options: by their own names, as `stones=5`; by full names as `**{"heap.stones": 5}`.
        """
        from bastide.core.errors import RulesError

        self._require(game, *extensions)
        try:
            return self._plugins.compose(self._setup(game, extensions, seats, options))
        except RulesError as error:
            _fail(str(error))

    def seats(self, game: str, *extensions: str) -> range:
        """Return the numbers of seats that the manifests allow, two or more."""
        self._require(game, *extensions)
        low, high = self._plugins.seat_range(game, extensions)
        return range(max(2, low), high + 1)

    def is_endless(self, rules: Rules) -> bool:
        """Tell whether an option lets a table's game go on for ever."""
        return any(
            rules.options[id].get(option.name) in option.endless
            for id in rules.active
            for option in self._plugins.manifest(id).options
        )

    def _require(self, *ids: str) -> None:
        """Fail unless all plugins are there, with the reason."""
        for id in ids:
            if id not in self._plugins.manifests:
                _fail(self._missing(id))

    def _missing(self, id: str) -> str:
        for fault in self._plugins.faults:
            if fault.name == id:
                return f"{id} could not be loaded: {fault.reason}"
        known = ", ".join(self._plugins.manifests) or "none"
        return (
            f"there is no plugin {id!r}: installed are {known}; "
            "`python -m pip install -e .` installs the one of this folder"
        )

    def _setup(
        self,
        game: str,
        extensions: tuple[str, ...],
        seats: int,
        options: dict[str, bool | int | str],
    ) -> Setup:
        from bastide.core.plugins import Setup

        named = [(self._key(name, (game, *extensions)), value) for name, value in options.items()]
        number = seats or self.seats(game, *extensions)[0]
        return Setup(game, number, extensions, (("seating", "listed"), *named))

    def _key(self, name: str, ids: Iterable[str]) -> str:
        """Return the full name of an option; fail where several plugins have one of that name."""
        having = [
            id
            for id in ids
            if name in [option.name for option in self._plugins.manifest(id).options]
        ]
        if len(having) > 1:
            _fail(f"the option {name!r} is that of {' and of '.join(having)}: write its full name")
        return f"{having[0]}.{name}" if having else name


class Check:
    """Plays random games of a table on all pairs of eyes, and again from their record."""

    def __init__(self, rules: MakeRules) -> None:
        self._rules = rules

    def __call__(
        self,
        game: str,
        *extensions: str,
        seats: int | Iterable[int] = (),
        games: int = 1,
        **options: bool | int | str,
    ) -> list[Played]:
        """Return the games that were played; the test fails with the sentence of the kit.

        Args:
            game: its id.
            extensions: ids.
            seats: how many, or several numbers; else all that the manifests allow.
            games: how many for each number of seats.
            options: as for `bastide_rules`.
        """
        numbers = [seats] if isinstance(seats, int) else seats
        return [
            self._play(self._rules(game, *extensions, seats=number, **options), seed)
            for number in numbers or self._rules.seats(game, *extensions)
            for seed in range(games)
        ]

    def _play(self, rules: Rules, seed: int) -> Played:
        from bastide.core.errors import RulesError
        from bastide.core.testing import ConformanceError, check_game, replay

        try:
            if self._rules.is_endless(rules):
                played = check_game(rules, seed, max_steps=ENDLESS_STEPS, must_end=False)
            else:
                played = check_game(rules, seed)
            if rules.digest(replay(rules, seed, played)) != rules.digest(played.state):
                raise ConformanceError("the game ends in another position when it is played again")
        except (ConformanceError, RulesError) as error:
            _fail(f"{'+'.join(rules.active)}, {rules.seats} seats, seed {seed}: {error}")
        return played


def _fail(reason: str) -> NoReturn:
    pytest.fail(reason, pytrace=False)


@pytest.fixture(scope="session")
def bastide_plugins() -> Plugins:
    """All plugins that are installed, those of the program included."""
    from bastide.core.plugins import installed

    return installed()


@pytest.fixture(scope="session")
def bastide_rules(bastide_plugins: Plugins) -> MakeRules:
    """Compose rules: `bastide_rules("my_game", "my_cards", seats=3)`."""
    return MakeRules(bastide_plugins)


@pytest.fixture(scope="session")
def bastide_check(bastide_rules: MakeRules) -> Check:
    """Play whole games and check every step: `bastide_check("my_game", "my_cards")`."""
    return Check(bastide_rules)
