"""`bastide tables`: what is open on this network."""

from __future__ import annotations

from typing import NamedTuple

import click

from bastide.cli.answers import columns, show, show_json
from bastide.cli.grammar import Command
from bastide.cli.lan_run import answering, onlooker, settled
from bastide.cli.looping import run
from bastide.cli.marking import N_
from bastide.cli.meant_tables import row_id
from bastide.cli.program import Program
from bastide.cli.sessions.hands import hands_line
from bastide.cli.sessions.ports import TableRow
from bastide.cli.surroundings import program_of
from bastide.cli.typed_values import Number
from bastide.cli.verbs.table_options import INTERFACES
from bastide.core.messages import Text

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
@INTERFACES
@click.pass_context
def tables(ctx: click.Context, as_json: bool, wait: int | None) -> None:
    program = program_of(ctx)
    if not as_json:
        show_tables(program, wait)
        return
    rows, network = run(program, _look(program, wait))
    show_json({"tables": [record(row) for row in rows], **network._asdict()})


def show_tables(program: Program, wait: int | None = None) -> None:
    """Look for tables and print them."""
    show(_lines(program, *run(program, _look(program, wait))))


class Network(NamedTuple):
    """Where was looked, where was not, and what hinders it."""

    interfaces: list[str]
    left_out: list[str]
    notice: str


async def _look(program: Program, wait: int | None) -> tuple[list[TableRow], Network]:
    async with onlooker(program) as here:
        seconds = LOOK_SECONDS if wait is None else float(wait)
        enough = SETTLE_SECONDS if wait is None else seconds + 1
        found = set(
            map(row_id, await settled(here.node, lambda: answering(here.node), seconds, enough))
        )
        rows = [row for row in here.lobby.shown if row.id in found]
        lobby = here.lobby
        return rows, Network(list(lobby.interfaces), list(lobby.left_out), lobby.notice)


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


def _lines(program: Program, rows: list[TableRow], network: Network) -> list[str]:
    t = program.text
    looked = _looked(t, network)
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


def _looked(t: Text, network: Network) -> list[str]:
    """Say where was looked, and what is wrong there."""
    where, others = ", ".join(network.interfaces), ", ".join(network.left_out)
    return [
        t("Looked on: {interfaces}", interfaces=where or t("no network")),
        *([t("Left out: {interfaces}", interfaces=others)] if others else []),
        *([network.notice] if network.notice else []),
    ]
