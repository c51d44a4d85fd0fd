"""`bastide games`: what can be played here."""

from __future__ import annotations

import click

from bastide.cli.answers import columns, complain, show, show_json
from bastide.cli.authors.sentences import load_sentence
from bastide.cli.grammar import Command
from bastide.cli.marking import N_
from bastide.cli.option_words import default_words
from bastide.cli.program import Program
from bastide.cli.surroundings import program_of
from bastide.cli.wishes import values_of
from bastide.core.hookspecs import Manifest
from bastide.core.messages import Text
from bastide.core.options import SEATING, Option


@click.command(
    cls=Command,
    help=N_("List the games that are installed, with their expansions, options and bots."),
    example="bastide games --json",
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.pass_context
def games(ctx: click.Context, as_json: bool) -> None:
    program = program_of(ctx)
    if as_json:
        show_json({"games": [game_record(program, m) for m in program.plugins.games()]})
    else:
        show(_lines(program))
    for fault in program.plugins.faults:
        complain(load_sentence(program.text, program.plugins, fault))


def game_record(program: Program, manifest: Manifest) -> dict[str, object]:
    """Return what scripts may want to know of a game."""
    plugins = program.plugins
    extensions = plugins.extensions(manifest.id)
    return {
        **_record(program, manifest),
        "extensions": [_record(program, each) for each in extensions],
        "options": [
            _option_record(key, option) for key, option in _options(program, manifest).items()
        ],
        "bots": list(plugins.bots(manifest.id)),
    }


def _record(program: Program, manifest: Manifest) -> dict[str, object]:
    return {
        "id": manifest.id,
        "version": manifest.version,
        "kind": manifest.kind,
        "title": title_of(program, manifest),
        "seats": list(manifest.seats),
        "rules": program.plugins.rules_id(manifest.id).hex(),
    }


def _option_record(key: str, option: Option) -> dict[str, object]:
    return {
        "key": key,
        "title": option.title,
        "default": option.default,
        "choices": list(option.choices),
        "low": option.low,
        "high": option.high,
    }


def title_of(program: Program, manifest: Manifest) -> str:
    """Return a plugin's name for people."""
    return program.texts(manifest.id)(manifest.title or manifest.id)


def _extension(program: Program, game: Manifest, extension: Manifest) -> str:
    """Return an extension's id, with the seats that it makes possible if they are others."""
    seats = program.plugins.seat_range
    low, high = seats(game.id, [extension.id])
    if (low, high) == seats(game.id):
        return extension.id
    return program.text("{name} ({low}-{high} seats)", name=extension.id, low=low, high=high)


def _lines(program: Program) -> list[str]:
    t, plugins = program.text, program.plugins
    rows = [(t("game"), t("title"), t("seats"), t("with"), t("bots"))]
    for manifest in plugins.games():
        low, high = plugins.seat_range(manifest.id)
        extensions = [
            _extension(program, manifest, each) for each in plugins.extensions(manifest.id)
        ]
        rows.append(
            (
                manifest.id,
                title_of(program, manifest),
                f"{low}-{high}",
                ",".join(extensions) or "-",
                ",".join(plugins.bots(manifest.id)) or "-",
            )
        )
    if len(rows) == 1:
        return [t("No game is installed; `bastide plugins` shows what is, and what fails.")]
    return [*columns(rows), *_extension_lines(program), *_option_lines(program)]


def _extension_lines(program: Program) -> list[str]:
    """Return what games can be played with: the title that screens show, and what is typed."""
    t, plugins = program.text, program.plugins
    rows = [(t("with"), t("title"), t("game"))]
    for game in plugins.games():
        for each in plugins.extensions(game.id):
            rows.append((each.id, title_of(program, each), game.id))
    if len(rows) == 1:
        return []
    given = t("They are given as in --with {id}.", id=rows[1][0])
    return ["", *columns(rows), given]


def _options(program: Program, game: Manifest) -> dict[str, Option]:
    """Return the options of a game and of what it can be played with, by key."""
    plugins = program.plugins
    found = {"seating": SEATING}
    for each in (game, *plugins.extensions(game.id)):
        found |= {f"{each.id}.{option.name}": option for option in each.options}
    return found


def _option_lines(program: Program) -> list[str]:
    """Return the options of all games, each once, with what can be written for them."""
    t, known = program.text, dict[str, Option]()
    for manifest in program.plugins.games():
        known |= _options(program, manifest)
    rows = [(t("option"), t("values"), t("title"))]
    for key, option in known.items():
        domain = key.partition(".")[0] if "." in key else "bastide"
        title = program.texts(domain)(option.title)
        rows.append((key, _values(t, option), title))
    return ["", *columns(rows), t("They are given as in --option {key}=VALUE.", key="seating")]


def _values(t: Text, option: Option) -> str:
    """Return what can be written for an option, and what it is where nothing is."""
    default = default_words(t, option.default)
    return t("{values}; else {value}", values=values_of(t, option), value=default)
