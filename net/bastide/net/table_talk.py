"""The talk of one table: what was said in its room and since, kept on the disk, passed on.

Who says something sends it to all linked peers of the table; those pass it on to whom the speaker
is not linked with, as they do with heads. A peer that opens the table is told the last lines said
there (`tell`). What a room has said stays with who heard it.

Lines of ours that come faster than others listen are sent one a second (`tick`); what is left when
the table is closed goes out in one frame.

Nobody waits for talk: what the disk refuses to keep is shown, and forgotten with the program.
"""

from __future__ import annotations

import contextlib
import logging
from collections import deque
from collections.abc import Iterable, Sequence

from bastide.net import limits
from bastide.net.errors import MALFORMED, PeerError, Refusal
from bastide.net.identity import Identity
from bastide.net.links.messages import Chat, Line
from bastide.net.links.rates import PerPeer
from bastide.net.storage.store import Store
from bastide.net.sync.mesh import Mesh
from bastide.net.sync.outbox import OURSELVES, Links
from bastide.net.talk import Conversation, Said, Talk, Unsent, check_line, read_line, sign_line

log = logging.getLogger(__name__)


def table_note(game: bytes) -> str:
    """Return the name under which the id of the room that a game grew out of is kept."""
    return f"table:{game.hex()}"


def _places(store: Store, game: bytes) -> tuple[bytes, ...]:
    """Return where the talk of a game was said: at the table, and in its room if that is known."""
    room = store.hint(table_note(game))
    return (game, room) if isinstance(room, bytes) else (game,)


def kept_talk(store: Store, game: bytes, keys: Sequence[bytes]) -> list[Talk]:
    """Return the talk of a game on the disk; a line that nobody there has signed is left out."""
    found, places = [], _places(store, game)
    for line in map(Line._make, store.talk(game)):
        try:
            _check_place(line, keys, places)
            found.append(check_line(line))
        except PeerError as error:
            log.warning("a line of talk that was kept is left out: %s", error)
    return found


def _check_place(line: Line, keys: Sequence[bytes], places: Sequence[bytes]) -> None:
    if line.key not in keys or read_line(line).place not in places:
        raise PeerError("Talk of another table came.", code=MALFORMED)


class TableTalk:
    """What is said at one table.

    Args:
        store: keeps it.
        game: the table's id.
        keys: who sits there.
        links: to them.
        mesh: who is linked with whom.
    """

    def __init__(
        self,
        store: Store,
        game: bytes,
        keys: Sequence[bytes],
        links: Links,
        mesh: Mesh,
    ) -> None:
        """Take up what was said before."""
        self._store, self._game, self._keys = store, game, keys
        self._places = _places(store, game)
        self._links, self._mesh = links, mesh
        self._chats = PerPeer(limits.CHATS_PER_SECOND, limits.CHATS_BURST)
        self._talks = PerPeer(limits.TALKS_PER_SECOND, limits.TALKS_BURST)
        self._tellings = PerPeer(limits.TALKS_PER_SECOND, limits.TALKS_BURST)
        self._unsent = Unsent()
        self._all = Conversation(kept_talk(store, game, keys))

    @property
    def lines(self) -> deque[Talk]:
        """What was said, the oldest first: the last 500 lines."""
        return self._all.lines

    def take_over(self, room: Iterable[Talk], unsent: Iterable[Talk], now: float) -> None:
        """Go on with what those who sit here have said in the room before the game.

        Args:
            room: what was said there.
            unsent: lines of ours among it that have still to be sent.
            now: the loop time.
        """
        self._add(
            [each for each in room if each.key in self._keys and not self._all.knows(each.line)]
        )
        self._unsent.go_on(unsent, now)

    def say(self, identity: Identity, text: str, now: float) -> None:
        """Say something with one of our keys.

        Raises:
            PeerError: too much of what was said before is still to be sent.
        """
        self._unsent.check()
        number = self._all.next_number(identity.key, self._game)
        new = sign_line(identity, Said(self._game, number, text))
        self._add([new])
        self._unsent.add(new)
        self.tick(now)

    def tick(self, now: float) -> None:
        """Send what of ours is due; what was said in the room only those get who sat there."""
        for each in self._unsent.due(now):
            self._pass_on([each], OURSELVES)
            if (place := read_line(each.line).place) != self._game:
                for peer in self._links.linked():
                    self._links.send(peer, Chat(place, (each.line,)))

    def close(self) -> None:
        """Send what of ours is left."""
        self._pass_on(self._unsent.take(self._game), OURSELVES)

    def said(self, peer: bytes, chat: Chat, now: float) -> bool:
        """Take what a peer says or passes on; tell whether any of it is new.

        Raises:
            PeerError: malformed, or not signed by whom it names.
        """
        for line in chat.lines:
            _check_place(line, self._keys, self._places)
        unknown = [line for line in chat.lines if not self._all.knows(line)]
        if not unknown or not self._may_say(peer, chat, now):
            return False
        new = [check_line(line) for line in dict.fromkeys(unknown)]
        self._add(new)
        self._pass_on(new, peer)
        return True

    def _may_say(self, peer: bytes, chat: Chat, now: float) -> bool:
        """Tell whether a peer may be heard now: one line of each speaker, or what others said."""
        if len(chat.lines) == 1:
            return self._chats.may_spend(peer + chat.lines[0].key, now)
        return self._talks.may_spend(peer, now)

    def tell(self, peer: bytes, now: float) -> None:
        """Tell a peer that opens the table the last lines that were said there."""
        said = self._said_here(self.lines)
        if said and self._tellings.may_spend(peer, now):
            self._send(peer, said[-limits.TALK_TOLD :])

    def _pass_on(self, new: Sequence[Talk], source: bytes) -> None:
        """Send new lines to whom they do not come from elsewhere; those of the room stay here."""
        lines = self._said_here(new)
        for peer in self._links.linked() if lines else ():
            if self._mesh.needs(peer, source):
                self._send(peer, lines)

    def _said_here(self, talk: Iterable[Talk]) -> list[Talk]:
        return [each for each in talk if read_line(each.line).place == self._game]

    def _send(self, peer: bytes, talk: Sequence[Talk]) -> None:
        self._links.send(peer, Chat(self._game, tuple(each.line for each in talk)))

    def _add(self, new: Sequence[Talk]) -> None:
        if not new:
            return
        for each in new:
            self._all.add(each)
        with contextlib.suppress(Refusal):
            self._store.put_talk(self._game, [each.line for each in new])
