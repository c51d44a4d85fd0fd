"""A table before it starts: who is there, what is played, how others get in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bastide.cli.screens.bars import Label, key_bar, title_bar
from bastide.cli.screens.boxes import box
from bastide.cli.screens.entries import INDENT, put_lines, talk_lines
from bastide.cli.screens.facts import fact_height, fact_line, fact_titles
from bastide.cli.screens.fade import fade_grid
from bastide.cli.screens.hints import answered, hint_lines
from bastide.cli.screens.layout import prompt_row, tier_of
from bastide.cli.screens.lobby_about import trust_word
from bastide.cli.screens.model import Tone, heading
from bastide.cli.screens.pen import Pen, badge, clear
from bastide.cli.screens.prompt import prompt_line, prompt_note
from bastide.cli.screens.rects import Frame, Rect
from bastide.cli.screens.scrolling import part_back
from bastide.cli.screens.table_view import paint_tiny
from bastide.cli.screens.ticket_code import can_show, cells_of, code_of, paint_code
from bastide.cli.sessions.hands import hands_line
from bastide.cli.sessions.ports import GONE, Room, Seat
from bastide.cli.wording import cut, presence, wrap
from bastide.core.screen import Grid, text_width
from bastide.net.identity import is_ticket

_LEAST_BESIDE = 100
"""Columns that the rest of the room needs beside a QR code."""


def best_invite(room: Room) -> str:
    """Return what to copy for others: a ticket, which names the host's key; else an address."""
    invites = room.invites
    return next((each for each in invites if is_ticket(each)), invites[0] if invites else "")


@dataclass(slots=True)
class RoomModel:
    """What the waiting room shows. `alone`: no list of tables lies below it."""

    room: Room
    alone: bool = False
    message: str = ""
    tone: Tone = "bad"
    overlay: str = ""


def paint_room(
    model: RoomModel, pen: Pen, size: tuple[int, int], typed: str, labels: Sequence[Label]
) -> Frame:
    """Paint the waiting room; see `table_view.paint_table` for the arguments."""
    width, height = size
    if tier_of(width, height) < 0:
        return paint_tiny(pen, size, typed)
    grid = Grid(width, height)
    clear(grid, pen)
    room = model.room
    taken = pen.t("{n} of {most} seats", n=len(room.seats), most=room.places[1])
    taken = "" if room.closed else taken  # nobody tells what is true by now
    title_bar(grid, pen, heading(room.title, room.game), taken, alert=not room.no_start)
    _panes(grid, pen, Rect(0, 1, width, height - 5), room)
    first, second, tone = room_hints(model, pen)
    is_answered = not room.closed and _said(model) not in ("", first)
    if not is_answered and text_width(first) > width - 2:
        (first, second), tone = answered(pen, second, first, width - 2), "dim"
    elif is_answered:
        first, second = answered(pen, first, second, width - 2)
    hint_lines(grid, pen, Rect(0, height - 4, width, 2), first, second, tone)
    if model.overlay:
        fade_grid(grid, pen.theme.background, pen.depth)
    prompt_line(grid, pen, prompt_row(width, height), typed, prompt_note(pen, width, room.is_heard))
    spots = key_bar(grid, pen, height - 1, labels)
    return Frame(grid, tuple(spots))


def _panes(grid: Grid, pen: Pen, at: Rect, room: Room) -> None:
    """Draw who is there, what is played, what is said, and how others get in."""
    ways_in = [] if _is_full(room) else room.invites
    invites = [part for invite in ways_in for part in _parts(invite, at.width - 4)]
    spare = max(at.height - room.places[1] - 2, at.height // 3)
    ways = min(at.height // 2, spare, len(invites) + 2) if invites else 0
    height = at.height - ways
    if ways:
        _ways_in(grid, pen, at._replace(y=at.y + height, height=ways), invites)
    width = at.width - _ticket(grid, pen, at._replace(height=height), room)
    left = width * 58 // 100
    _seats(grid, pen, at._replace(width=left, height=height), room)
    right = at._replace(x=left, width=width - left, height=height)
    facts = _facts_height(right, room)
    _facts(grid, pen, right._replace(height=facts), room)
    _talk(grid, pen, right._replace(y=at.y + facts, height=height - facts), room)


def _is_full(room: Room) -> bool:
    return len(room.seats) >= room.places[1]


def _parts(invite: str, width: int) -> list[str]:
    """Return the lines of an address or a ticket; the address in a ticket stays in one piece."""
    identity, at, address = invite.rpartition("@")
    lines = wrap(invite, width)
    if len(lines) < 2 or len(lines[-1]) >= len(at + address):
        return lines
    return [*wrap(identity, width), *wrap(at + address, width)]


_LEAST_TALK = 3
"""Rows of the talk while nobody has spoken."""


def _facts_height(at: Rect, room: Room) -> int:
    """Return how many rows are for what is played: talk has half of those that there are.

    While nobody has spoken it has what is left, which may be nothing.
    """
    titles = wrap(room.game, at.width - 4)
    wanted = _facts_rows(room, at.width - 2) + 2
    most = at.height - _LEAST_TALK * (wanted + _LEAST_TALK <= at.height)
    most = at.height // 2 if room.talk else most
    return min(at.height, max(len(titles) + 2, min(most, wanted)))


def _ticket(grid: Grid, pen: Pen, at: Rect, room: Room) -> int:
    """Draw the ticket as a QR code at the right, if there is room; return how many columns it took.

    On smaller screens a key shows it.
    """
    invite = best_invite(room)
    if _is_full(room) or not can_show(pen) or not is_ticket(invite) or at.width < _LEAST_BESIDE:
        return 0
    code = code_of(invite)
    columns, rows = cells_of(code)
    columns += 2
    if at.width - columns < _LEAST_BESIDE or at.height < rows + 2:
        return 0
    place = at._replace(x=at.x + at.width - columns, width=columns)
    inside = box(grid, pen, place, pen.t("Ticket"))
    paint_code(grid, pen, inside.x, inside.y, code)
    return columns


def room_hints(model: RoomModel, pen: Pen) -> tuple[str, str, Tone]:
    """Return what can be done now, and an answer to the last wish or who can know hidden cards."""
    room = model.room
    tone: Tone = model.tone
    if room.closed:
        if model.alone:
            return room.closed, pen.t("Esc ends bastide."), "dim"
        return room.closed, pen.t("Esc goes back to the list of tables."), "dim"
    if room.asking:
        first = _asked(pen, room.asking)
    elif room.hosting:
        first = room.no_start or pen.t.count(
            "Enter starts with {n} player.", "Enter starts with {n} players.", len(room.seats)
        )
    elif room.me < 0:
        first = pen.t("You have knocked. The host has to say yes.")
    else:
        first = pen.t("You have a seat. The host starts the game.")
    said = _said(model)
    if said and said != first:
        return first, said, "bad" if room.notice else tone
    return first, hands_line(pen.t, room.hands), "bad" if room.hands == "readable" else "good"


def _asked(pen: Pen, asking: Sequence[Seat]) -> str:
    """Return who asks for a seat, with the key, and how many wait behind."""
    name, key, more = asking[0].name, asking[0].key, len(asking) - 1
    if not more:
        return pen.t("{name} ({key}) asks for a seat: a says yes, x says no.", name=name, key=key)
    return pen.t.count(
        "{name} ({key}) asks for a seat: a says yes, x says no. {n} more asks.",
        "{name} ({key}) asks for a seat: a says yes, x says no. {n} more ask.",
        more,
        name=name,
        key=key,
    )


def _said(model: RoomModel) -> str:
    """Return an answer to the last wish, behind what a guest must not overlook."""
    room, message = model.room, model.message
    if room.hosting:
        return message or room.notice
    return f"{room.notice} {message}".strip()


def _seats(grid: Grid, pen: Pen, at: Rect, room: Room) -> None:
    drawn = "" if room.is_listed else pen.t("the turn order is drawn later")
    inside = box(grid, pen, at, pen.t("Seats"), drawn, active=True)
    seats = max(room.places[1], len(room.seats))
    step = 2 if inside.height > 2 * room.places[1] else 1
    y = inside.y + (inside.height > seats)
    for n in range(seats):
        if y >= inside.y + inside.height:
            return
        if n < len(room.seats):
            _seat(grid, pen, inside._replace(y=y, height=1), room, n, room.seats[n])
        else:
            badge(grid, pen, inside.x + 1, y, None)
            needed = n < room.places[0]
            free = pen.t("free, needed to start") if needed else pen.t("free")
            free = pen.fit(free, inside.width - 6)
            grid.text(inside.x + 5, y, free, pen.style("accent" if needed else "dim"))
        y += step


_SHORTEST_NAME = 6
"""Columns that a name has at least, before what is said of who has it."""


def _seat(grid: Grid, pen: Pen, at: Rect, room: Room, n: int, seat: Seat) -> None:
    badge(grid, pen, at.x + 1, at.y, n)
    words = [pen.t("host")] if n == 0 else []
    words += [pen.t("you")] if n == room.me else []
    words += [presence(pen.t, seat)] if presence(pen.t, seat) else []
    if seat.key and n != room.me:
        words.append(f"{seat.key} ({trust_word(pen, seat.trust)})")
    aside = " · ".join(words)
    if at.width - 7 - text_width(aside) < min(_SHORTEST_NAME, text_width(seat.name)):
        aside = " · ".join(words[:-1])  # a name matters more than a key
    aside = pen.fit(aside, at.width - 7 - _SHORTEST_NAME)
    name = pen.style("ink", bold=n == room.me)
    room_left = at.width - 7 - text_width(aside)
    grid.text(at.x + 5, at.y, pen.name(seat.name, max(4, room_left)), name)
    lost = seat.presence in GONE
    style = pen.style("bad" if lost else "dim")
    grid.text(at.x + at.width - 1 - text_width(aside), at.y, aside, style)


def _ways_in(grid: Grid, pen: Pen, at: Rect, invites: Sequence[str]) -> None:
    """Draw addresses and ticket, over the whole width so that the mouse can select them."""
    inside = box(grid, pen, at, pen.t("Others join with"), pen.t("y copies the ticket"))
    for row, part in enumerate(invites[: inside.height]):
        more = row + 1 == inside.height < len(invites)
        part = pen.fit(part + f" {pen.ellipsis}" * more, inside.width - 2)
        grid.text(inside.x + 1, inside.y + row, part, pen.style("ink"))


def _facts(grid: Grid, pen: Pen, at: Rect, room: Room) -> None:
    is_cut = _facts_rows(room, at.width - 2) > at.height - 2
    paint_facts(grid, pen, box(grid, pen, at, pen.t("This table"), pen.t("i all") * is_cut), room)


def paint_facts(grid: Grid, pen: Pen, at: Rect, room: Room) -> None:
    """Draw game, options and plugins of a table, as far as there is room."""
    titles, y = fact_titles(room.facts, at.width), at.y
    for line in cut(room.game, at.width - 2, at.height, pen.ellipsis):
        grid.text(at.x + 1, y, line, pen.style("ink"))
        y += 1
    for fact in room.facts:
        y = fact_line(grid, pen, at, y, fact, titles)


def _facts_rows(room: Room, width: int) -> int:
    """Return the rows that all of it takes."""
    titles = fact_titles(room.facts, width)
    rows = sum(fact_height(fact, width, titles) for fact in room.facts)
    return len(wrap(room.game, width - 2)) + rows


def _talk(grid: Grid, pen: Pen, at: Rect, room: Room) -> None:
    inside = at.inner()
    lines = talk_lines(pen.t, room.talk, inside.width - INDENT)
    part = part_back(0, inside.height, len(lines))
    foot = pen.t("/ to speak") if room.is_heard else ""
    box(grid, pen, at, pen.t("Talk"), foot, part=part, keys=pen.t("F4 all"))
    put_lines(grid, pen, inside, lines, part)
