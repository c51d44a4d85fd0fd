"""`bastide doctor`: what bastide finds out about this computer and its network."""

from __future__ import annotations

import click

from bastide.cli.answers import columns, show, show_json
from bastide.cli.doctoring import Findings, Line, examine, firewall_hint
from bastide.cli.grammar import N_, Command, program_of
from bastide.cli.program import Program


@click.command(
    cls=Command,
    help=N_(
        "Look at the data folder, the network, the terminal and the plugins, and say what is wrong."
    ),
    example="bastide doctor",
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.pass_context
def doctor(ctx: click.Context, as_json: bool) -> int:
    program = program_of(ctx)
    found = examine(program)
    if as_json:
        show_json(record(found))
    else:
        show(_lines(program, found))
    return 0 if found.good else 1


def record(found: Findings) -> dict[str, object]:
    """Return the findings for scripts."""
    return {
        "ok": found.good,
        "bastide": found.bastide,
        "python": found.python,
        "system": found.system,
        "home": str(found.folder.path),
        "home_fault": found.folder.fault,
        "identity": found.folder.key,
        "port": found.folder.port,
        "listening": found.folder.listening,
        "addresses": found.addresses,
        "interfaces": [
            {
                "name": line.interface.name,
                "ipv4": list(line.interface.ipv4),
                "ipv6": list(line.interface.ipv6),
                "multicast": line.multicast,
            }
            for line in found.lines
        ],
        "depth": found.depth,
        "glyphs": found.glyphs,
        "encoding": found.encoding,
        "terminal": found.terminal,
        "language": found.language,
        "plugins": found.plugins,
        "faults": found.faults,
        "settings_file": found.settings_file,
        "settings": found.settings,
    }


def _lines(program: Program, found: Findings) -> list[str]:
    t, folder = program.text, found.folder
    rows = [
        ("bastide", f"{found.bastide}, Python {found.python}, {found.system}"),
        (t("data folder"), _folder(program, found)),
        (t("settings"), found.settings_file),
        (t("identity"), f"…{folder.key}" if folder.key else "-"),
        (t("listening"), _listening(program, found)),
        *((t("network"), _network(program, line)) for line in found.lines),
        *([(t("network"), t("no interface is up"))] if not found.lines else []),
        (t("terminal"), _terminal(program, found)),
        (t("language"), found.language),
        (t("plugins"), ", ".join(found.plugins)),
        *((t("fault"), fault) for fault in found.faults),
        *((t("fault"), fault) for fault in found.settings),
    ]
    return [*columns(rows), firewall_hint(program, folder.port)]


def _folder(program: Program, found: Findings) -> str:
    folder = found.folder
    if folder.fault or not folder.is_new:
        return folder.fault or str(folder.path)
    return program.text("{path}: not made yet; the first table makes it", path=str(folder.path))


def _listening(program: Program, found: Findings) -> str:
    t, shown = program.text, ", ".join(found.addresses)
    if found.folder.listening:
        return t("now, on {addresses}", addresses=shown)
    if shown:
        return t("not now; last on {addresses}", addresses=shown)
    return t("never yet")


def _network(program: Program, line: Line) -> str:
    t, interface = program.text, line.interface
    where = f"{interface.name} {' '.join((*interface.ipv4, *interface.ipv6))}"
    if interface.is_loopback:
        return t("{where}: reaches this computer alone; no network is up", where=where)
    if line.multicast is None:
        return where
    if line.multicast:
        return t("{where}: multicast works", where=where)
    return t("{where}: multicast does not come back; join by address instead", where=where)


def _terminal(program: Program, found: Findings) -> str:
    t = program.text
    kind = t("a terminal") if found.terminal else t("no terminal: line mode")
    return t(
        "{kind}; colours: {depth}; characters: {glyphs}, {encoding}",
        kind=kind,
        depth=found.depth,
        glyphs=found.glyphs,
        encoding=found.encoding,
    )
