"""The genesis that a host asks its sitters to sign, and who has; nothing is sent here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from bastide.core.errors import RulesError
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.journal import JournalError
from bastide.core.journal import Seat as GenesisSeat
from bastide.core.messages import Message
from bastide.core.plugins import Plugins, Setup
from bastide.net.errors import PeerError
from bastide.net.links.messages import Accept, Offer
from bastide.net.lobby.seating import Sitter
from bastide.net.lobby.terms import Dealing, check_signed, genesis_of


@dataclass(slots=True)
class Offering:
    """What is to be signed.

    genesis: the offer that is out. accepts: signatures by place. refusal: why the last offer, or
    the start, came to nothing.
    """

    genesis: GameGenesis | None = None
    accepts: dict[int, bytes] = field(default_factory=dict)
    refusal: Message | None = None

    def make(self, genesis: GameGenesis) -> None:
        """Offer something new, which nobody has signed."""
        self.genesis, self.accepts, self.refusal = genesis, {}, None

    def withdraw(self, why: Message) -> None:
        """Drop the offer."""
        self.genesis, self.accepts, self.refusal = None, {}, why

    def take(self, accept: Accept) -> bool:
        """Take a signature; tell whether it is under the offer, and new.

        Raises:
            PeerError: it does not hold.
        """
        if self.genesis is None or accept.game != self.genesis.game_id:
            return False
        check_signed(self.genesis, accept)
        is_new = accept.seat not in self.accepts
        self.accepts[accept.seat] = accept.signature
        return is_new

    @property
    def is_signed(self) -> bool:
        """Whether all have signed."""
        return self.genesis is not None and len(self.accepts) == len(self.genesis.seats)

    def unsigned(self, sitters: Sequence[Sitter]) -> list[Sitter]:
        """Return those who have not signed."""
        return [sitter for n, sitter in enumerate(sitters) if n not in self.accepts]

    def signatures(self) -> tuple[bytes, ...]:
        """Return the signatures in the order of the seats."""
        return tuple(self.accepts[place] for place in sorted(self.accepts))

    def told(self, table: bytes) -> Iterator[Offer | Accept]:
        """Yield what is to be signed at a table, and what has been."""
        if self.genesis:
            yield Offer(self.genesis.data, table)
            for place, signature in self.accepts.items():
                yield Accept(self.genesis.game_id, place, signature)


def offered(
    plugins: Plugins, setup: Setup, sitters: Sequence[Sitter], deal: Dealing, nonce: bytes
) -> GameGenesis:
    """Return the genesis of a table with those who sit there, perhaps fewer than it is for.

    Raises:
        PeerError: it cannot be played; the sentence says so.
    """
    fewer = Setup(setup.game, len(sitters), setup.extensions, setup.options)
    seats = [GenesisSeat(s.key, s.name) for s in sitters]
    try:
        plugins.compose(fewer)
        return genesis_of(plugins, fewer, seats, deal=deal, nonce=nonce)
    except (RulesError, JournalError) as error:
        raise PeerError("{reason}.", reason=str(error).rstrip(".")) from error
