"""The conformance kit: what every plugin, ours and others', must hold.

`check_game` plays random games of a table at once on an omniscient state, one state a seat and one
for a spectator. The seat to act chooses from *its* list, which must equal the omniscient one; each
state gets the dealer's answer cut to its eyes; after every step all must agree on what is public.
A game that peeks at a face it may not know fails at once, without any network.

Every check raises `ConformanceError` with one sentence; nothing here depends on pytest.
"""

from __future__ import annotations

from bastide.core.chance import MAX_ROLLS
from bastide.core.conformance import ConformanceError, need, restore
from bastide.core.dealer import LocalDealer
from bastide.core.errors import IllegalAction
from bastide.core.events import Action
from bastide.core.kit.playing import Invariant, Kit, Played, kit_dealer, modules_of
from bastide.core.messages import message
from bastide.core.playthrough import playthrough
from bastide.core.purity import watch
from bastide.core.rules import Rules
from bastide.core.state import State

__all__ = [
    "ConformanceError",
    "Invariant",
    "Played",
    "check_game",
    "check_refusal",
    "count_positions",
    "playthrough",
    "replay",
    "restore",
]


def check_game(
    rules: Rules,
    seed: int,
    *,
    invariant: Invariant | None = None,
    max_steps: int = 20_000,
    must_end: bool = True,
) -> Played:
    """Play one random game on all pairs of eyes and check every step.

    Args:
        rules: of one table.
        seed: chooses chance and actions.
        invariant: raises if something of the game's own does not hold; called after each step.
        max_steps: decisions after which the game is said not to end.
        must_end: False for a game that may go on for ever: then these decisions are all of it.

    Raises:
        ConformanceError: the sentence says what does not hold, and where.
    """
    with watch(modules_of(rules)) as seen:
        kit = Kit(rules, seed, invariant)
        for _ in range(max_steps):
            kit.answer()
            if kit.is_over:
                break
            kit.decide()
        else:
            kit.answer()
            need(
                kit.is_over or not must_end,
                "after {most} decisions the game is not over, it is at {phase}: see that "
                "rules.finished or rules.ends_now holds in the end",
                next(iter(rules.functions().ends), None),
                most=max_steps,
                phase=repr(kit.eyes.all.phase),
            )
        need(
            kit.rolls <= MAX_ROLLS or not must_end,
            "chance answers {n} times in one game, between computers it can {most} times: ask "
            "together for what belongs together",
            n=kit.rolls,
            most=MAX_ROLLS,
        )
        kit.finish()
    for error in seen:
        raise ConformanceError(error.message, error.place)
    return kit.played


def replay(rules: Rules, seed: int, played: Played) -> State:
    """Play a recorded game again and check every digest; return the end."""
    dealer, s = kit_dealer(seed), rules.new()
    pairs = zip(played.actions, played.digests, strict=True)
    for n, ((seat, action), digest) in enumerate(pairs):
        rules.settle(s, dealer)
        need(
            rules.digest(s) == digest,
            "decision {n}: another position when played again: keep all that rules remember in "
            "the state",
            n=n,
        )
        rules.apply(s, action, seat)  # it is legal: it was checked when it was chosen
    rules.settle(s, dealer)
    return s


def check_refusal(rules: Rules, s: State, action: Action) -> str:
    """Check that an action is refused with a reason, and return it."""
    before = rules.digest(s)
    try:
        rules.step(s, action)
    except IllegalAction as error:
        need(
            rules.digest(s) == before,
            "a refused action changed the state: judge it without changing anything",
        )
        return str(error)
    raise ConformanceError(message("{action} was accepted: it must be refused", action=str(action)))


def count_positions(rules: Rules, s: State, depth: int, dealer_seed: bytes) -> int:
    """Count the positions `depth` decisions away; a number to compare after a change."""
    if depth == 0 or s.over:
        return 1
    total = 0
    for action in rules.legal(s):
        t = s.clone()
        rules.apply(t, action)
        rules.settle(t, LocalDealer(dealer_seed))
        total += count_positions(rules, t, depth - 1, dealer_seed)
    return total
