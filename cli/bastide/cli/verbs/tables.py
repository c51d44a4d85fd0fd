"""`bastide tables`: what is open on this network."""

from __future__ import annotations

import click

from bastide.cli.answers import columns, show, show_json
from bastide.cli.grammar import N_, Command, Number, program_of
from bastide.cli.lan_run import answering, onlooker, row_id, settled
from bastide.cli.looping import run
from bastide.cli.program import Program
from bastide.cli.sessions.hands import hands_line
from bastide.cli.sessions.ports import TableRow

LOOK_SECONDS = 2.0
"""How long to look while nothing is found."""

SETTLE_SECONDS = 0.2
"""How long to wait for more after the last one was found."""


@click.command(
    cls=Command,
    help=N_(
        "List the tables on this network. It takes as long as the answers do; --wait looks for so "
        "many seconds."
    ),
    example="bastide tables --json",
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.option("--wait", type=Number(0, 600), metavar="S", help=N_("Look for S seconds."))
@click.pass_context
def tables(ctx: click.Context, as_json: bool, wait: int | None) -> None:
    program = program_of(ctx)
    if not as_json:
        show_tables(program, wait)
        return
    rows, interfaces, notice = run(program, _look(program, wait))
    found = [record(row) for row in rows]
    show_json({"tables": found, "interfaces": interfaces, "notice": notice})


def show_tables(program: Program, wait: int | None = None) -> None:
    """Look for tables and print them."""
    show(_lines(program, *run(program, _look(program, wait))))


async def _look(program: Program, wait: int | None) -> tuple[list[TableRow], list[str], str]:
    async with onlooker(program) as here:
        seconds = LOOK_SECONDS if wait is None else float(wait)
        enough = SETTLE_SECONDS if wait is None else seconds + 1
        found = set(
            map(row_id, await settled(here.node, lambda: answering(here.node), seconds, enough))
        )
        rows = [row for row in here.lobby.shown if row.id in found]
        return rows, list(here.lobby.interfaces), here.lobby.notice


def record(row: TableRow) -> dict[str, object]:
    """Return what scripts may want to know of a table."""
    return {
        "id": row.id,
        "name": row.name,
        "game": row.game,
        "extensions": list(row.extensions),
        "players": list(row.players),
        "seats": list(row.seats),
        "host": row.host,
        "key": row.key,
        "trust": row.trust,
        "state": row.state,
        "hands": row.hands,
        "fits": row.fits,
        "note": row.note,
        "address": row.invite,
        "facts": [[fact.title, fact.value] for fact in row.facts],
    }


def _lines(program: Program, rows: list[TableRow], interfaces: list[str], notice: str) -> list[str]:
    t = program.text
    looked = [
        t("Looked on: {interfaces}", interfaces=", ".join(interfaces) or t("no network")),
        *([notice] if notice else []),
    ]
    if not rows:
        return [
            t("No table was seen. `bastide host GAME` opens one; `bastide doctor` finds faults."),
            *looked,
        ]
    cells = [(t("table"), t("game"), t("seats"), t("host"), t("key"), t("state"))]
    for row in rows:
        game = " + ".join([row.game, *row.extensions])
        seats = f"{len(row.players)}/{row.seats[1]}"
        cells.append((row.name, game, seats, row.host, row.key, t(row.state)))
    notes = [
        t("{name}: {reason}", name=row.name, reason=note)
        for row in rows
        for note in (row.note, hands_line(t, row.hands))
        if note
    ]
    return [*columns(cells), *notes, *looked]
