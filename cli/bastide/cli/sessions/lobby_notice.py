"""What the list of tables says of the network, beside the tables."""

from __future__ import annotations

from bastide.cli.networks import awaited
from bastide.cli.sessions.copied import own_copy
from bastide.core.messages import Text
from bastide.net.finding.sighting import Sighting
from bastide.net.node import Node


class LobbyNotice:
    """Finds the sentence that matters most now."""

    def __init__(self, node: Node, text: Text) -> None:
        """Look at a node; `text` has the messages of the program."""
        self._node, self._text = node, text

    @property
    def first(self) -> str:
        """The sentence, or ""."""
        return self.copied or self._left_behind() or self._hindered()

    @property
    def copied(self) -> str:
        """Where else my key is in use, or ""."""
        return own_copy(self._text, self._node.copies)

    def _hindered(self) -> str:
        """Return what keeps others from being found, or ""."""
        return self._unanswered() or self._fault() or self._awaited()

    def _left_behind(self) -> str:
        """Return which of my tables began when I had just left it, or ""."""
        left = self._node.left_behind
        names = [left[row.game_id] for row in self._node.unfinished() if row.game_id in left]
        if not names:
            return ""
        return self._text(
            "The game at {name} began as you left: it is in the list, and the others wait for you.",
            name=names[0],
        )

    def _unanswered(self) -> str:
        """Return who was sighted last and does not answer, or ""."""
        sighted = [each for each in self._node.unanswered() if not self._is_here(each)]
        if not sighted:
            return ""
        return self._text(
            "{name} ({address}) has ended, or cannot be reached: then look at the firewall there, "
            "or at an access point that keeps computers apart.",
            name=sighted[-1].name,
            address=sighted[-1].addresses[0],
        )

    def _is_here(self, sighting: Sighting) -> bool:
        """Tell whether a program ran on this very computer: no firewall hides it, it has ended."""
        discovery = self._node.discovery
        cards = discovery.interfaces if discovery else []
        own = {host for card in cards for host in card.ipv4 + card.ipv6}
        return any(address.host.partition("%")[0] in own for address in sighting.addresses)

    def _fault(self) -> str:
        """Return one way of finding others that does not work, or ""."""
        discovery = self._node.discovery
        faults = list(discovery.faults.values()) if discovery else []
        return self._text.say(faults[0].message) if faults else ""

    def _awaited(self) -> str:
        return awaited(self._text, self._node.choice.last)
