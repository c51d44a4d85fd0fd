"""The frozen rules of one table: plain functions in tuples and dicts, nothing of pluggy.

`Machine` plays by them, `Referee` says what is legal; here are the slots as they were composed, the
plain form of a position, and the results.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeVar, cast

from bastide.core.chance import Rng
from bastide.core.compiled import (
    Functions,
    StageOutline,
    check_said,
    compile_fold,
    contributors,
    fingerprint,
    outlined,
)
from bastide.core.contributions import watched
from bastide.core.encoding import pack, tagged_hash
from bastide.core.errors import IllegalAction, RulesError
from bastide.core.legality import Referee
from bastide.core.messages import Message, message
from bastide.core.plain import PlainError, To, check_plain, plain_of
from bastide.core.slots import Fold, Slot, Steps, Table
from bastide.core.state import ALL, SEALED, State

if TYPE_CHECKING:
    from bastide.core.builder import RulesBuilder
    from bastide.core.options import OptionValue

__all__ = ["IllegalAction", "Rules"]

K = TypeVar("K")
V = TypeVar("V")
P = ParamSpec("P")


class Rules(Referee):
    """Compiled, immutable rules of one table.

    `active`: plugin ids in order. `fingerprint`: 32 bytes over everything that was composed.
    `kinds`: those of actions. `counted`: the event kinds that statistics count. `homes`: plugin ids
    by package, to tell who is to blame for an exception (`blame`).
    """

    def __init__(
        self,
        builder: RulesBuilder,
        versions: Mapping[str, str],
        options: Mapping[str, Mapping[str, OptionValue]],
        seating: str,
    ) -> None:
        said = builder.said
        check_said(said)
        super().__init__(said, builder.seats, seating)
        self.active, self.options = builder.active, options
        self.homes: Mapping[str, str] = {}
        self.kinds = tuple(sorted(said.effects))
        self.counted = tuple(dict.fromkeys(said.counted))
        self._tables = {s: {k: v for k, (v, _) in t.items()} for s, t in said.tables.items()}
        self._lists = {slot: tuple(fn for fn, _ in fns) for slot, fns in said.lists.items()}
        self._folds = {
            slot: compile_fold((fns[0], *(watched(slot, fn) for fn in fns[1:])))
            for slot, fns in self._lists.items()
            if isinstance(slot, Fold)
        }
        self._guesses = tuple(said.guesses)
        self._projections, self._ranks = tuple(said.projections), tuple(said.ranks)
        self._verdicts = tuple(said.verdicts)
        self._explained = contributors(said)
        self._brought = {what: tuple(whos) for what, whos in said.brought.items()}
        self.fingerprint = fingerprint(self, said, versions)
        builder.bind(self)
        self._plains = self._compile_parts()

    # slots

    def table(self, slot: Table[K, V]) -> dict[K, V]:
        """Return the finished table; not to be changed."""
        return cast("dict[K, V]", self._tables.get(slot, {}))  # put() takes keys and values so

    def has(self, slot: Slot) -> bool:
        """Tell whether anybody contributed to a slot."""
        return slot in self._tables or slot in self._lists

    def value(self, slot: Fold[V, P]) -> Callable[Concatenate[V, P], V]:
        """Return a fold as one function; fetch it once, with `derive`."""
        return cast("Callable[Concatenate[V, P], V]", self._folds.get(slot, slot.base))

    def steps(self, slot: Steps[P]) -> tuple[Callable[P, None], ...]:
        """Return the functions of a list of steps."""
        return cast("tuple[Callable[P, None], ...]", self._lists.get(slot, ()))

    def explain(self) -> dict[str, list[str]]:
        """Return, by slot name, the plugins that contribute, in order."""
        return self._explained

    def brought(self, what: str, id: str = "") -> tuple[str, ...]:
        """Return the plugins that said something, in order.

        Args:
            what: `stage`, `turns`, `phase`, `route`, `action`, `after`, or a method of the builder.
            id: of the stage, the phase or the kind of action; "" for the rest.
        """
        return self._brought.get((what, id), ())

    def ended_by(self, s: State) -> str:
        """Return the plugin that has ended the game by `ends_now`, "" if none says so now."""
        said = zip(self.brought("ends_now"), self._ends_now, strict=True)
        return next((who for who, ends in said if s.over and ends(s)), "")

    def outline(self) -> tuple[StageOutline, ...]:
        """Return the stages and their phases, in order; to be read, play has no use for it."""
        return tuple(outlined(stretch, self._steps) for stretch in self._stages)

    def functions(self) -> Functions:
        """Return the plugins' functions; for checks that name one, play has no use for it."""
        return Functions(
            self._steps,
            self._effects,
            (*self._finished, *self._ends_now),
            (*self._final, *self._projections),
            (*self._verdicts, *self._ranks),
        )

    # the state

    def _compile_parts(self) -> list[tuple[str, To]]:
        parts = self._blank().parts
        try:
            for who, part in parts.items():
                if not is_dataclass(part) or not hasattr(part, "clone"):
                    raise RulesError(_no_slice(who, part), self._makes[who])
                check_plain(type(part), who)
        except PlainError as error:
            raise RulesError(error.message) from error
        return [(who, plain_of(type(parts[who]))) for who in sorted(parts)]

    def public(self, s: State) -> list[object]:
        """Return the plain form of what all peers share; `state_digest` covers it."""
        return [
            self.fingerprint,
            self._stages[s.stage].id,
            s.phase,
            s.seat,
            s.turn_seat,
            s.turn,
            s.stage_turn,
            s.over,
            list(s.seating),
            s.scores,
            sorted(s.sealed),
            [[who, to(s.parts[who])] for who, to in self._plains],
            s.secrets.plain() if s.secrets and s.secrets.decks else None,
        ]

    def digest(self, s: State, dealt: bytes = b"") -> bytes:
        """Return the state digest: the hash of the public state, 32 bytes.

        `dealt` is a digest of how far a dealer is, where that says more than the state.
        """
        return tagged_hash("state", pack(self.public(s)), *([dealt] if dealt else []))

    # results

    def ranking(self, s: State) -> list[tuple[int, int]]:
        """Return (place, seat), best first; equal seats share a place."""
        keys = {n: self._rank_keys(s, n) for n in range(s.seats)}
        return sorted((1 + sum(k > keys[n] for k in keys.values()), n) for n in keys)

    def is_judged(self, s: State) -> bool:
        """Tell whether a verdict sets seats apart, whatever their points."""
        return any(len({verdict(s, n) for n in range(s.seats)}) > 1 for verdict in self._verdicts)

    def _rank_keys(self, s: State, seat: int) -> tuple[int, ...]:
        first = (verdict(s, seat) for verdict in self._verdicts)
        return (*first, s.scores[seat], *(rank(s, seat) for rank in self._ranks))

    def projections(self, s: State) -> list[float]:
        """Return, for each seat, the points that it would have if the game ended now."""
        t = s
        if not s.over:
            t = s.clone()
            for fn in self._final:
                fn(t)
        values: list[float] = list(t.scores)
        for project in self._projections:
            values = [project(value, s, n) for n, value in enumerate(values)]
        return values

    def projected(self, s: State, seat: int) -> float:
        """Return the points that a seat would have if the game ended now."""
        return self.projections(s)[seat]

    def guess(self, view: State, seed: bytes) -> State:
        """Return a full position that agrees with a view: unknown faces filled in at random."""
        t, seat = view.clone(), view.eyes
        if seat == ALL:
            return t
        rng = Rng(seed, "guess")
        t.eyes = ALL
        if t.secrets:
            t.secrets.fill(rng)
            t.legal = None
        for fn in self._guesses:
            fn(t, seat)
        self._guess_sealed(t, rng)
        return t

    def _guess_sealed(self, t: State, rng: Rng) -> None:
        """Choose for those whose choice is made and not shown yet, at random."""
        for seat in [n for n, action in t.sealed.items() if action == SEALED]:
            del t.sealed[seat]
            actions = self.legal_for(t, seat)
            t.sealed[seat] = actions[rng.below(len(actions))]


def _no_slice(who: str, part: object) -> Message:
    return message(
        "{who}: {kind} is no slice of the state: make it a dataclass with slots and clone()",
        who=who,
        kind=type(part).__name__,
    )
