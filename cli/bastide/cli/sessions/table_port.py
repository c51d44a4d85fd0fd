"""What the table screen needs of an open table, wherever it is played: the port `Session`.

The quick calls return one sentence where a wish cannot be granted, "" for done; see `ports`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from bastide.cli.sessions.replay_port import Replay
from bastide.cli.sessions.values import (
    About,
    Awaited,
    Changed,
    DraftEnd,
    Fact,
    Hands,
    LogItem,
    Offer,
    Seat,
    TalkItem,
    Texts,
)
from bastide.core.events import Action, Event
from bastide.core.messages import Text
from bastide.core.rules import Rules
from bastide.core.screen import GameScreen
from bastide.core.state import State

if TYPE_CHECKING:
    from bastide.cli.sessions.ports import Room


class Session(Protocol):
    """One open table, as one keyboard sees it. Seats are numbered in turn order."""

    @property
    def title(self) -> str:
        """Return the table's name."""
        ...

    @property
    def game(self) -> str:
        """Return game and extensions for people: `Carcassonne + Inns & Cathedrals`."""
        ...

    @property
    def about(self) -> Sequence[About]:
        """Return how it is played, for game and extensions, as far as they say so."""
        ...

    @property
    def rules(self) -> Rules:
        """Return the rules of the table."""
        ...

    @property
    def state(self) -> State:
        """Return the position as my eyes may know it, with the draft played; not to be changed."""
        ...

    @property
    def settled(self) -> State:
        """Return the same without the draft: what all others see, and what files show."""
        ...

    @property
    def screen(self) -> GameScreen:
        """Return the game's screen, in the language of the last `retell`."""
        ...

    @property
    def words(self) -> Text:
        """Return the messages of the game and its extensions, in that language."""
        ...

    @property
    def seats(self) -> Sequence[Seat]:
        """Return who sits there, in turn order."""
        ...

    @property
    def mine(self) -> Sequence[int]:
        """Return the seats that this keyboard plays; none when watching a replay."""
        ...

    @property
    def eyes(self) -> int:
        """Return the seat whose eyes `state` is for: of mine, the one to act; -1: nobody's."""
        ...

    @property
    def hands(self) -> Hands:
        """Return who can know the hidden cards of this table."""
        ...

    @property
    def handover(self) -> str:
        """Return to whom the keyboard has to be passed before a hand is shown; "": to nobody.

        Where several people play at one keyboard with hidden cards. Until `take_over` the state
        is as nobody's eyes may know it, and nothing can be chosen.
        """
        ...

    @property
    def acting(self) -> int | None:
        """Return the seat that has to decide; None while the dealer is awaited and at the end."""
        ...

    @property
    def draft(self) -> int:
        """Return how many of my decisions are played but not sent."""
        ...

    @property
    def needs_confirm(self) -> bool:
        """Tell whether my draft is complete: `confirm` sends it. `acting` is still my seat then."""
        ...

    @property
    def draft_end(self) -> DraftEnd:
        """Return why a complete draft cannot grow: my turn may go on once it is sent."""
        ...

    @property
    def no_undo(self) -> str:
        """Return why nothing can be taken back now; "" when `undo` would do something."""
        ...

    @property
    def fresh(self) -> tuple[Event, ...]:
        """Return the events that `news` tells of, for the marks on the board."""
        ...

    @property
    def news(self) -> Sequence[LogItem]:
        """Return the lines of the log since the last turn of `eyes` that is over."""
        ...

    @property
    def log(self) -> Sequence[LogItem]:
        """Return all lines of the log, oldest first, without those of the draft."""
        ...

    @property
    def talk(self) -> Sequence[TalkItem]:
        """Return what was said, oldest first."""
        ...

    @property
    def turn_seconds(self) -> float:
        """Return the time since the turn or decision that is awaited began, on this computer."""
        ...

    @property
    def waiting(self) -> str:
        """Return what the table waits for where that is more than a seat's decision, or "".

        For example why a table has stopped, or whose proof is missing. It holds no clock.
        """
        ...

    @property
    def awaited(self) -> Awaited | None:
        """Return whom `waiting` names, if that is what it says."""
        ...

    @property
    def cut_off(self) -> float | None:
        """Return for how many seconds no network has been up here, if one is needed for others."""
        ...

    @property
    def faults(self) -> Sequence[str]:
        """Return what plugins have failed at here, each once, oldest first."""
        ...

    @property
    def is_stuck(self) -> bool:
        """Tell whether the rules have failed where a bot has to go on: only a take-back helps."""
        ...

    @property
    def projections(self) -> Sequence[float]:
        """Return what each seat would have if the game ended now."""
        ...

    @property
    def ranking(self) -> Sequence[tuple[int, int]]:
        """Return (place, seat), best first."""
        ...

    @property
    def progress(self) -> str:
        """Return what takes its time meanwhile, such as a deck that is being sealed, or ""."""
        ...

    @property
    def finished(self) -> bool:
        """Tell whether the game is over."""
        ...

    @property
    def verdict(self) -> Fact | None:
        """Return the judgement on the journal (its title is not shown); None until it is known."""
        ...

    @property
    def unseen_by(self) -> Sequence[str]:
        """Return the names of those that the end of a finished game has not reached yet."""
        ...

    @property
    def offers(self) -> frozenset[Offer]:
        """Return what can be done with the game besides leaving it."""
        ...

    @property
    def exports(self) -> Sequence[str]:
        """Return the kinds that `export` knows, by file ending: `txt`, `svg`, ..."""
        ...

    @property
    def plays_again(self) -> str:
        """Return who has opened a table like this finished one, which can be joined, or ""."""
        ...

    @property
    def invite(self) -> str:
        """Return the address or ticket of this table, to be copied; "" for a local one."""
        ...

    @property
    def replay(self) -> Replay | None:
        """Return the controls of a replay; None at a live table."""
        ...

    def take_over(self) -> None:
        """Note that the keyboard was passed on (`handover`)."""
        ...

    def choose(self, action: Action) -> str:
        """Add a decision to the draft."""
        ...

    @property
    def hold(self) -> str:
        """Return why a complete turn cannot be sent for now, or ""."""
        ...

    @property
    def undoes_turn_of(self) -> str:
        """Return who else at this keyboard has sent what the next undo takes back; "" if I did."""
        ...

    @property
    def undoes_of_others(self) -> int:
        """Return how many moves of others the next undo takes back with that one."""
        ...

    def undo(self) -> str:
        """Take the last decision back."""
        ...

    def redo(self) -> str:
        """Do again what `undo` took back."""
        ...

    def confirm(self) -> str:
        """Send the draft."""
        ...

    def say(self, text: str) -> str:
        """Say something to the table; at most 500 bytes."""
        ...

    def export(self, kind: str, path: str) -> str:
        """Write a new file and return where it is: with a number where that one is there already.

        Raises:
            Refused: it cannot be written.
        """
        ...

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on, also what is in the log."""
        ...

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change; replaces the one before."""
        ...

    async def again(self) -> Session:
        """Start the same table anew; for `offers` with `again`."""
        ...

    async def rematch(self) -> Room:
        """Open a table like this one to the network; for `offers` with `rematch`.

        Raises:
            Refused: it cannot be opened.
        """
        ...

    async def replayed(self) -> Session:
        """Open this game from its start, with `replay` set; for `offers` with `replay`."""
        ...

    async def leave(self) -> None:
        """Close this table here; the seat is kept. The session is not used afterwards."""
        ...
