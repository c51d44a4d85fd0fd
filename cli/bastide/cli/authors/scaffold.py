"""`plugins new`: a small working plugin as a package of its own, written from templates.

The templates are trees of files as they will stand in the project: `package` becomes the package's
folder, NAME in a file's name the plugin's id, and each ends in `.txt`, which is dropped. Their text
is filled in by `string.Template`. `common` goes below the tree of the kind. A game's package may
bring a better tree for those who extend it: a folder `starter/expansion` or `starter/variant`.
"""

from __future__ import annotations

import keyword
import shutil
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from secrets import token_hex
from string import Template

from bastide.cli.authors.kinds import Draft, Wish, draft
from bastide.cli.authors.tongues import po_files
from bastide.cli.program import Failed, Misused, Program
from bastide.cli.written_files import unwritten

_COMMON = "common"
_PACKAGE = "package"
_SUFFIX = ".txt"
STARTER = "starter"


def write_plugin(program: Program, wish: Wish, where: Path) -> tuple[Path, Draft]:
    """Write a new project; return its folder, relative to `where`, and what was written.

    Raises:
        Misused: the name cannot be a plugin's id, or what it should be of is not there.
        Failed: the folder is there already, or it cannot be written.
    """
    _check_name(program, wish.name)
    wanted = draft(program, wish)
    folder = Path(f"bastide-{wanted.fields['dashed']}")
    if (where / folder).exists():
        raise Failed(
            program.text(
                "{folder} is there already; nothing was written.", folder=str(where / folder)
            )
        )
    try:
        _write_tree(where / folder, project_files(program, wanted))
    except OSError as error:
        raise Failed(unwritten(program.text, where / folder, error)) from error
    return folder, wanted


def _write_tree(folder: Path, texts: dict[str, str]) -> None:
    """Write a new folder, whole or not at all.

    Raises:
        OSError: it cannot be written, and nothing is left of it.
    """
    beside = folder.with_name(f".bastide-{token_hex(4)}.part")
    try:
        for path, text in texts.items():
            target = beside / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8", newline="\n")
        beside.rename(folder)
    except BaseException:
        shutil.rmtree(beside, ignore_errors=True)
        raise


def project_files(program: Program, wanted: Draft) -> dict[str, str]:
    """Return the texts of a project by path below its folder."""
    own = files("bastide.cli") / "template"
    fields, found = wanted.fields, dict[str, str]()
    for tree in (own / _COMMON, _starter(program, wanted) or own / wanted.kind):
        for path, template in _below(tree):
            first, slash, rest = path.partition("/")
            top = f"bastide_{fields['id']}" if first == _PACKAGE else first
            target = f"{top}{slash}{rest.replace('NAME', fields['id'])}"
            found[target] = _filled(program, path, template, fields)
    if wanted.kind == "language":
        folder = f"bastide_{fields['id']}/locale/{fields['language']}/LC_MESSAGES"
        for domain, text in po_files(program.catalogs.all(), fields["language"]):
            found[f"{folder}/{domain}.po"] = text
    return found


def _filled(program: Program, path: str, template: str, fields: dict[str, str]) -> str:
    """Return a template with its fields filled in.

    Raises:
        Failed: it names a field that there is not, or has a single $.
    """
    try:
        return Template(template).substitute(fields)
    except (KeyError, ValueError) as error:
        raise Failed(
            program.text(
                "The template {path} cannot be filled in: {reason}; a $ is written as $$.",
                path=path,
                reason=str(error),
            )
        ) from error


def _starter(program: Program, wanted: Draft) -> Traversable | None:
    """Return the tree that the base brings for this kind, or the base's base, if any does."""
    base = wanted.base
    while base is not None:
        folder = program.plugins.folder(base.id)
        tree = folder / STARTER / wanted.kind if folder else None
        if tree is not None and tree.is_dir():
            return tree
        base = program.plugins.manifest(base.extends) if base.extends else None
    return None


def _below(tree: Traversable, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield the paths and texts of the templates below a folder, without their suffix."""
    for entry in sorted(tree.iterdir(), key=lambda each: each.name):
        if entry.is_dir():
            yield from _below(entry, f"{path}{entry.name}/")
        elif entry.name.endswith(_SUFFIX):
            yield f"{path}{entry.name.removesuffix(_SUFFIX)}", entry.read_text("utf-8")


def _check_name(program: Program, name: str) -> None:
    if keyword.iskeyword(name) or name in ("bastide", "core"):
        raise Misused(
            program.text(
                "{name} cannot be a plugin's name: it is a word of Python or of bastide; use "
                "another one, as in {other}.",
                name=name,
                other=f"{name.lower()}_game",
            )
        )
    if not (name.isidentifier() and name.isascii() and name.islower()):
        raise Misused(
            program.text(
                "{name} cannot be a plugin's name: use small letters, digits and _, as in nim_2.",
                name=name,
            )
        )
    if name in program.plugins.manifests:
        raise Misused(program.text("There is a plugin {name} already.", name=name))
