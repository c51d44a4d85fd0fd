"""`plugins`: a line or two for each plugin that is installed, and why others were not loaded."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from bastide.cli.answers import columns
from bastide.cli.authors.origins import Origin, origin_of, origin_of_fault
from bastide.cli.authors.retired import retired_lines
from bastide.cli.authors.sentences import fault_text, load_sentence
from bastide.cli.program import Program
from bastide.cli.verbs.games import title_of
from bastide.core.messages import Text
from bastide.core.plugins import Fault
from bastide.net.lobby.other_rules import shown_rules

WIDTH = 80


def record(program: Program) -> dict[str, object]:
    """Return all plugins and faults for scripts."""
    found = program.plugins
    return {
        "plugins": [_record(program, id) for id in found.manifests],
        "faults": [_fault_record(program, fault) for fault in found.faults],
        "retired": retired_lines(found, found.manifests, program.text),
    }


def _record(program: Program, id: str) -> dict[str, object]:
    found = program.plugins
    m, origin = found.manifest(id), origin_of(found, id)
    return {
        "id": m.id,
        "version": m.version,
        "api": m.api,
        "kind": m.kind,
        "title": title_of(program, m),
        "extends": m.extends,
        "requires": list(m.requires),
        "conflicts": list(m.conflicts),
        "seats": list(m.seats),
        "rules": found.rules_id(m.id).hex(),
        "from": "built in" if origin.built_in else "distribution",
        "distribution": f"{origin.distribution} {origin.version}".strip(),
        "path": origin.path,
    }


def _fault_record(program: Program, fault: Fault) -> dict[str, object]:
    origin = origin_of_fault(fault.name)
    return {
        "name": fault.name,
        "reason": fault.reason,
        "sentence": fault_text(program.text, fault),
        "distribution": f"{origin.distribution} {origin.version}".strip() if origin else "",
    }


def listed(program: Program) -> list[str]:
    """Return the plugins in columns, those of others with their folder below, then the faults."""
    t, found = program.text, program.plugins
    rows = [tuple(t(word) for word in ("plugin", "version", "API", "kind", "extends", "title"))]
    for m in found.manifests.values():
        needs = ",".join(dict.fromkeys([*([m.extends] if m.extends else []), *m.requires]))
        rows.append((m.id, m.version, str(m.api), t(m.kind), needs or "-", title_of(program, m)))
    head, *lines = columns(rows, fit=False)
    out = [head[:WIDTH]]
    for id, line in zip(found.manifests, lines, strict=True):
        out += (
            wrap(line, WIDTH, subsequent_indent="    ", drop_whitespace=True)
            if len(line) > WIDTH
            else [line]
        )
        out.append(_from(t, origin_of(found, id), shown_rules(found.rules_id(id))))
    return out + fault_lines(program) + retired_lines(found, found.manifests, t)


def _from(t: Text, origin: Origin, rules: str = "") -> str:
    """Return where a plugin comes from, and what tells its rules files, in one line that fits."""
    files = f", {t('rules files {id}', id=rules)}" if rules else ""
    if origin.built_in:
        return f"    {t('built in')}{files}"
    name = f"    {origin.distribution} {origin.version}{files}: "
    return name + shortened(origin.path, WIDTH - len(name))


def shortened(path: str, width: int) -> str:
    """Return a path that fits, its middle left out where it must be."""
    if len(path) <= width:
        return path
    head = max(0, width - 3) // 2
    return f"{path[:head]}...{path[len(path) - (width - 3 - head) :]}"


def fault_lines(program: Program) -> list[str]:
    """Return a sentence for each plugin that cannot be loaded, or fails when it is asked."""
    return [line for fault in program.plugins.faults for line in _fault_lines(program, fault)]


def _fault_lines(program: Program, fault: Fault) -> Iterator[str]:
    said = load_sentence(program.text, program.plugins, fault)
    yield from wrap(said, WIDTH, break_on_hyphens=False)
    origin = origin_of_fault(fault.name)
    if origin:
        yield _from(program.text, origin)
