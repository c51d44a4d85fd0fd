"""What a table is played with: its plugins, options and seats, compared with what is here."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from bastide.core.journal import Extension, JournalError, check_accepts, make_genesis, parse_genesis
from bastide.core.journal import Genesis as GameGenesis
from bastide.core.journal import Seat as GenesisSeat
from bastide.core.messages import Message, message
from bastide.core.plugins import Plugins, Setup
from bastide.net import limits
from bastide.net.errors import MALFORMED, SIGNATURE, PeerError
from bastide.net.identity import check_key, check_name, verify
from bastide.net.links.messages import Accept, Genesis, TableNotice
from bastide.net.lobby.other_rules import cannot_join

Dealing = Literal["veil", "open"]
"""Who deals hidden cards: all together with proofs, or every program from one roll."""

DEALERS: tuple[Dealing, ...] = ("veil", "open")

PUBLIC_DEAL: Dealing = "open"
"""How a game without hidden cards is dealt: rolls are fair either way, there is no deck."""


def same_rules(plugins: Plugins, notice: TableNotice) -> Message | None:
    """Return why a table cannot be joined from here, or None: its rules are ours."""
    wanted = [Extension(notice.game, notice.version, notice.rules), *notice.extensions]
    if other := cannot_join(plugins, wanted):
        return other
    return _wrong_dealer(is_hidden(plugins, (each.name for each in wanted)), notice.deal)


def _wrong_dealer(hidden: bool, deal: str) -> Message | None:
    """Return why a way of dealing is none for a table with or without hidden cards, or None."""
    if hidden and deal not in DEALERS:
        return message(
            "This table hides cards and deals them in a way that is not known here: {deal}.",
            deal=deal,
        )
    if not hidden and deal != PUBLIC_DEAL:
        return message(
            "This table seals cards that its game does not have: let the host open it again."
        )
    return None


def is_hidden(plugins: Plugins, names: Iterable[str]) -> bool:
    """Tell whether one of these plugins deals cards that some seats may not see."""
    return any(plugins.manifest(name).hidden for name in names)


def dealer_of(plugins: Plugins, setup: Setup, wanted: Dealing) -> Dealing:
    """Return how a table is dealt: as its host wants it if cards are hidden, else openly."""
    return wanted if is_hidden(plugins, (setup.game, *setup.extensions)) else PUBLIC_DEAL


def extensions_of(plugins: Plugins, setup: Setup) -> tuple[Extension, ...]:
    """Return the extensions of a table in the order in which they apply."""
    order = plugins.order((setup.game, *setup.extensions))
    return tuple(
        Extension(name, plugins.manifests[name].version, plugins.rules_id(name))
        for name in order
        if name != setup.game
    )


def setup_of(genesis: GameGenesis) -> Setup:
    """Return what a host chose, from the genesis."""
    return Setup(
        genesis.game,
        len(genesis.seats),
        tuple(extension.name for extension in genesis.extensions),
        genesis.options,
    )


def genesis_of(
    plugins: Plugins,
    setup: Setup,
    seats: Iterable[GenesisSeat],
    *,
    deal: str,
    nonce: bytes,
    seed: bytes = b"",
) -> GameGenesis:
    """Return the genesis of a new game with these plugins.

    Raises:
        RulesError: the setup cannot be played.
    """
    manifest = plugins.manifest(setup.game)
    extensions = extensions_of(plugins, setup)
    return make_genesis(
        game=setup.game,
        version=manifest.version,
        rules_id=plugins.rules_id(setup.game),
        extensions=extensions,
        options=plugins.options(setup),
        seats=seats,
        deal=deal,
        nonce=nonce,
        rounds=limits.PROOF_ROUNDS,
        seed=seed,
    )


def read_genesis(data: bytes) -> GameGenesis:
    """Return the genesis that the bytes hold, its keys and texts fit to be used and shown.

    Raises:
        JournalError: malformed, too few proofs, a weak key, or a text that cannot be shown.
    """
    genesis = parse_genesis(data)
    least, most = limits.PROOF_ROUNDS, limits.PROOF_ROUNDS_MOST
    if not least <= genesis.rounds <= most:
        raise JournalError(
            f"the genesis: proof rounds must be {least} to {most}, not {genesis.rounds}"
        )
    texts = [genesis.game, genesis.version, *(str(v) for pair in genesis.options for v in pair)]
    texts += [text for extension in genesis.extensions for text in extension[:2]]
    if not all(text.isprintable() for text in texts):
        raise JournalError("the genesis: a text that cannot be shown")
    for place, seat in enumerate(genesis.seats):
        try:
            check_key(seat.identity)
            check_name(seat.name)
        except PeerError as error:
            raise JournalError(f"the genesis: seat {place + 1}: {error}") from error
    return genesis


def check_signed(genesis: GameGenesis, accept: Accept) -> None:
    """Check the signature of one seat under a genesis.

    Raises:
        PeerError: there is no such seat, or the signature does not hold.
    """
    if accept.seat >= len(genesis.seats):
        raise PeerError("A signature came for a seat that is not there.", code=MALFORMED)
    key = genesis.seats[accept.seat].identity
    if not verify(key, "accept", genesis.game_id, accept.signature):
        raise PeerError("A signature under the game does not hold.", code=SIGNATURE)


def read_started(incoming: Genesis) -> GameGenesis:
    """Return the genesis of a started game, its signatures unchecked: that is cheap.

    Raises:
        PeerError: malformed.
    """
    try:
        genesis = read_genesis(incoming.genesis)
    except JournalError as error:
        raise PeerError("{reason}.", code=MALFORMED, reason=_sentence(error)) from error
    if genesis.game_id != incoming.game or genesis.local:
        raise PeerError("A genesis came that is not of the game it names.", code=MALFORMED)
    return genesis


def check_started(incoming: Genesis) -> GameGenesis:
    """Return the genesis of a started game, its signatures checked.

    Raises:
        PeerError: malformed, or a signature does not hold.
    """
    genesis = read_started(incoming)
    try:
        check_accepts(genesis, incoming.signatures, verify)
    except JournalError as error:
        raise PeerError("{reason}.", code=SIGNATURE, reason=_sentence(error)) from error
    return genesis


def _sentence(error: Exception) -> str:
    text = str(error).rstrip(".")
    return text[:1].upper() + text[1:]
