"""`bastide verify`, `export` and `replay`: looking at journals."""

from __future__ import annotations

from pathlib import Path

import click

from bastide.cli import shells
from bastide.cli.answers import show, show_json
from bastide.cli.catalogs import together
from bastide.cli.grammar import Command
from bastide.cli.journal_faults import fault_of
from bastide.cli.journals import Judged, judged, judged_table, opened, write_new
from bastide.cli.looping import run
from bastide.cli.marking import N_
from bastide.cli.program import Failed, Program
from bastide.cli.sessions.hands import hides_cards, unfinished_secret
from bastide.cli.surroundings import program_of
from bastide.cli.verbs.stored_lists import listed, stored_as
from bastide.cli.wording import home_path
from bastide.core.journal import write_file
from bastide.core.messages import English
from bastide.core.table import Table
from bastide.net.games import Verdict
from bastide.net.storage.store import GameStatus

WHAT = "FILE|TABLE"


@click.command(
    cls=Command,
    help=N_(
        "Check a journal: form, signatures, chain, rules, and the proof that somebody cheated, if "
        "there is any. FILE is a journal file, TABLE a table of the data folder, by its name or "
        "the start of its id."
    ),
    example="bastide verify game.bastide",
)
@click.argument("what", metavar=WHAT, type=click.UNPROCESSED, shell_complete=shells.journals)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.pass_context
def verify(ctx: click.Context, what: str, as_json: bool) -> int:
    program = program_of(ctx)
    found = judged(program, what)
    if as_json:
        show_json(record(found))
    elif not found.verdict.good:
        show(_accusations(program, found.verdict))
        raise Failed(_fault(program, found.verdict))
    else:
        show([*_praise(program, found), *_accusations(program, found.verdict)])
    return 0 if found.verdict.good and not found.verdict.findings else 1


def record(found: Judged) -> dict[str, object]:
    """Return what was found for scripts."""
    verdict, table = found.verdict, found.verdict.table
    content: dict[str, object] = {
        "good": verdict.good,
        "fault": verdict.fault,
        "entries": verdict.entries,
        "digest": verdict.digest.hex(),
        "title": found.title,
        "evidence": [
            {
                "kind": finding.kind,
                "place": finding.place,
                "step": finding.step,
                "says": English().say(finding.message),
            }
            for finding in verdict.findings
        ],
    }
    if table is None:
        return content
    return content | {
        "game": table.genesis.game,
        "version": table.genesis.version,
        "extensions": [extension.name for extension in table.genesis.extensions],
        "names": list(table.names),
        "over": table.over,
        "scores": list(table.state.scores),
        "ranking": [list(pair) for pair in table.rules.ranking(table.state)] if table.over else [],
    }


def _fault(program: Program, verdict: Verdict) -> str:
    said = fault_of(program.text, verdict)
    fault = said[:1].upper() + said[1:].rstrip(".")
    if not verdict.entries:
        return f"{fault}."
    return program.text.count(
        "{fault}. Before it {n} entry is good.",
        "{fault}. Before it {n} entries are good.",
        verdict.entries,
        fault=fault,
    )


def _praise(program: Program, found: Judged) -> list[str]:
    t, verdict, table = program.text, found.verdict, found.verdict.table
    lines = [
        t.count(
            "All {n} entry is signed and verified.",
            "All {n} entries are signed and verified.",
            verdict.entries,
        )
    ]
    if table:
        scores = ", ".join(
            f"{name} {points}" for name, points in zip(table.names, table.state.scores, strict=True)
        )
        state = t("The game is over.") if table.over else t("The game is not over.")
        lines += [f"{table.genesis.game} {table.genesis.version}: {scores}", state]
    return [*lines, t("Journal digest: {digest}", digest=verdict.digest.hex())]


def _accusations(program: Program, verdict: Verdict) -> list[str]:
    """Return what is proven of seats, a line each."""
    t = program.text
    if not verdict.findings:
        return []
    plugins = verdict.table.rules.active if verdict.table else ()
    words = together(program.texts, (*plugins, "bastide"))
    said = [words.say(finding.message) for finding in verdict.findings]
    return [
        t("The journal is good as far as it goes, but it proves that somebody cheated."),
        *(t("Proof {n}: {finding}", n=n, finding=each) for n, each in enumerate(said, 1)),
    ]


@click.command(
    cls=Command,
    help=N_("Write the journal of a table of the data folder to a file that anybody can verify."),
    example="bastide export kitchen kitchen.bastide",
)
@click.argument("table", shell_complete=shells.tables)
@click.argument("file", type=click.Path(path_type=Path))
@click.pass_context
def export(ctx: click.Context, table: str, file: Path) -> None:
    program = program_of(ctx)
    found = judged_table(program, table)
    if found.verdict.table is None or not found.verdict.good:
        raise Failed(_fault(program, found.verdict))
    _check_secret(program, found.verdict.table)
    content = write_file(found.verdict.table.journal, found.proofs)
    replaced = write_new(program, file.expanduser(), content)
    t, where = program.text, home_path(file.expanduser())
    show(
        [
            t("Replaced: {path}", path=where) if replaced else t("Written: {path}", path=where),
            t("Journal digest: {digest}", digest=found.verdict.digest.hex()),
        ]
    )


def _check_secret(program: Program, table: Table) -> None:
    """Refuse to write the seed of a local game whose hidden cards are still played with.

    Raises:
        Failed: it is one.
    """
    genesis = table.genesis
    names = [genesis.game, *(extension.name for extension in genesis.extensions)]
    if genesis.local and not table.over and hides_cards(program.plugins, names):
        raise Failed(unfinished_secret(program.text))


@click.command(
    cls=Command,
    help=N_(
        "Show a game again from its start: on a terminal step by step, else as a transcript. FILE "
        "is a journal file, TABLE a table of the data folder; only of the latter your own hand is "
        "shown. Without either: which games there are."
    ),
    example="bastide replay game.bastide",
)
@click.argument(
    "what",
    metavar=f"[{WHAT}]",
    required=False,
    type=click.UNPROCESSED,
    shell_complete=shells.journals,
)
@click.pass_context
def replay(ctx: click.Context, what: str | None) -> int:
    program = program_of(ctx)
    if what is None:
        return _show_finished(program)
    found = judged(program, what, trusting=True)
    if found.verdict.table is None:
        raise Failed(_fault(program, found.verdict))
    code = 0
    if program.is_plain:
        _transcript(program, found)
    else:
        from bastide.cli.screens.screen_run import Screen

        code = run(program, Screen(program).replay(found))
    if not (code or found.verdict.good):
        raise Failed(_fault(program, found.verdict))
    return code


def _show_finished(program: Program) -> int:
    """List the finished games, and how one is shown again."""
    t = program.text
    with opened(program) as store:
        lines = listed(program, store, stored_as(program, store, GameStatus.OVER))
    if not lines:
        raise Failed(t("No game is finished here yet: name a journal file, or a table."))
    show(
        [*lines, t("`bastide replay ID` shows one of them again, `bastide replay FILE` a journal.")]
    )
    return 0


def _transcript(program: Program, found: Judged) -> None:
    """Print the game as line mode told it, then the result and the digest."""
    from bastide.cli.lines.telling import Teller, spoken
    from bastide.cli.sessions.replay_session import ReplaySession
    from bastide.cli.sessions.spoken import talk_items

    table = found.verdict.table
    if table is None:
        return
    journal, own = table.journal, found.own
    session = ReplaySession(program.plugins, program.texts, journal, found.title, own)
    session.go(session.length)
    teller = Teller(session, program.texts, program.display.glyphs, brief=program.flags.brief)
    teller.news()
    show(spoken(program.text, talk_items(table, found.talk)))
    if session.finished:
        show(teller.result())
    show([teller.digest()])
