"""`bastide plugins`: what is installed and what fails; writing and checking one's own."""

from __future__ import annotations

from pathlib import Path

import click

from bastide.cli.answers import columns, complain, show, show_json
from bastide.cli.authors.checking import check_path, end_digests
from bastide.cli.grammar import N_, Command, Group, program_of
from bastide.cli.program import Failed, Program
from bastide.cli.progress_line import ProgressLine
from bastide.cli.verbs.games import title_of
from bastide.cli.verbs.new_plugin import new


@click.group(
    cls=Group,
    invoke_without_command=True,
    help=N_("List all plugins, also those that cannot be loaded, with the reason."),
    example="bastide plugins --json",
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@click.pass_context
def plugins(ctx: click.Context, as_json: bool) -> None:
    if ctx.invoked_subcommand:
        return
    program = program_of(ctx)
    program.warn()
    program.plugins.ask_all()
    if as_json:
        show_json(record(program))
    else:
        show(_lines(program))


def record(program: Program) -> dict[str, object]:
    """Return all plugins and faults for scripts."""
    found = program.plugins
    return {
        "plugins": [
            {
                "id": m.id,
                "version": m.version,
                "kind": m.kind,
                "title": title_of(program, m),
                "extends": m.extends,
                "requires": list(m.requires),
                "conflicts": list(m.conflicts),
                "seats": list(m.seats),
                "rules": found.rules_id(m.id).hex(),
            }
            for m in found.manifests.values()
        ],
        "faults": [{"name": fault.name, "reason": fault.reason} for fault in found.faults],
    }


def _lines(program: Program) -> list[str]:
    t, found = program.text, program.plugins
    rows = [(t("plugin"), t("version"), t("kind"), t("title"), t("needs"))]
    for m in found.manifests.values():
        needs = ",".join(dict.fromkeys([*([m.extends] if m.extends else []), *m.requires]))
        rows.append((m.id, m.version, t(m.kind), title_of(program, m), needs or "-"))
    return columns(rows) + fault_lines(program)


def fault_lines(program: Program) -> list[str]:
    """Return a sentence for each plugin that cannot be loaded, or fails when it is asked."""
    t, lines = program.text, list[str]()
    for name, reason in program.plugins.faults:
        reason = reason.rstrip(".")
        if name in program.plugins.manifests:
            lines.append(t("Plugin {name} fails: {reason}.", name=name, reason=reason))
        else:
            lines.append(t("{name} cannot be loaded: {reason}.", name=name, reason=reason))
    return lines


plugins.add_command(new)


@plugins.command(
    "check",
    cls=Command,
    help=N_(
        "Play a plugin's games in every way that the contract asks for, and say what breaks it. "
        "PATH is its package or its project folder, or the id of an installed plugin."
    ),
    example="bastide plugins check ./bastide-nim",
)
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--digests", is_flag=True, hidden=True)
@click.pass_context
def check(ctx: click.Context, path: Path, digests: bool) -> None:
    program = program_of(ctx)
    if digests:
        show(end_digests(path))
        return
    with ProgressLine(program.text) as line:
        report = check_path(program, path, line.say)
    show(report.good)
    if report.faults:
        for fault in report.faults:
            complain(fault)
        n = len(report.faults)
        raise Failed(program.text.count("{n} fault was found.", "{n} faults were found.", n))
    show([program.text("Everything holds.")])
