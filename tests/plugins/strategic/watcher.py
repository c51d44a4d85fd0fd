"""What must hold in every game with hands, watched turn by turn."""

from __future__ import annotations

from collections import Counter

from bastide.core.chance import ALL_SEATS
from bastide.core.state import PUBLIC, State
from bastide.plugins.carcassonne.state import board
from bastide.plugins.carcassonne.turn import can_lay

HAND = 3


class HandWatcher:
    """Checks the position after each turn, and the number of turns at the end."""

    def __init__(self, s: State) -> None:
        self.tiles = Counter(board(s).tables.pile)
        self.start = board(s).tables.start.id
        self.replaced = self.turns = self.lost = 0

    def watch(self, s: State) -> None:
        """Take the position after a turn, with the events of the turn."""
        kinds = [event.kind for event in s.events]
        aside = kinds.count("carcassonne.set_aside")
        assert aside == kinds.count("strategic.shown")
        if "carcassonne.place" in kinds:
            self.replaced += aside
            self.turns += 1
        elif aside:
            self.replaced += aside - 1
            self.lost += 1
            self.turns += 1
            assert {*kinds} - {"strategic.shown", "carcassonne.set_aside"} <= self.at_end(s)
        check_tiles(s, self.tiles, self.start)
        check_hands(s)
        check_knowledge(s)
        if s.over:
            self.end(s)

    def at_end(self, s: State) -> set[str]:
        """Return what may happen in a turn without a tile: the final count, if it is the last."""
        return {"score"} if s.over else set()

    def end(self, s: State) -> None:
        """Every tile got its turn, but for those that were replaced (V5, V8)."""
        assert not any(s.cards().hands)
        assert not s.cards().piles["tiles"]
        assert self.turns == s.stage_turn == self.tiles.total() - self.replaced


def check_tiles(s: State, tiles: Counter[str], start: str) -> None:
    """Every tile of the box is on the table, set aside, in a hand or in the pile."""
    b, cards = board(s), s.cards()
    held = [item for hand in (*cards.hands, *cards.piles.values()) for item in hand]
    assert len({*held}) == len(held)
    faces = Counter(str(cards.faces[item]) for item in held)
    on_table = Counter(placed.tile for placed in b.placed) + Counter(b.aside)
    assert on_table + faces == tiles + Counter([start])
    assert (b.bag, b.current) == ((), "")


def check_hands(s: State) -> None:
    """Three tiles in each hand until the pile is empty, then no more and never one less twice."""
    sizes = [len(hand) for hand in s.cards().hands]
    if s.cards().piles["tiles"]:
        assert sizes == [HAND] * s.seats
    assert max(sizes) - min(sizes) <= 1
    assert max(sizes) <= HAND


def check_knowledge(s: State) -> None:
    """A seat knows its hand and what was shown or laid; nobody knows the pile (section 7)."""
    cards = s.cards()
    open_to_all = {item for item, mask in cards.seen.items() if mask == ALL_SEATS}
    assert not open_to_all & {*cards.piles["tiles"]}
    for seat in (*range(s.seats), PUBLIC):
        own = {*cards.hands[seat]} if seat >= 0 else set[int]()
        assert s.view(seat).cards().faces.keys() == own | open_to_all
    b = board(s)
    shown = {item for hand in cards.hands for item in hand} & open_to_all
    gone = Counter(str(cards.faces[item]) for item in open_to_all - shown)
    assert gone == Counter(p.tile for p in b.placed[1:]) + Counter(b.aside)


def check_stuck(s: State) -> None:
    """Nobody says falsely that nothing fits: when a hand is shown, none of its tiles does."""
    if s.phase == "aside" and not s.waiting and not s.over:
        tiles = {str(s.face(item)) for item in s.cards().hands[s.seat]}
        assert tiles
        assert not any(can_lay(s, tile) for tile in tiles)
