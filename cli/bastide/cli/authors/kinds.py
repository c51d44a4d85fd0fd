"""What can be written by `plugins new`, and what its templates are told.

A wish names a kind and what it is of: the game or expansion that it extends, the game of a bot, or
a language. The fields that come of it fill the templates of `scaffold`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from bastide.cli.authors.tongues import NOTES
from bastide.cli.languages import tongue_of
from bastide.cli.program import Misused, Program
from bastide.core.hookspecs import Manifest

Kind = Literal["game", "expansion", "variant", "bot", "language"]

ANY = "any"
"""Instead of a game: the bot plays all of them."""

_LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Z]{2})?")


class Wish(NamedTuple):
    """What to write: its id, its kind, and the game, expansion or language that it is of."""

    name: str
    kind: Kind = "game"
    of: str = ""


@dataclass(frozen=True, slots=True)
class Draft:
    """What is about to be written.

    fields: for the templates, by name. base: the plugin whose starter is used, if it has one.
    play: the command that shows it.
    """

    kind: Kind
    fields: dict[str, str]
    base: Manifest | None = None
    play: str = ""


def draft(program: Program, wish: Wish) -> Draft:
    """Return what a wish comes to.

    Raises:
        Misused: there is no such game, expansion or language.
    """
    match wish.kind:
        case "expansion" | "variant":
            return _extension(program, wish)
        case "bot":
            return _bot(program, wish)
        case "language":
            return _language(program, wish)
        case "game":
            fields = _fields(wish, "A game for bastide: take stones from a heap.")
            return Draft("game", fields, play=f"bastide play {wish.name} --bots greedy")


def _fields(wish: Wish, what: str, **more: str) -> dict[str, str]:
    """Return what every template is told."""
    name = wish.name
    return {
        "id": name,
        "dashed": name.replace("_", "-"),
        "title": name.replace("_", " ").capitalize(),
        "what": what.replace("\\", "/").replace('"', "'"),  # it stands in quotes in a TOML file
        **more,
    }


# expansions and variants


def _extension(program: Program, wish: Wish) -> Draft:
    known = {
        id: each
        for id, each in program.plugins.manifests.items()
        if each.kind in ("game", "expansion")
    }
    if wish.of not in known:
        raise Misused(
            program.text(
                "There is no game and no expansion {word}; there are {names}.",
                word=wish.of,
                names=", ".join(known),
            )
        )
    base = known[wish.of]
    line = _line(program, base)
    game, company = line[0], (*line[1:], wish.name)
    seats = max(2, program.plugins.seat_range(game, line[1:])[0])
    fields = _fields(
        wish,
        f"{'An expansion' if wish.kind == 'expansion' else 'A variant'} of "
        f"{base.title or base.id} for bastide.",
        base=base.id,
        base_title=base.title or base.id,
        game=game,
        seats=str(seats),
        company=", ".join(f'"{each}"' for each in (game, *company)),
        **{"with": ",".join(company)},
    )
    play = f"bastide play {game} --with {','.join(company)} --bots greedy"
    return Draft(wish.kind, fields, base, play)


def _line(program: Program, base: Manifest) -> list[str]:
    """Return the game, and the expansions down to a plugin with all that these need, by id."""
    found: dict[str, None] = {}

    def add(id: str) -> None:
        manifest = program.plugins.manifest(id)
        for need in (manifest.extends, *manifest.requires):
            if need and need not in found:
                add(need)
        found[id] = None

    add(base.id)
    return list(found)


# bots and languages


def _bot(program: Program, wish: Wish) -> Draft:
    games = {game.id: game for game in program.plugins.games()}
    if wish.of != ANY and wish.of not in games:
        raise Misused(
            program.text(
                "There is no game {word}; there are {names}.",
                word=wish.of,
                names=", ".join([*games, ANY]),
            )
        )
    game = games.get(wish.of) or next(iter(games.values()))
    title = "any game" if wish.of == ANY else game.title or game.id
    fields = _fields(
        wish,
        f"A bot for bastide: it plays {title}.",
        base_title=title,
        game=game.id,
        games="()" if wish.of == ANY else f'("{game.id}",)',
        seats=str(max(2, game.seats[0])),
    )
    return Draft("bot", fields, play=f"bastide play {game.id} --bots {wish.name}")


def _language(program: Program, wish: Wish) -> Draft:
    t, language = program.text, wish.of
    if not _LANGUAGE.fullmatch(language):
        raise Misused(
            t(
                "{word} is no language: write it in two or three letters, as de or pt_BR.",
                word=language,
            )
        )
    if language in program.catalogs.languages():
        raise Misused(t("The program speaks {language} already.", language=language))
    tongue = tongue_of(language)
    fields = _fields(
        wish,
        f"bastide in another language: {tongue.name or language}.",
        language=language,
        plural_note=NOTES[tongue.is_known],
    )
    return Draft("language", fields, play=f"bastide --lang {language}")
