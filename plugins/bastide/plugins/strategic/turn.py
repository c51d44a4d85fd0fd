"""A turn with a hand: lay one of its tiles, then go on as ever, and draw at the very end.

    draw ──> place
    place ── a tile ──> laid ──────────────────────────────> meeple ─> score ─> refill
      ^ └─── stuck ───> shown ─> aside ─> redraw ─┐
      └───────────────────────────────────────────┘   with an empty pile: end of the turn

Everybody takes a seat's word for the tile that it lays until `laid` opens it, and for having
nothing that fits until `shown` opens the hand. Rule: carcassonne.md, section 6, V2 to V10.
"""

from __future__ import annotations

from collections.abc import Iterator

from bastide.core.chance import Answer, Deal, Open, Pick, Request
from bastide.core.errors import FalseClaim
from bastide.core.events import Action
from bastide.core.messages import Message, message
from bastide.core.phases import TURN_END
from bastide.core.state import State
from bastide.plugins.carcassonne import turn
from bastide.plugins.carcassonne.slots import Claims
from bastide.plugins.carcassonne.state import board
from bastide.plugins.strategic.setup import HAND, ask_hands
from bastide.plugins.strategic.state import ID, NOTHING, PILE, hands, held, is_shown, pile

LAID, SHOWN, ASIDE, REDRAW, REFILL = "laid", "shown", "aside", "redraw", "refill"
"""Phases."""

STUCK = Action("strategic.stuck")
"""To say that no tile of the hand fits."""

ASIDE_ACTION = "strategic.aside"
"""To set a tile of the hand aside: (tile)."""

SHOWS = "strategic.shown"
"""Event: (seat, tiles): a hand in which nothing fits. Counted in statistics."""


# the hand


def tiles_in_hand(tiles: tuple[str, ...], s: State, /) -> tuple[str, ...]:
    """Return the tiles that the seat to act holds, as far as these eyes know them."""
    return (*tiles, *held(s, s.seat))


def claims_of_hand(used: Claims, s: State, tile: str, /) -> Claims:
    """Return the item of the hand that shows a tile."""
    for item, face in s.cards().known(s.seat):
        if face == tile:
            return (*used, (item, tile))
    return used


def all_laid(empty: bool, s: State, /) -> bool:
    """Tell whether every tile has been laid: all hands are empty, the pile then is too (V8)."""
    return empty and not any(s.cards().hands) and not pile(s)


def next_seat(s: State, n: int) -> int:
    """Return whose turn it is: round the table, past those without tiles, once dealt (V9)."""
    if n == 0:
        return 0
    seat, hands_of_all = s.turn_seat, s.cards().hands
    for _ in range(s.seats):
        seat = (seat + 1) % s.seats
        if hands_of_all[seat] or board(s).bag:
            break
    return seat


# laying


def legal_places(s: State) -> Iterator[Action]:
    """Yield every place for every tile of the hand, or that nothing fits (V4)."""
    fits = False
    for action in turn.legal_places(s):
        fits = True
        yield action
    if not fits:
        yield STUCK


def note_laid(s: State, a: Action) -> None:
    """Note the item that was laid; one that all have seen leaves the hand at once.

    A tile that is claimed by no card comes from no hand.
    """
    item = next((item for item, face in a.claims if face == a.data[0]), NOTHING)
    if item == NOTHING:
        return
    if is_shown(s, item):
        s.cards().remove(item)
    else:
        hands(s).laid = item


def after_place(following: str, s: State) -> str:
    """Go on with the tile that was laid, or show the hand."""
    return following if board(s).laid == s.turn else SHOWN


def ask_laid(s: State) -> tuple[Request, ...]:
    """Ask for the face of the tile that was laid (V2)."""
    item = hands(s).laid
    return () if item == NOTHING else (Open((item,)),)


def take_laid(s: State, answers: tuple[Answer, ...]) -> None:
    """Take the tile from the hand."""
    s.cards().remove(hands(s).laid)
    hands(s).laid = NOTHING


def after_laid(following: str, s: State) -> str:
    """Go on with the meeple."""
    return turn.MEEPLE


# nothing fits


def say_stuck(s: State, a: Action) -> None:
    """Have the hand opened next; one that lies open already is as good as shown."""
    if not ask_hand(s):
        tell_shown(s)


def why_not_stuck(s: State, a: Action) -> Message | None:
    """Return why a seat cannot say that nothing fits."""
    if s.phase != turn.PLACE:
        return message("that nothing fits is said instead of laying a tile")
    return message("a tile of the hand fits, so one has to be laid")


def ask_hand(s: State) -> tuple[Request, ...]:
    """Ask for the whole hand, but for the tiles that all have seen already."""
    hidden = tuple(s.cards().hidden(s.turn_seat))
    return (Open(hidden),) if hidden else ()


def check_hand(s: State, answers: tuple[Answer, ...]) -> None:
    """Check what the seat said (V5).

    Raises:
        FalseClaim: a tile of the hand fits.
    """
    for tile in held(s, s.turn_seat):
        if turn.can_lay(s, tile):
            raise FalseClaim(s.turn_seat, message("a tile of the hand fits somewhere"))
    tell_shown(s)


def tell_shown(s: State) -> None:
    """Report a hand in which nothing fits."""
    shown = [s.face(item) for item in s.cards().hands[s.turn_seat]]
    s.emit(ID, SHOWS, s.turn_seat, *shown)


def legal_aside(s: State) -> list[Action]:
    """Return every tile of the hand, all of which lie open: the seat chooses one (V5, V6)."""
    return [Action(ASIDE_ACTION, (tile,)) for tile in held(s, s.seat)]


def set_aside(s: State, a: Action) -> None:
    """Put a tile of the hand out of the game, for everybody to see (V10)."""
    tile = str(a.data[0])
    s.cards().remove(held(s, s.seat)[tile])
    turn.set_aside(s, tile)


def why_not_aside(s: State, a: Action) -> Message | None:
    """Return why a tile cannot be set aside."""
    if s.phase != ASIDE:
        return message("a tile is set aside when none of the hand fits")
    match a.data:
        case (str(tile),):
            return message("{tile} is not in the hand", tile=tile)
    return message("a tile is set aside with its name")


def after_aside(following: str, s: State) -> str:
    """Draw a tile for it (V5); without a pile the turn is over (V6)."""
    return following if pile(s) else TURN_END


def after_redraw(following: str, s: State) -> str:
    """Go back to the hand."""
    return turn.PLACE


# drawing


def ask_first(s: State) -> tuple[Request, ...]:
    """Ask for a tile that is drawn before all others, for all to see; then for the hands (V12)."""
    first = turn.first_left(s)
    return (Pick(first),) if first else ask_hands(s)


def take_first(s: State, answers: tuple[Answer, ...]) -> None:
    """Take the tile that was drawn; the hands, once dealt, leave nothing in the bag."""
    if board(s).bag:
        turn.take_tile(s, answers)


def after_draw(following: str, s: State) -> str:
    """Go on with the tile or a hand; draw again for a tile that fitted nowhere."""
    b = board(s)
    return turn.DRAW if b.bag and not b.current else turn.PLACE


def ask_tile(s: State) -> tuple[Request, ...]:
    """Ask for a tile from the pile, while there is one (V3, V7); no hand holds more than three."""
    missing = len(s.cards().hands[s.turn_seat]) < HAND
    return (Deal(PILE, ((s.turn_seat, 1),)),) if missing and pile(s) else ()
