"""The pages of the plugin guide, and the blocks of code in them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
ENTRANCE = ROOT / "docs" / "plugins.md"
PAGES = (ENTRANCE, *sorted((ROOT / "docs" / "plugins").glob("*.md")))

_BLOCK = re.compile(
    r"^(#+) ([^\n]+)$|^```(\w*)(?: ([^\n]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL
)


class Block(NamedTuple):
    """A block of code.

    path: the file that it is, below the project; with a plus before it, what is added to the file's
    end; of `diff`, whose lines go and come; of `sh`, the computer; "" for a fragment.
    page, title: where it stands, the title without backquotes.
    """

    language: str
    path: str
    text: str
    page: str
    title: str


@cache
def text_of(page: Path) -> str:
    """Return the text of a page."""
    return page.read_text(encoding="utf-8")


@cache
def blocks(*pages: Path) -> tuple[Block, ...]:
    """Return the blocks of some pages, else of all, in their order."""
    return tuple(block for page in pages or PAGES for block in _blocks_of(page))


def _blocks_of(page: Path) -> list[Block]:
    found, title = list[Block](), ""
    for match in _BLOCK.finditer(text_of(page)):
        if match[1]:
            title = match[2].replace("`", "")
        else:
            found.append(Block(match[3], match[4] or "", match[5], page.stem, title))
    return found


def section(title: str, page: Path = ENTRANCE) -> str:
    """Return the text below a heading of the second level, up to the next one."""
    pattern = rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)"
    match = re.search(pattern, text_of(page), re.MULTILINE | re.DOTALL)
    assert match, title
    return match[1]


def rows(text: str) -> list[str]:
    """Return the first column of all tables, without their headings."""
    first = [line.split("|")[1].strip() for line in text.splitlines() if line.startswith("|")]
    return [cell for cell in first if cell.startswith("`")]


def names(cells: list[str]) -> set[str]:
    """Return what is named in cells such as `put(TABLE)(key)` or `ask`, `answer`."""
    return {name for cell in cells for name in re.findall(r"`@?(\w+)", cell)}


def write_files(folder: Path, *wanted: Block) -> None:
    """Write blocks with a path below a folder, in their order."""
    for block in wanted:
        path = folder / block.path.removeprefix("+")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_changed(block, path), encoding="utf-8", newline="\n")
        if path.name == "plugin.py":
            (path.parent / "__init__.py").touch()


def _changed(block: Block, path: Path) -> str:
    """Return what a file holds once a block was followed."""
    if block.path.startswith("+"):
        return path.read_text(encoding="utf-8") + block.text
    if block.language != "diff":
        return block.text
    text = path.read_text(encoding="utf-8")
    for old, new in _hunks(block.text):
        assert text.count(old) == 1, f"{path.name}: {old}"
        text = text.replace(old, new)
    return text


def _hunks(diff: str) -> list[tuple[str, str]]:
    """Return the runs of lines that go, with those that take their place."""
    runs = re.findall(r"((?:^-.*\n)+)((?:^\+.*\n)+)", diff, re.MULTILINE)
    assert "".join(old + new for old, new in runs) == diff
    return [(_unmarked(old), _unmarked(new)) for old, new in runs]


def _unmarked(lines: str) -> str:
    return re.sub(r"^[-+]", "", lines, flags=re.MULTILINE)
