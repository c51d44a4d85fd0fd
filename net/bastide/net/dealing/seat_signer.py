"""One of our own places in a networked game: signs for it, and knows its secrets."""

from __future__ import annotations

from bastide.net.dealing.dice import DiceChain, commit_nonce
from bastide.net.dealing.fair import FairDealer
from bastide.net.identity import Identity


class SeatSigner:
    """Signs for one place of a game, and knows what its dice chain shows next."""

    def __init__(
        self, identity: Identity, master: bytes, game_id: bytes, place: int, dealer: FairDealer
    ) -> None:
        """Use the master secret (32 bytes) of this place; it never leaves the device."""
        self.identity = identity
        self._master, self._game_id, self._place = master, game_id, place
        self._dice, self._dealer = DiceChain(master, game_id, place), dealer

    def sign(self, purpose: str, data: bytes) -> bytes:
        """Return the signature of data for a purpose."""
        return self.identity.sign(purpose, data)

    def payload(self, step: int, kind: str) -> dict[str, object]:
        """Return the payload of a `join` or `roll` entry of this place."""
        if kind == "join":
            return {"dice": self._dice.anchor}
        return {"s": self._dice.value(self._dealer.rolls + 1)}

    def nonce(self, step: int) -> bytes:
        """Return the randomness of this place's commitment at a step."""
        return commit_nonce(self._master, self._game_id, step, self._place)
