"""Another game for those who played one on the network: a table like it, by one of them."""

from __future__ import annotations

from bastide.cli.sessions.ports import Refused, Room, Texts
from bastide.cli.sessions.rooms import GuestRoom, HostRoom
from bastide.cli.wording import whole_sentence
from bastide.core.errors import RulesError
from bastide.core.genesis import Genesis
from bastide.net.errors import Refusal
from bastide.net.identity import fit_name
from bastide.net.lobby.terms import Dealing, setup_of
from bastide.net.node import Node, SeenTable


def rematch(node: Node, texts: Texts, genesis: Genesis, pace: float) -> Room:
    """Open a table with the set-up of a game, or join the one that a player of it has opened.

    Raises:
        Refused: neither can be done; the sentence says why.
    """
    t = texts("bastide")
    try:
        if seen := _opened(node, genesis):
            return GuestRoom(node, texts, node.knock(seen), pace=pace)
        dealer: Dealing = "open" if genesis.deal == "open" else "veil"
        name = fit_name(t("{name}'s table", name=node.me.name))
        table = node.host(setup_of(genesis), name, dealer=dealer)
        return HostRoom(node, texts, table, pace=pace)
    except Refusal as error:
        raise Refused(whole_sentence(t.say(error.message))) from error
    except RulesError as error:
        raise Refused(whole_sentence(str(error))) from error


def _opened(node: Node, genesis: Genesis) -> SeenTable | None:
    """Return the open table for this game of one who sat there, if there is any."""
    players = {seat.identity for seat in genesis.seats}
    for (_, table), seen in node.seen.items():
        begun = table in node.started  # the last game's own: word of its beginning may come late
        is_open = seen.notice.state == "open" and not seen.silent and not begun
        if is_open and seen.host.key in players and seen.notice.game == genesis.game:
            return seen
    return None
