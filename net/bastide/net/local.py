"""Games at one computer: solo, hot-seat and against bots. One identity signs for all seats."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Sequence

from bastide.core.draft import Draft
from bastide.core.events import Action
from bastide.core.journal import Entry, Seat, entry_id, parse_body
from bastide.core.payloads import action_payload
from bastide.core.plugins import Plugins, Setup
from bastide.core.table import Done, EntryError, Table
from bastide.net.errors import PeerError, Refusal, StoreError
from bastide.net.games import NOT_OURS, GameError, fold, open_table
from bastide.net.identity import Identity
from bastide.net.lobby.terms import genesis_of
from bastide.net.rules_guard import rules_at_work
from bastide.net.storage.store import GameRow, GameStatus, Store, stored


class LocalGame:
    """A table on this computer, every decision of it durable before it counts.

    Attributes:
        table: the running table.
        bots: the bot of each place that a bot plays, by place.
        past: how much was done at the table before it was opened here.
    """

    def __init__(
        self, store: Store, identity: Identity, table: Table, bots: dict[int, str]
    ) -> None:
        """Use `new_game` or `load_game`."""
        self.store, self.identity, self.table, self.bots = store, identity, table, bots
        self.past = len(table.done) if table.journal.step else 0

    @property
    def game_id(self) -> bytes:
        """The id of the game."""
        return self.table.genesis.game_id

    @property
    def mine(self) -> tuple[int, ...]:
        """The places that people at this keyboard play."""
        return tuple(n for n in range(len(self.table.genesis.seats)) if n not in self.bots)

    def write(self, draft: Draft) -> list[Done]:
        """Sign, carry out and store the decisions of a draft: all of them, or none.

        Raises:
            Refusal: one is not legal any more, a plugin raised, or the disk refuses.
        """
        place = self.table.place_of(draft.seat)
        return self._carry_out(self._signed(place, action) for action in draft.actions)

    def _carry_out(self, entries: Iterable[Entry]) -> list[Done]:
        """Carry out and store entries, each made when those before it count; see `write`."""
        step, done, kept = self.table.journal.step, list[Done](), list[Entry]()
        try:
            with rules_at_work(self.table.rules):
                for entry in entries:
                    kept.append(entry)
                    done += self.table.add(entry)
            self.store.append(self.game_id, [stored(entry) for entry in kept])
        except EntryError as error:
            self.table.rewind(step)
            raise PeerError("{reason}.", reason=error.reason) from error
        except Refusal:
            self.table.rewind(step)
            raise
        if self.table.over:
            with contextlib.suppress(StoreError):  # the journal says so anyway
                self.store.set_status(self.game_id, GameStatus.OVER)
        return done

    def _signed(self, place: int, action: Action) -> Entry:
        """Return a checked entry of this step."""
        body = self.table.body(place, "move", {"m": action_payload(action)})
        return self._checked(Entry(body, self.identity.sign("sign-entry", entry_id(body))))

    def _checked(self, entry: Entry) -> Entry:
        """Return an entry of this step. Raises `EntryError` where it is none."""
        self.table.check(entry.body)
        return entry

    def last_own_step(self) -> int | None:
        """Return the step of the last decision of a person, or None if there was none."""
        steps = self.table.journal.steps
        for step in range(len(steps) - 1, -1, -1):
            if parse_body(steps[step][0].body).place in self.mine:
                return step
        return None

    def decided(self, step: int) -> int:
        """Return the seat that decided in a step."""
        return self.table.seat_of(parse_body(self.table.journal.steps[step][0].body).place)

    def take_back(self) -> bool:
        """Go back to before the last decision of a person; False if there is none.

        The journal keeps its beginning; what is dropped stays in the store as a branch.

        Raises:
            StoreError: the disk refuses.
        """
        step = self.last_own_step()
        if step is None:
            return False
        self.store.branch(self.game_id, step)
        self.table.rewind(step)
        self.store.set_status(self.game_id, GameStatus.PLAYING)
        return True

    def since(self, step: int) -> list[Entry]:
        """Return what was signed from a step on."""
        return [entry for signed in self.table.journal.steps[step:] for entry in signed]

    def bring_back(self, entries: Sequence[Entry]) -> None:
        """Carry out again what `take_back` dropped: all of it, or none.

        Raises:
            Refusal: it does not follow what is there now, or the disk refuses.
        """
        self._carry_out(map(self._checked, entries))

    def close(self) -> None:
        """Let another program have the game."""
        self.store.unlock_game(self.game_id)


def new_game(
    store: Store,
    plugins: Plugins,
    identity: Identity,
    setup: Setup,
    names: Sequence[str],
    bots: dict[int, str],
    *,
    seed: bytes | None = None,
    title: str = "",
) -> LocalGame:
    """Begin a game at this computer.

    Args:
        store: where it is kept.
        plugins: what is installed.
        identity: signs for every seat.
        setup: game, extensions, options, number of seats.
        names: display names by place.
        bots: bot ids by place.
        seed: 32 bytes from which all chance comes; fresh by default.
        title: the table's name; the id of its game if it has none.

    Raises:
        RulesError: the setup cannot be played.
        Refusal: a plugin raised, or the disk refuses.
    """
    seats = [Seat(identity.key, name) for name in names]
    genesis = genesis_of(
        plugins,
        setup,
        seats,
        deal="local",
        nonce=os.urandom(32),
        seed=os.urandom(32) if seed is None else seed,
    )
    accepts = (identity.sign("accept", genesis.game_id),)
    table = open_table(plugins, genesis, accepts)
    store.add_game(genesis, accepts, {}, title=title or setup.game, bots=bots)
    store.lock_game(genesis.game_id)
    return LocalGame(store, identity, table, dict(bots))


def load_game(store: Store, plugins: Plugins, identity: Identity, row: GameRow) -> LocalGame:
    """Open a stored game of this computer again.

    Raises:
        GameError, JournalError: a plugin is missing, or the stored journal does not hold.
        StoreError: another program has it open, or what is stored is damaged.
    """
    if identity.key not in row.genesis.keyed:
        raise GameError(NOT_OURS)
    store.lock_game(row.game_id)
    try:
        table = open_table(plugins, row.genesis, row.accepts)
        fold(table, [Entry(each.body, each.signature) for each in store.entries(row.game_id)])
    except BaseException:
        store.unlock_game(row.game_id)
        raise
    return LocalGame(store, identity, table, dict(row.bots))
