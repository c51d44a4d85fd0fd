"""What a host chooses for a table, held against the manifests of the plugins that there are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from bastide.core.errors import RulesError
from bastide.core.hookspecs import Manifest
from bastide.core.manifests import manifest_of, ordered
from bastide.core.messages import Message, message
from bastide.core.options import SEATING, OptionValue, check_option


@dataclass(frozen=True, slots=True)
class Setup:
    """What a host chooses for a table; enough to compose its rules.

    `extensions` without the game; `options` by genesis key, `<plugin>.<name>` or `seating`.
    """

    game: str
    seats: int
    extensions: tuple[str, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()


def check_setup(manifests: Mapping[str, Manifest], setup: Setup) -> None:
    """Refuse a game that is none, what cannot be added to one, and seats that it has not.

    Raises:
        RulesError: the sentence says what is wrong and what would be right.
    """
    if manifest_of(manifests, setup.game).kind != "game":
        raise RulesError(
            message("{name} is not a game: name the one to play it with", name=setup.game)
        )
    for name in setup.extensions:
        kind = manifest_of(manifests, name).kind
        if kind in ("game", "extra"):
            raise RulesError(_no_extension(name, kind, setup.game))
    low, high = seat_range(manifests, setup.game, setup.extensions)
    if not low <= setup.seats <= high:
        raise RulesError(_wrong_seats(setup, low, high))


def _no_extension(name: str, kind: str, game: str) -> Message:
    if kind == "game":
        return message("{name} does not extend {game}: play it by itself", name=name, game=game)
    return message(
        "{name} does not extend {game}: it works without being added", name=name, game=game
    )


def _wrong_seats(setup: Setup, low: int, high: int) -> Message:
    if low == high:
        return message(
            "{name} is for {low} seats, not {n}", name=setup.game, low=low, n=setup.seats
        )
    return message(
        "{name} is for {low} to {high} seats, not {n}",
        name=setup.game,
        low=low,
        high=high,
        n=setup.seats,
    )


def seat_range(
    manifests: Mapping[str, Manifest], game: str, extensions: Iterable[str]
) -> tuple[int, int]:
    """Return the least and the greatest number of seats of a game with some extensions."""
    ranges = [manifest_of(manifests, name).seats for name in (game, *extensions)]
    given = [seats for seats in ranges if seats != (0, 0)]
    return min(low for low, _ in given), max(high for _, high in given)


def options_of(manifests: Mapping[str, Manifest], setup: Setup) -> dict[str, OptionValue]:
    """Return every option of a table by genesis key, complete and checked.

    Raises:
        RulesError: an unknown key, or a value that its plugin does not allow.
    """
    known = {"seating": SEATING}
    for name in ordered(manifests, (setup.game, *setup.extensions)):
        for option in manifests[name].options:
            known[f"{name}.{option.name}"] = option
    chosen = dict(setup.options)
    for key in chosen:
        if key not in known:
            raise RulesError(
                message(
                    "there is no option {key}: known are {names}",
                    key=repr(key),
                    names=", ".join(sorted(known)),
                )
            )
    return {
        key: check_option(key, option, chosen.get(key, option.default))
        for key, option in sorted(known.items())
    }
