"""What an action will do, said before it is made; and why one is refused."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from bastide.core.events import Action
from bastide.core.look.words import capital
from bastide.core.messages import Text
from bastide.core.screen import Remark
from bastide.plugins.barony.board import Cell
from bastide.plugins.barony.land import FOUND
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
from bastide.plugins.barony.pieces import KINDS as TOKEN_KINDS
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

    def sentence(self, position: Position, action: Action) -> str:
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
            return self._both(said, self.text("Expeditions need {n}.", n=EXPEDITION_KNIGHTS))
        return said

    def _expedition(self, position: Position, action: Action) -> str:
        left = position.realm.reserve[KNIGHT][position.seat] - EXPEDITION_KNIGHTS
        return self.text(
            "{at}: a knight lands, another is lost for good; {left} left in reserve.",
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
        return self.text("A village there would bring {gold} gold.", gold=GOLD[kind])

    def _fight(self, position: Position, action: Action, others: list[int]) -> str:
        """Return whom a move destroys, and what it takes."""
        r, n = position.realm, position.realm.land.number[target_of(action)]
        owner = village_owner(r.pawns[n], position.seat)
        names = [self.words.name(other) for other in others if other != owner]
        said = ""
        if len(names) == 1:
            said = self.text("Destroys the knight of {name}.", name=names[0])
        elif names:
            said = self.text("Destroys the knights of {names}.", names=self.words.series(names))
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
            "Plunders the village of {name}: +1 {terrain} ({gold} gold).",
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
        fields |= {"silver": SILVER[kind]}
        if piece == STRONGHOLD:
            return self.text(
                "{at}: stronghold ({left} left), +1 token: "
                "{worth} gold ({gold} then) or {silver} silver.",
                **fields,
            )
        return self.text(
            "{at}: village ({left} left), +1 token: {worth} gold ({gold} then) or {silver} silver.",
            **fields,
        )

    def _city(self, position: Position, action: Action) -> str:
        at = self._at(position, target_of(action))
        left = position.realm.reserve[CITY][position.seat] - 1
        return self.text(
            "{at}: the village becomes a city, +{points} points; {left} more left for you.",
            at=at,
            points=CITY_POINTS,
            left=left,
        )

    # title

    def _payment(self, position: Position, action: Action) -> str:
        paid = cast(Tokens, action.data)
        total, tokens = gold(paid), self.words.tokens(paid)
        if total == TITLE_GOLD:
            return self.text("{tokens} = {gold} gold", tokens=tokens, gold=total)
        over = total - TITLE_GOLD
        return self.text(
            "{tokens} = {gold} gold, {over} lost", tokens=tokens, gold=total, over=over
        )

    def _title(self, position: Position, action: Action) -> str:
        r, seat, paid = position.realm, position.seat, cast(Tokens, action.data)
        return self.text(
            "{payment}; {silver} silver left.",
            payment=self._payment(position, action),
            silver=silver(r.tokens[seat]) - silver(paid),
        )

    # refusals

    def refusal(self, position: Position) -> str:
        """Return why nothing can be chosen under the cursor, or what lies there."""
        t, verb = self.text, position.verb
        if position.paused:
            return Remark(self._paused(position))
        if verb == "move" and position.looked_at == position.cell:
            place = self.words.place(position.cell)
            return Remark(t("{place}: this knight goes to a neighbouring hex.", place=place))
        otherwise = t("this is not possible now")
        reason = self.words.reason(position, position.attempt, otherwise)
        if verb in ("title", "stop", "pass") or not position.on_board:
            return t("{reason}.", reason=capital(reason))
        if self.words.place(position.cell) in reason or _is_anywhere(position):
            return t("{reason}.", reason=capital(reason))
        return t("{place}: {reason}.", place=self._at(position, position.cell), reason=reason)

    def _paused(self, position: Position) -> str:
        if position.verb == "move":
            return self.text("No second knight is chosen yet; s: leave it at one.")
        return self.text("Nothing more is chosen yet; s: leave it at that.")

    def lacking(self, position: Position) -> str:
        """Return why no action of the chosen kind is possible, as a sentence that goes on."""
        t, r, seat = self.text, position.realm, position.seat
        left = {kind: r.reserve[kind][seat] for kind in (KNIGHT, VILLAGE, STRONGHOLD)}
        if position.verb == "recruit":
            return t("No knight is left in your reserve")
        if position.verb == "move":
            return t("None of your knights can enter a hex beside it")
        if position.verb == "build":
            if left[VILLAGE] or left[STRONGHOLD]:
                return t("None of your knights stands where one may build")
            return t("No village or stronghold is left in your reserve")
        if position.verb == "city":
            return self._no_city(position)
        if left[KNIGHT] < EXPEDITION_KNIGHTS:
            return t("An expedition takes two knights of your reserve")
        return t("No hex at the edge is empty")

    def _no_city(self, position: Position) -> str:
        """Return why no village may become a city."""
        t = self.text
        if not position.realm.reserve[CITY][position.seat]:
            return t("No city is left in your reserve")
        if not position.villages:
            return t("You have no village")
        return t("None of your villages may become a city")

    def against_cities(self, position: Position) -> str:
        """Return what forbids a city where the villages of a seat stand, each reason once."""
        otherwise = self.text("this is not possible now")
        tried = (Action(FOUND, cell) for cell in position.villages)
        found = dict.fromkeys(self.words.reason(position, each, otherwise) for each in tried)
        return self.words.series([*found])


def _is_anywhere(position: Position) -> bool:
    """Tell whether what forbids an action is the same on every hex."""
    reserve = position.realm.reserve[KNIGHT][position.seat]
    return position.verb == "expedition" and reserve < EXPEDITION_KNIGHTS


def is_last_round(position: Position) -> bool:
    """Tell whether the title that may be bought now makes the first duke."""
    ranks = position.realm.ranks
    return ranks[position.seat] + 1 == DUKE and DUKE not in ranks
