"""The identities that this data folder plays with: the player's, and one for each bot's seat."""

from __future__ import annotations

from typing import NamedTuple

from bastide.core.journal import Genesis
from bastide.net.identity import Identity
from bastide.net.storage.store import Store


class OwnSeat(NamedTuple):
    """An identity of ours, and the id of the bot that plays with it, "" for a person."""

    identity: Identity
    bot: str


class OwnSeats:
    """Finds out which seats are ours, also after a restart."""

    def __init__(self, store: Store, identity: Identity) -> None:
        """Use a data folder; `identity` is the player's."""
        self._store, self._identity = store, identity

    def add_bot(self, label: str, bot: str) -> Identity:
        """Return the identity of a new bot's seat, remembered for when the game is resumed."""
        identity = self._store.bot_identity(label)
        self._store.put_note(_note_of(identity.key), [label, bot])
        return identity

    def of(self, key: bytes) -> OwnSeat | None:
        """Return the identity with a key if it is ours."""
        if key == self._identity.key:
            return OwnSeat(self._identity, "")
        match self._store.note(_note_of(key)):
            case [str(label), str(bot)]:
                return OwnSeat(self._store.bot_identity(label), bot)
        return None

    def in_genesis(self, genesis: Genesis) -> dict[int, OwnSeat]:
        """Return our places of a genesis."""
        found = {place: self.of(seat.identity) for place, seat in enumerate(genesis.seats)}
        return {place: seat for place, seat in found.items() if seat}


def _note_of(key: bytes) -> str:
    return f"bot:{key.hex()}"
