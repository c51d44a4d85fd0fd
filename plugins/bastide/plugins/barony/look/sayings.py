"""What happened, in sentences for the log."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action, Event
from bastide.plugins.barony.growing import BUILT, RECRUITED
from bastide.plugins.barony.look.words import Words
from bastide.plugins.barony.moving import DESTROYED, MOVED, NOTHING_THERE, PLUNDERED
from bastide.plugins.barony.pieces import GOLD, PIECES, STRONGHOLD, TERRAINS, VILLAGE
from bastide.plugins.barony.scoring import BY_IDLING, ENDS
from bastide.plugins.barony.setup import SETTLED
from bastide.plugins.barony.titles import TITLED
from bastide.plugins.barony.turn import DONE


class Sayings:
    """Says at one table what events are; None for those that the catalogue has words for."""

    def __init__(self, words: Words) -> None:
        self.words, self.text = words, words.text
        self._told = {
            RECRUITED: self._recruited,
            TITLED: self._titled,
            BUILT: self._built,
            DESTROYED: self._destroyed,
            MOVED: self._moved,
            SETTLED: self._settled,
            ENDS: self._ends,
            PLUNDERED: self._plundered,
            NOTHING_THERE: self._plundered,
        }

    def said(self, event: Action | Event) -> str | None:
        """Return a sentence for an event; who did it is put before one that names nobody.

        An action is said by its kind, but for a turn that goes no further: that is no line.
        """
        if isinstance(event, Action):
            return "" if event.kind == DONE.kind else None
        say = self._told.get(event.kind)
        return say(event) if say else None

    def _name(self, seat: object) -> str:
        return self.words.name(cast(int, seat))

    def _settled(self, event: Event) -> str:
        seat, q, r = event.data
        return self.text("{name} settles at {q},{r}.", name=self._name(seat), q=q, r=r)

    def _ends(self, event: Event) -> str:
        why, idle = event.data[1:]
        return self.ending(str(why), cast(int, idle))

    def ending(self, why: str, idle: int) -> str:
        """Say why the game is over; `idle`: after how many rounds in which nothing happened."""
        t, said = self.text, self.text(why)
        if why == BY_IDLING:
            said = t.count("nothing new for {n} round", "nothing new for {n} rounds", idle)
        return t("The last round is over: {why}.", why=said)

    def _recruited(self, event: Event) -> str:
        seat, n, q, r = event.data
        return self.text("{name} recruits {n} at {q},{r}.", name=self._name(seat), n=n, q=q, r=r)

    def _titled(self, event: Event) -> str:
        seat, title, paid = event.data
        return self.text(
            "{name} becomes {title} for {gold} gold.",
            name=self._name(seat),
            title=self.text(str(title)),
            gold=paid,
        )

    def _moved(self, event: Event) -> str:
        seat, q, r, to_q, to_r = event.data
        name = self._name(seat)
        return self.text("{name} moves {q},{r} > {u},{v}.", name=name, q=q, r=r, u=to_q, v=to_r)

    def _built(self, event: Event) -> str:
        seat, piece, q, r, terrain = event.data
        kind = TERRAINS.index(str(terrain))
        fields: dict[str, object] = {"name": self._name(seat), "q": q, "r": r}
        fields |= {"terrain": self.text(str(terrain)), "gold": GOLD[kind]}
        if piece == PIECES[STRONGHOLD]:
            return self.text(
                "{name} builds at {q},{r}: stronghold, +1 {terrain} ({gold} gold).", **fields
            )
        return self.text("{name} builds at {q},{r}: village, +1 {terrain} ({gold} gold).", **fields)

    def _destroyed(self, event: Event) -> str:
        seat, piece, q, r = event.data
        name = self._name(seat)
        if piece == PIECES[VILLAGE]:
            return self.text("{name} loses a village at {q},{r}.", name=name, q=q, r=r)
        return self.text("{name} loses a knight at {q},{r}.", name=name, q=q, r=r)

    def _plundered(self, event: Event) -> str:
        name, victim = self._name(event.data[0]), self._name(event.data[-1])
        if event.kind == NOTHING_THERE:
            return self.text(
                "{name} finds no token to plunder at {victim}.", name=name, victim=victim
            )
        terrain = str(event.data[1])
        return self.text(
            "{name} takes 1 {terrain} token ({gold} gold) from {victim}.",
            name=name,
            victim=victim,
            terrain=self.text(terrain),
            gold=GOLD[TERRAINS.index(terrain)],
        )
