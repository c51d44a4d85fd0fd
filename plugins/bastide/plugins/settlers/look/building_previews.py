"""What building, tearing down and new regions do, said before it is done."""

from __future__ import annotations

from typing import cast

from bastide.core.events import Action
from bastide.core.state import State
from bastide.plugins.settlers.cards import (
    CARDS,
    CITY,
    COSTS,
    DOUBLES,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    Region,
)
from bastide.plugins.settlers.look.position import Position
from bastide.plugins.settlers.look.telling import Telling
from bastide.plugins.settlers.places import touched
from bastide.plugins.settlers.state import Placed, Site, realm
from bastide.plugins.settlers.tokens import knight_holder, windmill_holder


class BuildingPreviews(Telling):
    """Says at one table, in one language, what is built where and what comes of it."""

    def _road(self, position: Position, action: Action) -> str:
        return self.text(
            "Road at {x}, for {cost}: a settlement may follow beyond it.",
            **self._built(action, ROAD),
        )

    def _built(self, action: Action, what: str) -> dict[str, object]:
        """Return the column where something is built in the row, and its cost."""
        return {"x": action.data[0], "cost": self.words.cost(COSTS[what])}

    def _settle(self, position: Position, action: Action) -> str:
        fields = self._built(action, SETTLEMENT)
        if action.claims:
            return self.text(
                "Settlement at {x} with a Scout: +1 point; you choose its regions.", **fields
            )
        return self.text("Settlement at {x} ({cost}): +1 point, 2 regions.", **fields)

    def _city(self, position: Position, action: Action) -> str:
        said = self.text(
            "City at {x}, for {cost}: +1 point, a second site a side, red cards",
            **self._built(action, CITY),
        )
        built = position.s.clone()
        realm(built).lands[position.seat].add_city(cast(int, action.data[0]))
        return self._with_tokens(position, said, built)

    def _place(self, position: Position, action: Action) -> str:
        card, x, side = cast("tuple[str, int, str]", action.data[1:])
        said = self.text(
            "{card} ({place}), {cost}: {text}",
            card=self.words.card(card),
            place=self.words.place(x, side),
            cost=self.words.cost(CARDS[card].cost),
            text=self.words.series([*self.figures_of(card), *self._here(position, card, x, side)]),
        )
        built, target = position.s.clone(), position.target_of(action)
        site = Site(x, side, target.n)
        realm(built).lands[position.seat].add_card(site, Placed(card, -1))
        return self._with_tokens(position, said, built)

    def _with_tokens(self, position: Position, said: str, built: State) -> str:
        """Return what building does, and which tokens change hands by it."""
        t, table = self.text, realm(position.s)
        moves = (
            (table.knight, knight_holder(built), t("the knight")),
            (table.windmill, windmill_holder(built), t("the windmill")),
        )
        told = []
        for before, after, token in moves:
            if after == position.seat != before:
                told.append(t("gives you {token}: +1 point", token=token))
            elif after != before:
                told.append(t("the opponent loses {token}", token=token))
        return self.words.series([said, *told])

    def _here(self, position: Position, card: str, x: int, side: str) -> list[str]:
        """Return what a card does on a site: of a doubling building for which regions."""
        if card not in DOUBLES:
            return self.effects_of(card)
        lands = realm(position.s).lands[position.seat]
        beside = [lands.lands[n] for n in touched(lands, Site(x, side, 1))]
        mine = [land for land in beside if land.resource == DOUBLES[card]]
        if not mine:
            return [self.text("nothing to double here")]
        names = [self.words.region(land.resource, land.number) for land in mine]
        return [self.text("{regions} x2", regions=self.words.series(names))]

    def _demolish(self, position: Position, action: Action) -> str:
        return self.text(
            "{card} at {place} is torn down, and leaves the game for good.",
            **self._standing(position, action),
        )

    def _standing(self, position: Position, action: Action) -> dict[str, object]:
        """Return the card that an action is about, and where it stands."""
        target = position.target_of(action)
        card = self.words.card(position.placed(target))
        return {"card": card, "place": self.words.place(target.x, target.side)}

    def _region(self, position: Position, action: Action) -> str:
        word, number = cast("tuple[str, int]", action.data)
        kind = RESOURCES.index(word)
        n = realm(position.s).regions.count(Region(kind, number))
        region = self.words.region(kind, number)
        return self.text.count("{region}; {n} left.", "{region}; {n} left.", n, region=region)

    def _above(self, position: Position, action: Action) -> str:
        drawn, n = realm(position.s).drawn, cast(int, action.data[0])
        names = [self.words.region(*region) for region in (drawn[n], drawn[1 - n])]
        return self.text("{one} above, {two} below.", one=names[0], two=names[1])
