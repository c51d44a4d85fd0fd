"""The identities of a data folder: the player's, and those of the seats that bots have."""

from __future__ import annotations

import os
from functools import lru_cache

from bastide.net.identity import KEY_BYTES, Identity
from bastide.net.storage import columns
from bastide.net.storage.columns import Damaged
from bastide.net.storage.shelf import Shelf

PLAYER = "player"
_BOT = "bot:"


class Keyring(Shelf):
    """The identities; each is made when it is first asked for."""

    def identity(self) -> Identity:
        """Return the player's identity; the first call makes it."""
        return self._identity_of(PLAYER)

    def bot_identity(self, label: str) -> Identity:
        """Return the identity of a bot's seat, such as `<table id>:<place>`; made when new."""
        return self._identity_of(_BOT + label)

    def check_identities(self) -> None:
        """Look at all identities.

        Raises:
            Damaged: one cannot be read.
        """
        for label, seed in self._database.read("SELECT label, seed FROM identity"):
            columns.blob(seed, f"identity.seed[{label}]", KEY_BYTES)
        self._check_labels()

    def _identity_of(self, label: str) -> Identity:
        found = self._database.read("SELECT seed FROM identity WHERE label = ?", (label,))
        if not found:
            with self._told():
                self._check_labels()  # or a damaged one would be replaced by a new identity
            with self._database.writing() as connection:
                connection.execute(
                    "INSERT OR IGNORE INTO identity VALUES (?, ?)", (label, os.urandom(32))
                )
            found = self._database.read("SELECT seed FROM identity WHERE label = ?", (label,))
        with self._told():
            return _known(columns.blob(found[0][0], f"identity.seed[{label}]", KEY_BYTES))

    def _check_labels(self) -> None:
        """Raise `Damaged` if an identity is kept under no label of ours."""
        for (label,) in self._database.read("SELECT label FROM identity"):
            if label != PLAYER and not columns.text(label, "identity.label").startswith(_BOT):
                raise Damaged("identity.label")

    def _own(self) -> dict[bytes, Identity]:
        """Return all identities of this folder that can be read, by key."""
        seeds = self._database.read("SELECT seed FROM identity")
        known = [_known(x) for (x,) in seeds if type(x) is bytes and len(x) == KEY_BYTES]
        return {each.key: each for each in known}


@lru_cache(maxsize=256)
def _known(seed: bytes) -> Identity:
    """Return the identity of a seed; deriving the key takes a while."""
    return Identity(seed)
