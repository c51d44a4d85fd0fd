"""The table screen: board, panes, hint lines, prompt and key bar, for every size of terminal."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bastide.cli.screens.aside_pane import aside_pane
from bastide.cli.screens.fade import fade_grid
from bastide.cli.screens.layout import (
    LEAST,
    NOWHERE,
    Arrangement,
    Wanted,
    arrange,
    prompt_row,
    tier_of,
)
from bastide.cli.screens.log_pane import log_pane, talk_pane
from bastide.cli.screens.model import TableModel, Tone
from bastide.cli.screens.panes import (
    Frame,
    Label,
    Pen,
    Rect,
    answered,
    clear,
    edge_marks,
    hint_lines,
    key_bar,
    prompt_line,
    prompt_room,
    title_bar,
)
from bastide.cli.screens.slider import paint_slider
from bastide.cli.screens.table_panes import (
    hand_pane,
    hand_strip,
    has_hand,
    score_pane,
    score_strip,
)
from bastide.cli.sessions.ports import DraftEnd
from bastide.cli.wording import cut, minutes, wrap
from bastide.core.screen import Grid, Look, Remark, text_width

_NUMBER = re.compile(r"(\d+\s*:|\d+(?=\s{2}))\s+(.*)", re.DOTALL)


def paint_table(
    model: TableModel, pen: Pen, size: tuple[int, int], typed: str, labels: Sequence[Label]
) -> Frame:
    """Paint the whole screen.

    Args:
        model: what is shown.
        pen: how it is drawn.
        size: width and height of the terminal, in cells.
        typed: what stands in the prompt.
        labels: the key bar.
    """
    width, height = size
    if tier_of(width, height) < 0:
        return paint_tiny(pen, size, typed, going_on=True)
    grid = Grid(width, height)
    clear(grid, pen)
    at, look = arranged(model, pen, size)
    right = right_title(model, pen)
    title_bar(grid, pen, left_title(model, width - text_width(right)), right, model.my_turn)
    spots = [*_panes(grid, pen, at, model, look)]
    is_cut = _marked(grid, pen, at, model, look)
    _hints(grid, pen, at, model)
    if model.overlay and model.overlay != "news":  # that speaks of what lies on the board
        fade_grid(grid, pen.theme.background, pen.depth)
    spots += _prompt(grid, pen, at.prompt_y, model, typed, is_cut)
    spots += _hint_spots(at.hints, model)
    spots += key_bar(grid, pen, at.keys_y, labels)
    return Frame(grid, tuple(spots))


def _hint_spots(at: Rect, model: TableModel) -> list[tuple[Rect, str]]:
    """Return what a click on the two lines does: go on to the next choice, and choose it.

    The line that says that Enter sends the turn is the upper one: a second click chooses nothing.
    """
    if not model.my_turn:
        return []
    upper, lower = at._replace(height=1), at._replace(y=at.y + 1, height=1)
    if model.session.needs_confirm:
        return [(upper, "enter")]
    return [(upper, "<next>"), (lower, "<choice>")]


def arranged(model: TableModel, pen: Pen, size: tuple[int, int]) -> tuple[Arrangement, Look]:
    """Return where the panes are, and how the game is drawn."""
    tier = tier_of(*size)
    look = model.look(pen.display, tier)
    session = model.session
    held = model.held
    wanted = Wanted(
        seats=session.state.seats,
        hand=_keeps_hand(pen, model, look),
        talk_over=model.talk_over,
        company=model.company,
        cards=held.cards,
        aside=len(model.aside.entries) if model.aside else 0,
        rows=held.rows,
        title=text_width(held.title),
    )
    at = arrange(*size, wanted)
    return at, model.fit(tier, look, (at.board.width, at.board.height))


def _keeps_hand(pen: Pen, model: TableModel, look: Look) -> bool:
    """Tell whether the hand has a pane; one that it had stays until a complete turn is sent."""
    shown = has_hand(pen, model, look)
    if not model.session.needs_confirm:
        model.had_hand = shown
    return shown or model.had_hand


def paint_tiny(pen: Pen, size: tuple[int, int], typed: str, going_on: bool = False) -> Frame:
    """Ask for a larger window; the prompt, in the last row, still works."""
    width, height = size
    grid = Grid(width, height)
    clear(grid, pen)
    fields = {"w": LEAST[0], "h": LEAST[1], "now": f"{width}x{height}"}
    text = pen.t("Make the window at least {w}x{h} (now {now}).", **fields)
    if going_on:
        text = pen.t("Make the window at least {w}x{h} (now {now}). The game goes on.", **fields)
    row = prompt_row(width, height)
    for y, line in enumerate(wrap(text, max(1, width))[:row]):
        grid.text(0, y, line, pen.style("text", "background"))
    prompt_line(grid, pen, row, typed, "")
    return Frame(grid)


def left_title(model: TableModel, room: int) -> str:
    """Return how the table is called: in a narrow title bar the program gives way to the players.

    room: columns beside what stands at the right, its margins included.
    """
    title = model.session.title
    return model.heading if text_width(model.heading) <= room - _TITLE_GAPS else title


_TITLE_GAPS = 4
"""Columns of the title bar at its ends and between its parts."""


def right_title(model: TableModel, pen: Pen) -> str:
    """Return what is left, whose turn it is, and for how long."""
    session = model.session
    parts = [session.screen.counter(session.state).title] if session.state.phase else []
    if session.finished:
        parts.append(pen.t("final scores"))
    elif model.my_turn and session.waiting:
        pass  # nothing can be done: the hints say what is waited for
    elif session.acting is not None:
        name = model.names[session.acting]
        mine = pen.t("{name}, your turn", name=name)
        parts.append(mine if model.my_turn else pen.t("waiting for {name}", name=name))
        if session.replay is None:
            parts.append(minutes(session.turn_seconds))
    elif session.progress:
        parts.append(minutes(session.turn_seconds))
    return "   ".join(part for part in parts if part)


def _panes(
    grid: Grid, pen: Pen, at: Arrangement, model: TableModel, look: Look
) -> list[tuple[Rect, str]]:
    """Paint all panes that have a place; return where they are."""
    if at.strip.width:
        beside = at.hand if model.pane == "board" else NOWHERE
        score_strip(grid, pen, at.strip._replace(width=at.strip.width - beside.width), model)
        if model.pane == "board":
            return _small_board(grid, pen, at, model, look)
        _one_pane(grid, pen, at.pane, model)
        return [(at.pane, f"<{model.pane}>")]
    paint_board(grid, pen, at.board, model, look)
    score_pane(grid, pen, at.scores, model, full=at.scores.height > model.session.state.seats + 2)
    if at.hand.height:
        hand_pane(grid, pen, at.hand, model, look)
    if at.log.height:
        log_pane(grid, pen, at.log, model)
    if at.talk.height:
        talk_pane(grid, pen, at.talk, model)
    if at.aside.height:
        aside_pane(grid, pen, at.aside, model)
    places = (at.board, at.scores, at.hand, at.log, at.talk, at.aside)
    names = ("<board>", "<scores>", "<hand>", "<log>", "<talk>", "<aside>")
    return list(zip(places, names, strict=True))


def _small_board(
    grid: Grid, pen: Pen, at: Arrangement, model: TableModel, look: Look
) -> list[tuple[Rect, str]]:
    """Paint the board of a small screen, with what must stand beside it."""
    paint_board(grid, pen, at.board, model, look)
    if at.hand.height:
        _hand_title(grid, pen, at.hand._replace(y=at.strip.y), model)
        hand_strip(grid, pen, at.hand, model, look)
    if at.aside.height:
        aside_pane(grid, pen, at.aside, model)
    places = (at.board, "<board>"), (at.hand, "<hand>"), (at.aside, "<aside>")
    return [(place, name) for place, name in places if place.height]


def _hand_title(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Say above the hand of a small screen whose it is."""
    session = model.session
    held, mine = model.held, session.eyes in session.mine
    usual = pen.t("Your hand") if mine else pen.t("In hand")
    title = held.title or usual
    if held.owner >= 0:
        title = model.names[held.owner]
    elif held.short and text_width(title) > at.width:
        title = held.short
    grid.fill(at.x, at.y, at.width, 1, pen.style())
    grid.text(at.x, at.y, pen.fit(title, at.width), pen.style("ink", bold=True))


def _one_pane(grid: Grid, pen: Pen, at: Rect, model: TableModel) -> None:
    """Paint the one pane that a small screen shows, if it is not the board."""
    if model.pane == "scores":
        score_pane(grid, pen, at, model, full=True)
    elif model.pane == "log":
        log_pane(grid, pen, at, model, active=True)
    else:
        talk_pane(grid, pen, at, model, active=True)


def paint_board(grid: Grid, pen: Pen, at: Rect, model: TableModel, look: Look) -> None:
    """Let the game paint its board; before the turn order is drawn there is none."""
    session = model.session
    board = Grid(at.width, at.height, pen.style("text", "table"))
    if model.has_board:
        session.screen.paint(board, session.state, model.chooser, model.cursor, look)
    grid.blit(at.x, at.y, board)


def _marked(grid: Grid, pen: Pen, at: Arrangement, model: TableModel, look: Look) -> bool:
    """Mark where the board goes on beyond its pane; tell whether it does."""
    session, board = model.session, at.board
    if not model.has_board or (at.strip.width and model.pane != "board"):
        return False
    size = board.width, board.height
    edges = session.screen.beyond(session.state, model.chooser, model.cursor, size, look)
    edge_marks(grid, pen, board, edges)
    return any(edges)


_MOST_LINES = 4
"""Lines for an answer, or why a table waits or stopped: they may cover the board's last rows."""


def _hints(grid: Grid, pen: Pen, at: Arrangement, model: TableModel) -> None:
    first, second, tone = hints(model, pen)
    if lines := _long_lines(model, pen, first, at.hints.width - 2):
        lost = "" if model.message else lost_link(model, pen)
        _paint_lines(grid, pen, at.hints, lines, lost, tone if model.message else "text")
        return
    # Only what the game says of a choice begins with its number; an answer may name a cell.
    found = None if model.message else _NUMBER.match(second)
    mark, rest = (found[1], found[2]) if found else ("", second)
    room = at.hints.width - 2
    if mark and text_width(f"{mark} {rest}") > room:
        mark, rest = "", f"{mark} {rest}"
    if not mark:
        first, rest = answered(pen, first, rest, room)
    hint_lines(grid, pen, at.hints, first, rest, tone, mark)


def _long_lines(model: TableModel, pen: Pen, first: str, width: int) -> list[str]:
    """Return the lines of an answer, or of why a table waits, that has no room below the board."""
    text, room = (model.message, 2) if model.message else (first * bool(model.session.waiting), 1)
    lines = cut(text, width, _MOST_LINES, pen.ellipsis)
    return lines if len(lines) > room else []


def _paint_lines(grid: Grid, pen: Pen, at: Rect, lines: list[str], lost: str, tone: str) -> None:
    """Draw a sentence of several lines, and who is gone; help has what is cut."""
    rows = [(line, tone) for line in lines] + [(lost, "bad")] * bool(lost)
    top = at.y + at.height - len(rows)
    grid.fill(at.x, top, at.width, len(rows), pen.style("text", "background"))
    for y, (line, style) in enumerate(rows, top):
        grid.text(at.x + 1, y, pen.fit(line, at.width - 2), pen.style(style, "background"))


def hints(model: TableModel, pen: Pen) -> tuple[str, str, str]:
    """Return the two hint lines and the tone of the second one."""
    session = model.session
    if session.replay is not None:
        steering = pen.t("Replay: left and right step, Space plays, q leaves.")
        first, second, tone = steering, _latest(model), "dim"
    elif session.finished:
        first, second, tone = _over(model, pen)
    elif model.my_turn:
        first, second, tone = _my_hints(model, pen)
        first = session.waiting or first
    else:
        first, tone = waiting(model, pen), "dim"
        second = session.progress if session.progress != first else ""
        second = second or _latest(model)
    if session.waiting or not model.my_turn:
        lost = lost_link(model, pen)
        second, tone = (lost, "bad") if lost else (second, tone)
    if model.message and model.message != first:
        second, tone = model.message, model.tone
    return first, second, tone


def _over(model: TableModel, pen: Pen) -> tuple[str, str, str]:
    """Return the hints at the board after the end: the sum whose feature it shows, if any."""
    finals = model.finals
    if not model.counted:
        steps = pen.t("The game is over: n goes through the final count.")
        return steps if finals else pen.t("The game is over."), _latest(model), "dim"
    said = pen.t("Final count, {n} of {all}", n=model.counted, all=len(finals))
    return said, finals[model.counted - 1][0].named(model.names), "text"


def lost_link(model: TableModel, pen: Pen) -> str:
    """Return who is gone and for how long, unless `waiting` says so already; else ""."""
    session = model.session
    if session.finished or session.replay is not None:
        return ""
    for n, seat in enumerate(session.seats):
        if n == session.acting and not session.waiting:
            continue
        name, since = seat.name, minutes(seat.since)
        if seat.presence == "lost":
            return pen.t(
                "{name} has lost the link, {time}; the seat is kept.", name=name, time=since
            )
        if seat.presence == "left":
            return pen.t("{name} has left, {time}; the seat is kept.", name=name, time=since)
    return ""


def _my_hints(model: TableModel, pen: Pen) -> tuple[str, str, str]:
    session = model.session
    if session.needs_confirm:
        return draft_hint(session.draft_end, pen), _last_step(model), "good"
    first, second = session.screen.hint(session.state, session.eyes, model.cursor)
    chosen = session.screen.chosen(session.state, session.eyes, model.cursor)
    return first, second, tone_of(chosen) if isinstance(chosen, str) else "good"


def tone_of(answer: str) -> Tone:
    """Return how it is painted what a screen says in place of an action."""
    return "text" if isinstance(answer, Remark) else "bad"


def draft_hint(end: DraftEnd, pen: Pen) -> str:
    """Return what Enter does with a complete draft; the turn goes on if it is not over."""
    t = pen.t
    if end == "open":
        return t("Enter once more shows it to all, then it goes on; Ctrl-Z takes it back.")
    if end == "roll":
        return t("Enter once more sends it and rolls the dice; Ctrl-Z takes it back.")
    if end == "deal":
        return t("Enter once more sends it, then the table deals; Ctrl-Z takes it back.")
    if end == "answer":
        return t("Enter once more sends it, then the turn goes on; Ctrl-Z takes it back.")
    return t("Your turn is complete: Enter sends it, Ctrl-Z takes it back step by step.")


def _last_step(model: TableModel) -> str:
    """Return what the last step of a complete draft does, as the log will tell it.

    Where that tells nothing yet: what was said of it when it was chosen.
    """
    session, names = model.session, model.names
    said = (session.screen.say(session.state, event, names) for event in session.state.events)
    return " ".join(each for each in said if each) or model.decided


def waiting(model: TableModel, pen: Pen) -> str:
    """Return what the table waits for, in one sentence."""
    session = model.session
    if session.waiting:
        return session.waiting
    if session.handover:
        return pen.t("Pass the keyboard to {name}, who presses Enter.", name=session.handover)
    if session.acting is None:
        return session.progress or pen.t("One moment: the table deals.")
    seat = session.seats[session.acting]
    if seat.presence == "lost":
        lost = minutes(seat.since)
        return pen.t("Waiting for {name}, link lost, {time}.", name=seat.name, time=lost)
    if seat.presence == "left":
        gone = minutes(seat.since)
        return pen.t("Waiting for {name}, who has left, {time}.", name=seat.name, time=gone)
    if seat.presence == "away":
        return pen.t("Waiting for {name}, who is away. The seat is kept.", name=seat.name)
    return pen.t("Waiting for {name}.", name=seat.name)


def _latest(model: TableModel) -> str:
    items = [item for item in model.session.log if item.sentence]
    return items[-1].named(model.names) if items else ""


def _prompt(
    grid: Grid, pen: Pen, y: int, model: TableModel, typed: str, is_cut: bool
) -> list[tuple[Rect, str]]:
    """Draw the prompt, or the slider of a replay; return what clicks on it do."""
    replay = model.session.replay
    if replay is not None and not typed:
        return paint_slider(grid, pen, y, replay)
    if model.has_news:
        prompt_line(grid, pen, y, typed, news_note(pen, grid.width), "accent")
    else:
        note = scroll_note(pen) if is_cut else prompt_note(pen, grid.width)
        prompt_line(grid, pen, y, typed, note)
    return []


def typing_room(pen: Pen, width: int) -> int:
    """Return how many cells typed text has beside whichever note."""
    notes = prompt_note(pen, width), scroll_note(pen), news_note(pen, width)
    return min(prompt_room(width, note) for note in notes)


def news_note(pen: Pen, width: int) -> str:
    """Return how to see what others have done since my last turn."""
    if width < 100:
        return pen.t("F6: since your last turn")
    return pen.t("F6: what happened since your last turn")


def scroll_note(pen: Pen) -> str:
    """Return how to see what a pane cuts off a board."""
    return pen.t("Shift+arrows: more of the board")


def prompt_note(pen: Pen, width: int) -> str:
    """Return the reminder at the right end of the prompt."""
    if width < 100:
        return pen.t("Tab · / talk · : command")
    return pen.t("Tab completes · / talks · : commands")
