"""`plugins new`: a small working game as a package of its own, written from templates."""

from __future__ import annotations

import keyword
from importlib.resources import files
from pathlib import Path
from string import Template

from bastide.cli.program import Failed, Misused, Program

_LAYOUT = {
    "pyproject.toml.txt": "pyproject.toml",
    "README.md.txt": "README.md",
    "plugin.py.txt": "bastide_$id/plugin.py",
    "state.py.txt": "bastide_$id/state.py",
    "turn.py.txt": "bastide_$id/turn.py",
    "en.po.txt": "bastide_$id/locale/en/LC_MESSAGES/$id.po",
    "fr.po.txt": "bastide_$id/locale/fr/LC_MESSAGES/$id.po",
    "test.py.txt": "tests/test_$id.py",
}
"""Where each template goes, below the project's folder."""


def write_plugin(program: Program, name: str, where: Path) -> Path:
    """Write a new project and return its folder, relative to `where`.

    Raises:
        Misused: the name cannot be a plugin's id.
        Failed: the folder is there already.
        OSError: it cannot be written.
    """
    id = _checked(program, name)
    folder = Path(f"bastide-{id.replace('_', '-')}")
    if (where / folder).exists():
        raise Failed(
            program.text(
                "{folder} is there already; nothing was written.", folder=str(where / folder)
            )
        )
    fields = {"id": id, "dashed": id.replace("_", "-"), "title": id.replace("_", " ").capitalize()}
    for source, target in _LAYOUT.items():
        text = (files("bastide.cli") / "template" / source).read_text("utf-8")
        path = where / folder / Template(target).substitute(fields)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(Template(text).substitute(fields), encoding="utf-8", newline="\n")
    (where / folder / f"bastide_{id}" / "__init__.py").write_text(
        f'"""{fields["title"]} for bastide."""\n', encoding="utf-8"
    )
    return folder


def _checked(program: Program, name: str) -> str:
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
    return name
