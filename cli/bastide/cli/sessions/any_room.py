"""A table that has not started, as far as it is the same for its host and its guests."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from bastide.cli.sessions.copied import copy_of, own_copy
from bastide.cli.sessions.hands import hands_at
from bastide.cli.sessions.lan_session import LanSession, trust_of
from bastide.cli.sessions.ports import (
    Changed,
    Fact,
    Hands,
    Room,
    Seat,
    Session,
    TalkItem,
    Texts,
)
from bastide.cli.sessions.shown_table import loop_time
from bastide.cli.sessions.table_facts import facts_of, game_title
from bastide.core.plugins import SEATING
from bastide.net.errors import Refusal
from bastide.net.identity import last_four
from bastide.net.limits import CHAT_BYTES
from bastide.net.links.messages import TableNotice
from bastide.net.lobby.naming import Labels
from bastide.net.node import Node
from bastide.net.whereabouts import Invitation


class AnyRoom:
    """What both kinds of rooms share; `labels` are the names that are shown here."""

    moved: Room | None = None

    def __init__(self, node: Node, texts: Texts, table: bytes, labels: Labels, pace: float) -> None:
        self._node, self._texts, self._id, self._pace = node, texts, table, pace
        self._labels = labels
        self._changed: Changed = lambda: None
        self._session: LanSession | None = None
        self._unwatch: Callable[[], None] = node.watch(self._node_changed)

    def _node_changed(self) -> None:
        self._changed()

    def _stop_watching(self) -> None:
        self._unwatch()
        self._unwatch = lambda: None

    @property
    def _notice(self) -> TableNotice:
        raise NotImplementedError

    @property
    def title(self) -> str:
        """Return the table's name."""
        return self._notice.name

    @property
    def game(self) -> str:
        """Return game and extensions for people."""
        return game_title(self._node.plugins, self._texts, self._notice)

    @property
    def facts(self) -> Sequence[Fact]:
        """Return options and plugin versions."""
        return facts_of(self._node.plugins, self._texts, self._notice)

    @property
    def is_listed(self) -> bool:
        """Tell whether people play in the order in which they sit down."""
        return self._notice.options.get(SEATING.name) == "listed"

    @property
    def hands(self) -> Hands:
        """Return who can know the hidden cards of this table."""
        return hands_at(self._node.plugins, self._notice)

    @property
    def places(self) -> tuple[int, int]:
        """Return the least and greatest number of seats."""
        return self._notice.seats

    @property
    def invites(self) -> Sequence[str]:
        """Return addresses and ticket for others to type: those of the host."""
        return [*map(str, self._invitation.addresses), *map(str, self._invitation.tickets)]

    @property
    def _invitation(self) -> Invitation:
        raise NotImplementedError

    @property
    def talk(self) -> Sequence[TalkItem]:
        """Return what was said."""
        said = self._node.talk.get(self._id)
        return [self._talk_item(each.key, each.text) for each in (said.lines if said else [])]

    def _talk_item(self, key: bytes, text: str) -> TalkItem:
        for n, (other, name) in enumerate(self._sitting()):
            if other == key:
                return TalkItem(name, text, n)
        left = self._node.contacts.contact(key).name
        return TalkItem(self._labels.give(key, left) if left else "?", text)

    def _sitting(self) -> list[tuple[bytes, str]]:
        raise NotImplementedError

    @property
    def _lost(self) -> Mapping[bytes, float]:
        """The keys of those whose seat is kept while their link is lost, and since when."""
        raise NotImplementedError

    @property
    def _copied(self) -> str:
        """Return whose key is in use on two computers: mine, or that of somebody who sits here."""
        text, me = self._texts("bastide"), self._node.identity.key
        others = [each for each in self._sitting() if each[0] != me]
        said = (copy_of(text, self._node, *each) for each in others)
        return own_copy(text, self._node.copies) or next(filter(None, said), "")

    def _cut_off_from(self, keys: Iterable[bytes]) -> str:
        """Return that no network is up here, if these are missed: else they seem to be why."""
        if not self._node.is_cut_off_from(keys):
            return ""
        return self._say("No network is up here. Seats are kept for up to a minute.")

    @property
    def seats(self) -> Sequence[Seat]:
        """Return who is there, the host first."""
        return [self._seat(key, name) for key, name in self._sitting()]

    def _seat(self, key: bytes, name: str) -> Seat:
        seat = Seat(name, key=last_four(key), trust=trust_of(self._node, key), identity=key)
        since = self._lost.get(key)
        if since is None:
            return seat
        return seat._replace(presence="lost", since=max(0.0, loop_time() - since))

    @property
    def session(self) -> Session | None:
        """Return the table once it has started."""
        game_id = self._node.started.get(self._id)
        if self._session is None and game_id in self._node.games:
            self._session = LanSession(
                self._node, self._texts, self._node.games[game_id], self.title, pace=self._pace
            )
            self._stop_watching()
        return self._session

    @property
    def is_heard(self) -> bool:
        """Tell whether there is anybody to talk to."""
        raise NotImplementedError

    def say(self, text: str) -> str:
        """Say something to the room."""
        if not self.is_heard:
            return self._say("There is nobody to talk to here.")
        if len(text.encode()) > CHAT_BYTES:
            return self._say("That is too long to say at once: at most {n} bytes.", n=CHAT_BYTES)
        try:
            self._node.say(self._id, text)
        except Refusal as error:
            return self._texts("bastide").say(error.message)
        return ""

    def retell(self, texts: Texts) -> None:
        """Say everything in another language from now on."""
        self._texts = texts

    def watch(self, changed: Changed) -> None:
        """Call `changed` after every change."""
        self._changed = changed

    def _say(self, id: str, /, **fields: object) -> str:
        return self._texts("bastide")(id, **fields)
