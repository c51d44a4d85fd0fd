"""What an action will do, said before it is made; and why one is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bastide.core.events import Action
from bastide.core.messages import Text
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.look.position import KINDS, VERBS, Position, start_of, target_of
from bastide.plugins.barony.look.words import Words
from bastide.plugins.barony.moving import village_owner
from bastide.plugins.barony.pieces import (
    CITY,
    CITY_POINTS,
    DUKE,
    EXPEDITION_KNIGHTS,
    GOLD,
    KNIGHT,
    PIECES,
    SILVER,
    STRONGHOLD,
    TERRAINS,
    TITLE_GOLD,
    TITLE_POINTS,
    TITLES,
    VILLAGE,
)
from bastide.plugins.barony.pieces import (
    KINDS as TOKEN_KINDS,
)
from bastide.plugins.barony.presence import field_of, has_structure, pawns_of
from bastide.plugins.barony.titles import Tokens, gold, silver


class Previews:
    """Says at one table, in one language, what choices do."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.text: Text = words.text
        self._of: dict[str, Callable[[Position, Action], str]] = {
            "settle": self._settle,
            "recruit": self._recruit,
            "move": self._move,
            "build": self._build,
            "city": self._city,
            "expedition": self._expedition,
            "title": self._title,
        }

    def of(self, position: Position, action: Action) -> str:
        """Return what an action would do, in one or two sentences."""
        verb = VERBS[KINDS.index(action.kind)]
        return (
            self._of[verb](position, action) if verb in self._of else self.short(position, action)
        )

    def short(self, position: Position, action: Action) -> str:
        """Return what a choice that is no place does, for a list."""
        verb = VERBS[KINDS.index(action.kind)]
        if verb == "title":
            return self._payment(position, action)
        if verb == "pass":
            return self.text("Pass: no action is possible.")
        if position.realm.doing == "build":
            return self.text("Stop here: build no more in this turn.")
        return self.text("Stop here: move no second knight.")

    def heading(self, position: Position) -> str:
        """Return what stands over a list of choices."""
        if position.verb == "title":
            rank = position.realm.ranks[position.seat] + 1
            title, points = self.text(TITLES[rank]), TITLE_POINTS
            return self.text("Become {title}: +{points} points", title=title, points=points)
        return self.text("Choose")

    def _at(self, position: Position, cell: Cell) -> str:
        """Return a hex with its terrain: `2,1 forest`."""
        r = position.realm
        terrain = self.text(TERRAINS[r.land.terrain[r.land.number[cell]]])
        return self.text("{place} {terrain}", place=self.words.place(cell), terrain=terrain)

    # the draft, recruitment, expedition

    def _settle(self, position: Position, action: Action) -> str:
        cell, r = target_of(action), position.realm
        at = self._at(position, cell)
        if r.land.lakeside[r.land.number[cell]]:
            return self.text("{at}: city and knight, by a lake: recruits up to 3 at once.", at=at)
        return self.text("{at}: city and knight; recruits up to 2 at once.", at=at)

    def _recruit(self, position: Position, action: Action) -> str:
        n = cast(int, action.data[2])
        left = position.realm.reserve[KNIGHT][position.seat] - n
        at = self._at(position, target_of(action))
        one = "{at}: {n} knight more, {left} left in your reserve."
        many = "{at}: {n} knights more, {left} left in your reserve."
        said = self.text.count(one, many, n, at=at, left=left)
        if left < EXPEDITION_KNIGHTS:
            return self._both(said, self.text("No expedition then."))
        return said

    def _expedition(self, position: Position, action: Action) -> str:
        left = position.realm.reserve[KNIGHT][position.seat] - EXPEDITION_KNIGHTS
        return self.text(
            "{at}: one knight lands, another leaves the game for good; {left} left in reserve.",
            at=self._at(position, target_of(action)),
            left=left,
        )

    def _both(self, first: str, second: str) -> str:
        return self.text("{first} {second}", first=first, second=second) if second else first

    # movement

    def _move(self, position: Position, action: Action) -> str:
        said = self.text(
            "{at}, from {start}.",
            at=self._at(position, target_of(action)),
            start=self.words.place(start_of(action)),
        )
        n = position.realm.land.number[target_of(action)]
        code, seat = position.realm.pawns[n], position.seat
        others = [o for o in range(position.s.seats) if o != seat and field_of(code, o)]
        if not others:
            return self._both(said, self._prospect(position, n))
        if pawns_of(code, seat):
            return self._both(said, self._fight(position, action, others))
        names = self.words.series([self.words.name(other) for other in others])
        return self._both(said, self.text("Shares the hex with {names}.", names=names))

    def _prospect(self, position: Position, n: int) -> str:
        """Return what could be built on a hex in the next turn."""
        r = position.realm
        if has_structure(r.pawns[n]) or not r.reserve[VILLAGE][position.seat]:
            return ""
        kind = r.land.terrain[n]
        return self.text(
            "A village there would bring {gold} gold.",
            gold=GOLD[kind],
        )

    def _fight(self, position: Position, action: Action, others: list[int]) -> str:
        """Return whom a move destroys, and what it takes."""
        r, n = position.realm, position.realm.land.number[target_of(action)]
        owner = village_owner(r.pawns[n], position.seat)
        said = ""
        for other in others:
            name = self.words.name(other)
            if other != owner:
                said = self._both(
                    said, self.text("Destroys the knight of {name}.", name=name)
                ).strip()
        if owner is None:
            return said
        return self._both(said, self._plunder(position, action, owner)).strip()

    def _plunder(self, position: Position, action: Action, owner: int) -> str:
        name, token = self.words.name(owner), str(action.data[4])
        held = [kind for kind in TOKEN_KINDS if position.realm.tokens[owner][kind]]
        if not held:
            return self.text("Plunders the village of {name}, who has no token.", name=name)
        kind = TERRAINS.index(token) if token else held[0]
        return self.text(
            "Plunders the village of {name}: +1 {terrain} token ({gold} gold).",
            name=name,
            terrain=self.text(TERRAINS[kind]),
            gold=GOLD[kind],
        )

    # construction, new city

    def _build(self, position: Position, action: Action) -> str:
        r, seat, cell = position.realm, position.seat, target_of(action)
        kind, piece = r.land.terrain[r.land.number[cell]], PIECES.index(str(action.data[2]))
        fields = {"at": self._at(position, cell), "left": r.reserve[piece][seat] - 1}
        if r.bank and not r.bank[kind]:
            if piece == STRONGHOLD:
                return self.text("{at}: stronghold; the bank has no such token.", at=fields["at"])
            return self.text("{at}: village; the bank has no such token.", at=fields["at"])
        fields |= {"gold": gold(r.tokens[seat]) + GOLD[kind], "worth": GOLD[kind]}
        fields |= {"terrain": self.text(TERRAINS[kind]), "silver": SILVER[kind]}
        if piece == STRONGHOLD:
            return self.text(
                "{at}: stronghold ({left} left), +1 {terrain} token: "
                "{worth} gold ({gold} then) or {silver} silver.",
                **fields,
            )
        return self.text(
            "{at}: village ({left} left), +1 {terrain} token: "
            "{worth} gold ({gold} then) or {silver} silver.",
            **fields,
        )

    def _city(self, position: Position, action: Action) -> str:
        at = self._at(position, target_of(action))
        left = position.realm.reserve[CITY][position.seat] - 1
        one = "{at}: the village becomes a city, +{points} points; {n} more is left for you."
        many = "{at}: the village becomes a city, +{points} points; {n} more are left for you."
        return self.text.count(one, many, left, at=at, points=CITY_POINTS)

    # title

    def _payment(self, position: Position, action: Action) -> str:
        paid = cast(Tokens, action.data)
        total, tokens = gold(paid), self.words.tokens(paid)
        if total == TITLE_GOLD:
            return self.text("{tokens} = {gold} gold", tokens=tokens, gold=total)
        over = total - TITLE_GOLD
        return self.text(
            "{tokens} = {gold} gold: {over} is lost",
            tokens=tokens,
            gold=total,
            over=over,
        )

    def _title(self, position: Position, action: Action) -> str:
        r, seat, paid = position.realm, position.seat, cast(Tokens, action.data)
        rank = r.ranks[seat] + 1
        said = self.text(
            "{payment}. You become {title}: +{points} points; {silver} silver is left.",
            payment=self._payment(position, action),
            title=self.text(TITLES[rank]),
            points=TITLE_POINTS,
            silver=silver(r.tokens[seat]) - silver(paid),
        )
        if rank == DUKE and DUKE not in r.ranks:
            return self._both(said, self.text("This round is the last one then."))
        return said

    # refusals

    def refusal(self, position: Position) -> str:
        """Return why nothing can be chosen under the cursor."""
        t, verb = self.text, position.verb
        if not position.mine:
            return t("It is not your turn.")
        if verb == "move" and position.looked_at == position.cell:
            return t(
                "{place}: this knight goes to a neighbouring hex.",
                place=self.words.place(position.cell),
            )
        why = position.rules.why(position.s, position.attempt)
        reason = t.say(why) if why else t("this is not possible now")
        if verb in ("title", "stop", "pass") or not position.on_board:
            return t("{reason}.", reason=_capital(reason))
        return t("{place}: {reason}.", place=self._at(position, position.cell), reason=reason)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
