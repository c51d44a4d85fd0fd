"""The rows of the list of tables: those of others, and those of the data folder."""

from __future__ import annotations

from bastide.cli.lacking import broken, lacking, way_on
from bastide.cli.sessions.hands import hands_at, hands_facts, hands_of
from bastide.cli.sessions.lan_session import trust_of
from bastide.cli.sessions.ports import Fact, Hands, TableRow, TableState, Texts
from bastide.cli.sessions.stored_games import moment, played, scores_of
from bastide.cli.sessions.table_facts import facts_of, game_title
from bastide.cli.sessions.titles import title_of, titles_of
from bastide.core.genesis import distinct
from bastide.net.identity import last_four
from bastide.net.links.link import Link
from bastide.net.lobby.tables import each_once
from bastide.net.node import Node, SeenTable
from bastide.net.storage.store import BadGame, GameRow


class TableRows:
    """Makes rows in one language."""

    def __init__(self, node: Node, texts: Texts) -> None:
        self._node, self._texts = node, texts

    def seen(self, table: SeenTable) -> TableRow:
        """Return the row of a table that another shows."""
        notice, host = table.notice, table.host
        state: TableState = "silent" if table.silent else _state(notice.state)
        players = distinct(notice.names)
        note, fits = "", table.mismatch is None or notice.state != "open"
        if table.mismatch and not fits:
            note = self._broken(table) or self._texts("bastide").say(table.mismatch)
        elif table.silent:
            note = self._say("It does not answer.")
        elif state == "playing":
            said = self._say(
                "It is being played: nobody can join it, and watching is not possible."
            )
            note = " · ".join(filter(None, (", ".join(players), said)))
        return TableRow(
            id=f"{host.key.hex()}:{notice.table.hex()}",
            name=self._distinct(table),
            game=game_title(self._node.plugins, self._texts, notice).partition(" + ")[0],
            extensions=tuple(
                title_of(self._node.plugins, self._texts, e.name) for e in notice.extensions
            ),
            players=players,
            seats=notice.seats,
            host=notice.names[0] if notice.names and state == "open" else host.name,
            key=last_four(host.key),
            trust=trust_of(self._node, host.key),
            ping=_milliseconds(host.link),
            state=state,
            note=note,
            fits=fits,
            facts=tuple(facts_of(self._node.plugins, self._texts, notice)),
            invite=str(host.shareable[0]) if host.shareable else "",
            hands=hands_at(self._node.plugins, notice),
        )

    def _broken(self, table: SeenTable) -> str:
        """Return which plugin of a table is here but fails, and why; "" if none does."""
        plugins, text = self._node.plugins, self._texts("bastide")
        names = (table.notice.game, *(each.name for each in table.notice.extensions))
        return " ".join(filter(None, (broken(plugins, text, name) for name in names)))

    def _distinct(self, table: SeenTable) -> str:
        """Return a table's name, with a number where several have the same."""
        sorted_by_key = [other for _, other in sorted(self._node.seen.items())]
        same = [o for o in each_once(sorted_by_key) if o.notice.name == table.notice.name]
        ids = [other.notice.table for other in same]
        number = ids.index(table.notice.table) + 1
        return table.notice.name if number == 1 else f"{table.notice.name} ({number})"

    def stored(self, row: GameRow, there: tuple[str, ...] = ()) -> TableRow:
        """Return the row of an unfinished table of mine; `there`: the others who have it open."""
        genesis = row.genesis
        names = [genesis.game, *(extension.name for extension in genesis.extensions)]
        titles = [title_of(self._node.plugins, self._texts, name) for name in names]
        hands = hands_of(self._node.plugins, names, genesis.deal)
        text = self._texts("bastide")
        missing = lacking(self._node.plugins, text, genesis)
        missing = " ".join(filter(None, (missing, way_on(self._node.plugins, text, row))))
        scores = scores_of(self._node.store, row)
        last = moment(text, played(self._node.store, row))
        apart = " · ".join([*self._there(there), last, scores or ", ".join(genesis.names)])
        return TableRow(
            id=f"game:{row.game_id.hex()}",
            name=row.title,
            game=titles[0],
            extensions=tuple(titles[1:]),
            players=genesis.names,
            seats=(len(genesis.seats), len(genesis.seats)),
            host=self._node.me.name if genesis.local else genesis.seats[0].name,
            key=last_four(genesis.seats[0].identity),
            trust=trust_of(self._node, genesis.seats[0].identity),
            ping=None,
            state="yours",
            note=missing or apart,
            fits=not missing,
            facts=tuple(self._stored_facts(row, hands, scores)),
            hands=hands,
            there=there,
            short=self._short(row, names) if genesis.local else "",
        )

    def _short(self, row: GameRow, names: list[str]) -> str:
        """Return what a table of this computer is called beside what is played there."""
        game = titles_of(self._node.plugins, self._texts, names)
        return row.title.removeprefix(game).lstrip(" ,")

    def _there(self, names: tuple[str, ...]) -> list[str]:
        """Say who of the others has a table open, if anybody has."""
        if not names:
            return []
        return [self._say("there now: {names}", names=", ".join(names))]

    def damaged(self, bad: BadGame) -> TableRow:
        """Return the row of a table of mine that cannot be read."""
        return TableRow(
            id=f"game:{bad.game_id.hex()}",
            name=bad.title or bad.id,
            game="",
            extensions=(),
            players=(),
            seats=(0, 0),
            host=self._node.me.name,
            key=last_four(self._node.identity.key),
            trust="self",
            ping=None,
            state="damaged",
            note=self._texts("bastide").say(bad.reason),
            fits=False,
        )

    def _stored_facts(self, row: GameRow, hands: Hands, scores: str) -> list[Fact]:
        """Return what tells a stored table from others."""
        text = self._texts("bastide")
        facts = [
            *hands_facts(text, hands),
            Fact(text("Began"), moment(text, row.created)),
            Fact(text("Last played"), moment(text, played(self._node.store, row))),
        ]
        if scores:
            facts.append(Fact(text("Scores"), scores))
        return facts

    def _say(self, id: str, /, **fields: object) -> str:
        return self._texts("bastide")(id, **fields)


def _milliseconds(link: Link | None) -> int | None:
    """Return the round trip of a link, at least 1."""
    if link is None or link.round_trip is None:
        return None
    return max(1, round(link.round_trip * 1000))


def _state(state: str) -> TableState:
    return "open" if state == "open" else "playing" if state == "playing" else "over"
