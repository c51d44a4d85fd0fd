"""`bastide doctor`: what bastide finds out about this computer and its network."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

import click

from bastide.cli.answers import show, show_json
from bastide.cli.doctoring import Findings, Line, examine
from bastide.cli.firewalls import sentences
from bastide.cli.grammar import Command
from bastide.cli.marking import N_
from bastide.cli.networks import awaited, reason_word
from bastide.cli.program import Program
from bastide.cli.sessions.copied import own_copy
from bastide.cli.surroundings import program_of
from bastide.cli.verbs.table_options import INTERFACES
from bastide.cli.wording import wrap
from bastide.core.messages import Text
from bastide.core.screen import text_width
from bastide.net.finding.choosing import LeftOut, Reason, Survey
from bastide.net.finding.interfaces import Interface

LEAST = (60, 18)
"""Columns and rows that the screens need (`screens.layout`, which takes long to import)."""

_ENDLESS = 10_000
"""Columns of what is no terminal: a report is not broken into lines."""


@click.command(
    cls=Command,
    help=N_(
        "Look at the data folder, the network, the terminal and the plugins, and say what is wrong."
    ),
    example="bastide doctor",
)
@click.option("--json", "as_json", is_flag=True, help=N_("Print JSON for scripts."))
@INTERFACES
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
        "copies": found.copies,
        "port": found.folder.port,
        "listening": found.folder.listening,
        "addresses": found.addresses,
        "interfaces": [
            *map(_line_record, found.lines),
            *(_interface_record(each, reason) for each, reason in found.network.left_out),
        ],
        "awaited": found.network.awaited,
        "firewall": {
            "name": found.firewall.name,
            "suspected": found.firewall.is_suspected,
            "stops": list(found.firewall.stops),
            "remedy": found.firewall.remedy,
        },
        "depth": found.depth,
        "glyphs": found.glyphs,
        "encoding": found.encoding,
        "terminal": found.size is not None,
        "size": found.size,
        "language": found.language,
        "plugins": found.plugins,
        "faults": found.faults,
        "closed_tables": found.folder.closed,
        "settings_file": found.settings_file,
        "settings": found.settings,
    }


def _line_record(line: Line) -> dict[str, object]:
    probed = line.probed
    return {
        **_interface_record(line.interface),
        "multicast": probed.multicast,
        "mdns": probed.mdns.returns if probed.mdns else None,
        "beacon": probed.beacon.returns if probed.beacon else None,
        "others": line.others,
    }


def _interface_record(interface: Interface, left_out: str = "") -> dict[str, object]:
    """Return what is known of an interface; `left_out`: why it is not used."""
    return {
        "name": interface.name,
        "ipv4": list(interface.ipv4),
        "ipv6": list(interface.ipv6),
        "used": not left_out,
        "left_out": left_out,
    }


class Row(NamedTuple):
    """A thing that was looked at: whether it is as it should be, and sentences."""

    good: bool
    title: str
    said: Sequence[str]


def _lines(program: Program, found: Findings) -> list[str]:
    """Return what was found, a title and its sentences in each row, and how many need a look."""
    t, rows = program.text, list(_rows(program, found))
    bad = sum(not row.good for row in rows)
    about = f"bastide {found.bastide}, Python {found.python}, {found.system}"
    titles = max(text_width(row.title) for row in rows)
    room = found.size[0] - titles - 6 if found.size else _ENDLESS
    verdict = t.count("{n} thing to look at, marked !", "{n} things to look at, marked !", bad)
    return [
        about,
        *(line for row in rows for line in _row(row, titles, max(20, room), found.firewall.remedy)),
        verdict if bad else t("All that was looked at works."),
    ]


def _row(row: Row, titles: int, room: int, whole: Container[str]) -> Iterator[str]:
    """Yield the lines of a row; commands to copy are kept whole."""
    mark, title = "ok" if row.good else "! ", row.title
    parts = ([each] if each in whole else wrap(each, room) for each in row.said)
    for line in chain.from_iterable(parts):
        yield f"{mark}  {title}{' ' * (titles - text_width(title))}  {line}"
        mark, title = "  ", ""


def _rows(program: Program, found: Findings) -> Iterator[Row]:
    t, folder = program.text, found.folder
    yield Row(not folder.fault, t("data folder"), [_folder(program, found)])
    yield Row(not found.settings, t("settings"), [_settings(program, found), *found.settings])
    key = f"…{folder.key}" if folder.key else t("none yet")
    copied = own_copy(t, found.copies)
    yield Row(not copied, t("identity"), [key, copied] if copied else [key])
    yield Row(True, t("listening"), [_listening(program, found)])
    for line in found.lines:
        yield Row(line.works, t("network"), _network(program, line, found.network))
    if waiting := awaited(t, found.network):
        yield Row(False, t("network"), [waiting])
    elif not found.lines:
        yield Row(False, t("network"), [t("no interface is up")])
    if found.network.left_out:
        yield Row(True, t("left out"), _left_out(t, found.network.left_out))
    yield Row(not found.firewall.is_suspected, t("firewall"), sentences(t, found.firewall))
    yield Row(_is_large(found), t("terminal"), [_terminal(program, found)])
    yield Row(True, t("language"), [found.language])
    yield Row(not found.faults, t("plugins"), [", ".join(found.plugins), *found.faults])
    if folder.closed:
        yield Row(False, t("stored tables"), folder.closed)


def _folder(program: Program, found: Findings) -> str:
    folder = found.folder
    if folder.fault or not folder.is_new:
        return folder.fault or str(folder.path)
    return program.text("{path}: not made yet; the first table makes it", path=str(folder.path))


def _settings(program: Program, found: Findings) -> str:
    if found.has_settings or found.settings:
        return found.settings_file
    return program.text("{path}: not made yet; all is as by default", path=found.settings_file)


def _listening(program: Program, found: Findings) -> str:
    t, shown = program.text, ", ".join(found.addresses)
    if found.folder.listening:
        return t("now, on {addresses}", addresses=shown)
    if shown:
        return t("not now; last on {addresses}", addresses=shown)
    return t("never yet")


def _network(program: Program, line: Line, network: Survey) -> list[str]:
    t, interface = program.text, line.interface
    where = f"{interface.name} {' '.join((*interface.ipv4, *interface.ipv6))}"
    if interface.is_loopback and network.is_chosen:
        return [t("{where}: reaches this computer alone", where=where)]
    if interface.is_loopback:
        return [t("{where}: reaches this computer alone; no network is up", where=where)]
    n = len(line.others)
    others = t.count("{n} other bastide answers", "{n} other bastides answer", n)
    others = others if n else t("no other bastide answers")
    return [where, t("{ways}; {others}", ways=_ways(t, line), others=others)]


def _left_out(t: Text, left_out: Sequence[LeftOut]) -> list[str]:
    """Name the interfaces that are not used, by what keeps them out."""
    names: dict[Reason, list[str]] = {}
    for interface, reason in left_out:
        names.setdefault(reason, []).append(" ".join([interface.name, *interface.hosts[:1]]))
    return [
        t("{reason}: {interfaces}", reason=reason_word(t, reason), interfaces=", ".join(some))
        for reason, some in names.items()
    ]


def _ways(t: Text, line: Line) -> str:
    """Say which ways to find tables work, by what came back."""
    probed = line.probed
    if probed.mdns is None:
        return t("no IPv4 here: not tried")
    beacon = probed.beacon is not None and probed.beacon.returns
    if probed.mdns.returns:
        return t("mDNS and beacon work") if beacon else t("mDNS works, the beacon does not")
    if beacon:
        return t("mDNS does not come back, the beacon does")
    if line.others:
        return t("what is sent to all does not come in here: others do not find your tables")
    return t("nothing comes back: join by address or ticket")


def _is_large(found: Findings) -> bool:
    """Tell whether the terminal is large enough for the screens; line mode needs no size."""
    return found.size is None or (found.size[0] >= LEAST[0] and found.size[1] >= LEAST[1])


def _terminal(program: Program, found: Findings) -> str:
    t = program.text
    kind = t("no terminal: line mode")
    if found.size:
        width, height = found.size
        kind = t("a terminal of {width}x{height}", width=width, height=height)
        if not _is_large(found):
            kind = t("{kind}, too small for the screens", kind=kind)
    return t(
        "{kind}; colours: {depth}; characters: {glyphs}, {encoding}",
        kind=kind,
        depth=found.depth,
        glyphs=found.glyphs,
        encoding=found.encoding,
    )
