"""The protocol document names what the code has: kinds, fields, bounds, tags, vectors.

Whether its sentences are true is for readers; that nothing is missing, and no figure stale, is not.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bastide.core import encoding, entries, genesis, journal, packages, payloads, secret_requests
from bastide.net import limits
from bastide.net.identity import PURPOSES
from bastide.net.links.messages import AUTH, DIALLER_HELLO, LISTENER_HELLO, SHAPES
from bastide.net.links.schema import Fields, Many, Octets, Shape, Whole, Word, Words
from bastide.net.lobby import tables
from bastide.net.sync.ledger import PROVEN
from bastide.net.sync.writing import REVEALING
from bastide.net.veil import room

ROOT = Path(__file__).parent.parent
DOCUMENT = (ROOT / "docs" / "protocol.md").read_text("utf-8")
VECTORS = (ROOT / "tests" / "net" / "vectors.json").read_text("utf-8")
SOURCE_ROOTS = ("core", "net", "cli", "plugins")
UNITS = {"KiB": 1024, "MiB": 1024**2, "%": 0.01}

CORE_LIMITS = {
    "MAX_DEPTH": encoding.MAX_DEPTH,
    "MAX_TEXT": encoding.MAX_TEXT,
    "MAX_ARRAY": encoding.MAX_ARRAY,
    "MAX_MAP": encoding.MAX_MAP,
    "MAX_GENESIS": genesis.MAX_GENESIS,
    "MAX_STEPS": entries.MAX_STEPS,
    "MAX_BODY": entries.MAX_BODY,
    "MAX_MOVE": payloads.MAX_MOVE,
    "MAX_CARDS": secret_requests.MAX_CARDS,
    "STRIP_BYTES": room.STRIP_BYTES,
    "MAX_FRAME": journal.MAX_FRAME,
    "TELL_SECONDS": tables.TELL_SECONDS,
}


def section(title: str) -> str:
    """Return a chapter of the document, by its heading."""
    return DOCUMENT.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def rows(text: str) -> dict[str, list[str]]:
    """Return the rows of tables whose first cell is one word of code, by that word."""
    found = re.findall(r"^\| `([^`]+)` \|(.*)\|$", text, re.MULTILINE)
    return {name: [cell.strip() for cell in rest.split(" | ")] for name, rest in found}


def numbers(text: str) -> list[float]:
    """Return the numbers of a cell: `2 MiB` is 2097152.0, `20 %` is 0.2."""
    unit = next((UNITS[word] for word in text.split() if word in UNITS), 1)
    return [float(each) * unit for each in re.findall(r"\d+(?:\.\d+)?", text)]


def limits_of_the_code() -> dict[str, object]:
    own = {name: value for name, value in vars(limits).items() if name.isupper()}
    return {**own, **CORE_LIMITS}


def modules() -> Iterator[tuple[Path, str]]:
    for folder in SOURCE_ROOTS:
        for path in sorted((ROOT / folder).rglob("*.py")):
            yield path, path.read_text("utf-8")


def tags() -> set[str]:
    """Return every tag that some code hashes with."""
    found = set()
    for _, text in modules():
        for node in ast.walk(ast.parse(text)):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            function = node.func
            name = function.id if isinstance(function, ast.Name) else ""
            first = node.args[0]
            if name in ("tagged_hash", "prefixed") and isinstance(first, ast.Constant):
                found.add(str(first.value))
    return found


def kinds_of_entries() -> set[str]:
    """Return what table and dealer compare the kind of an entry with, and what writes it."""
    found = set(REVEALING | PROVEN)
    for path in ("core/bastide/core/table.py", "net/bastide/net/dealing/fair.py"):
        for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
            if isinstance(node, ast.Compare) and ast.unparse(node.left).split(".")[-1] == "kind":
                found |= {
                    str(each.value)
                    for each in ast.walk(node)
                    if isinstance(each, ast.Constant) and isinstance(each.value, str)
                }
    return found


# messages


def test_messages_and_their_fields_are_those_of_the_code() -> None:
    table = rows(section("Messages"))
    assert set(table) == set(SHAPES)
    for kind, shape in SHAPES.items():
        named = set(re.findall(r"`([^`]+)`", table[kind][0]))
        assert named >= set(shape.shapes), kind


@pytest.mark.parametrize("shape", [DIALLER_HELLO, LISTENER_HELLO, AUTH])
def test_the_handshake_is_there_with_its_fields(shape: Fields) -> None:
    channel = section("Channel")
    assert "| `hello` |" in channel
    assert "| `auth` |" in channel
    assert all(f"`{field}`" in channel for field in shape.shapes)


def bounds(shape: Shape) -> set[int]:
    """Return the bounds of a field that its row has to give."""
    if isinstance(shape, Many):
        return {shape.most}
    if isinstance(shape, Words | Word):
        return {shape.most}
    if isinstance(shape, Octets):
        return {shape.high}
    return {abs(shape.low), shape.high} if isinstance(shape, Whole) else set()


def test_the_bounds_of_fields_are_given() -> None:
    """In the row, or where the words of the table are explained."""
    text = section("Messages").replace("2^53 − 1", str(2**53 - 1))
    words, table = text.split("| kind |")[0], rows(text)
    for kind, shape in SHAPES.items():
        given = {int(each) for each in re.findall(r"\d+", words + table[kind][0])}
        wanted = set().union(*(bounds(each) for each in shape.shapes.values()))
        assert wanted <= given, kind


def test_a_table_in_the_list_has_its_fields() -> None:
    inner = SHAPES["tables"].shapes["l"]
    assert isinstance(inner, Many)
    assert isinstance(inner.inner, Fields)
    said = section("Messages").split("A table in `tables`")[1]
    assert all(f"`{field}`" in said for field in inner.inner.shapes)


# limits


def test_every_limit_is_in_the_table_and_nothing_else() -> None:
    assert set(rows(section("Limits"))) == set(limits_of_the_code())


@pytest.mark.parametrize("name", sorted(limits_of_the_code()))
def test_the_figure_of_a_limit_is_that_of_the_code(name: str) -> None:
    value = limits_of_the_code()[name]
    expected = list(value) if isinstance(value, tuple) else [value]
    assert numbers(rows(section("Limits"))[name][0]) == pytest.approx(expected)


# the journal


def test_every_kind_of_entry_is_in_the_table() -> None:
    kinds = kinds_of_entries()
    assert kinds == {"join", "move", "commit", "reveal", "roll", *PROVEN}
    assert set(rows(section("Journal"))) == kinds


def test_every_key_of_a_genesis_is_in_the_table() -> None:
    seat = [genesis.Seat(bytes([n]) * 32, "Ann") for n in (1, 1)]
    made = genesis.make_genesis(
        game="demo",
        version="1",
        rules_id=bytes(32),
        extensions=[],
        options={},
        seats=seat,
        deal="local",
        nonce=bytes(32),
        seed=bytes(32),
    )
    said = section("Lobby and genesis")
    first_cells = " ".join(re.findall(r"^\| (`[^|]*`) \|", said, re.MULTILINE))
    assert set(re.findall(r"`(\w+)`", first_cells)) == set(encoding.dec(made.data))


# hashes and signatures


def test_every_tag_of_a_hash_is_named() -> None:
    found = tags()
    assert {"rng", "entry", "dice", "hs"} <= found
    notation = section("Notation and hash")
    assert {tag for tag in found if f'`H("{tag}", …)`' not in notation} == set()


def test_no_tag_is_named_that_nothing_uses() -> None:
    named = re.findall(r'`H\("([a-z-]+)", …\)`', section("Notation and hash"))
    assert set(named) == tags()


def test_every_purpose_of_a_signature_is_named() -> None:
    text = section("Identities, names, tickets")
    assert {purpose for purpose in PURPOSES if f"`{purpose}`" not in text} == set()


# the document itself


def test_vectors_are_those_of_the_file() -> None:
    blocks = re.findall(r"```\n(.*?)```", section("Test vectors"), re.DOTALL)
    values = [word for block in blocks for word in block.split() if not word.isdigit()]
    known = set(re.findall(r'"([0-9a-z]+)"', VECTORS))
    assert len(values) > 30
    assert [word for word in values if word not in known] == []


def test_rows_of_numbers_are_those_of_the_file() -> None:
    lines = re.findall(r"^\d+(?: \d+)+$", section("Test vectors"), re.MULTILINE)
    vectors = json.loads(VECTORS)
    assert [[int(word) for word in line.split()] for line in lines] == [
        vectors["rng"]["words8"],
        vectors["rng"]["shuffle10"],
        vectors["dice"]["ten d6 from R1 label d6"],
    ]


def test_what_the_code_cites_is_a_heading() -> None:
    headings = {each.lower() for each in re.findall(r"^#+ (.+)$", DOCUMENT, re.MULTILINE)}
    cited = {
        (path.name, title)
        for path, text in modules()
        for title in re.findall(r"docs/protocol\.md, ([a-z][a-z ]*[a-z])", text)
    }
    assert len(cited) > 5
    assert {place for place in cited if place[1] not in headings} == set()


def test_links_within_the_document_lead_somewhere() -> None:
    headings = re.findall(r"^#+ (.+)$", DOCUMENT, re.MULTILINE)
    anchors = {re.sub(r"[^\w -]", "", each.lower()).replace(" ", "-") for each in headings}
    links = set(re.findall(r"\]\(#([^)]+)\)", DOCUMENT))
    assert links - anchors == set()


def test_every_chapter_is_in_the_contents() -> None:
    chapters = re.findall(r"^## (.+)$", DOCUMENT, re.MULTILINE)
    contents = DOCUMENT.split("Contents:")[1].split("\n## ")[0]
    assert [each for each in chapters if f"[{each}](" not in contents.replace("\n", " ")] == []


def test_files_that_do_not_count_for_a_rules_id_are_named() -> None:
    text = section("Rules ids")
    names = vars(packages)["_NOT_RULES"]
    assert {n for n in names if f"`{n}`" not in text and f"`{n}/`" not in text} == set()
