"""The two lines below the board: what can be done now, and what the current choice would do."""

from __future__ import annotations

from bastide.core.look.words import capital
from bastide.plugins.barony.look.position import Position
from bastide.plugins.barony.look.previews import Previews, is_last_round
from bastide.plugins.barony.pieces import TITLES
from bastide.plugins.barony.turn import MORE


class Hints(Previews):
    """Makes the hint lines of a table."""

    def now(self, position: Position, narrow: bool) -> str:
        t, several = self.text, len(position.ways) > 1
        if position.verb not in position.by_verb:
            return self._impossible(position)
        if position.verb == "settle":
            return t("Place a city and a knight: arrows or a number, Enter.")
        if position.listed and position.verb == "title":
            return self._paying(position)
        if position.listed:
            return t("Enter confirms it; Tab: another action.")
        if position.s.phase == MORE:
            return self._going_on(position, narrow)
        return (self._narrow if narrow else self._roomy)(position.verb, several)

    def _roomy(self, verb: str, several: bool) -> str:
        t = self.text
        if verb == "move" and several:
            return t(
                "Move: arrows or a number, r: other knight or token, Enter; Tab: other actions."
            )
        return {
            "move": t("Move a knight: arrows or a number, Enter; Tab: other actions."),
            "recruit": t(
                "Recruit: arrows or a number, r: more or fewer, Enter; Tab: other actions."
            ),
            "build": t("Build: arrows or a number, r: other building, Enter; Tab: other actions."),
            "city": t("New city: arrows or a number, Enter; Tab: other actions."),
            "expedition": t("Expedition: arrows or a number, Enter; Tab: other actions."),
        }[verb]

    def _narrow(self, verb: str, several: bool) -> str:
        t = self.text
        if verb == "move" and several:
            return t("Move: arrows, number, r, Enter; Tab: others.")
        return {
            "move": t("Move a knight: arrows, number, Enter; Tab: others."),
            "recruit": t("Recruit: arrows, number, r, Enter; Tab: others."),
            "build": t("Build: arrows, number, r, Enter; Tab: others."),
            "city": t("New city: arrows, number, Enter; Tab: others."),
            "expedition": t("Expedition: arrows, number, Enter; Tab: others."),
        }[verb]

    def _paying(self, position: Position) -> str:
        t, ranks = self.text, position.realm.ranks
        if is_last_round(position):
            return t("Become duke, +15 points; this round is the last: choose what to pay, Enter.")
        title = t(TITLES[ranks[position.seat] + 1])
        return t("Become {title}, +15 points: choose what to pay, Enter.", title=title)

    def _impossible(self, position: Position) -> str:
        t = self.text
        if position.verb == "title":
            return t("This is not possible now: Tab chooses another action.")
        return t("{reason}; Tab: other actions.", reason=self.lacking(position))

    def none_possible(self, position: Position) -> str:
        """Return why no action of the chosen kind is possible, as a sentence."""
        if position.verb == "city" and position.villages:
            reasons = self.against_cities(position)
            return self.text("None of your villages may become a city: {reasons}.", reasons=reasons)
        if position.verb != "title":
            return self.text("{reason}.", reason=self.lacking(position))
        otherwise = self.text("this is not possible now")
        reason = self.words.reason(position, position.attempt, otherwise)
        return self.text("{reason}.", reason=capital(reason))

    def _going_on(self, position: Position, narrow: bool) -> str:
        t, is_move = self.text, position.verb == "move"
        if narrow and is_move:
            return t("A second knight: arrows, number, Enter; s: stop.")
        if narrow:
            return t("Build more: arrows, number, r, Enter; s: stop.")
        if is_move:
            return t("Move a second knight: arrows or a number, Enter; s: stop here.")
        return t("Build more: arrows or a number, r: other building, Enter; s: stop here.")

    def choice(self, position: Position) -> str:
        chosen = position.chosen
        if chosen is None:
            return self.refusal(position)
        said = self.sentence(position, chosen)
        return f"{position.number}: {said}" if position.number else said
