"""Somebody on the LAN who does one wrong thing: it is refused with the reason, the others go on."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from bastide.core.encoding import dec, enc
from bastide.core.journal import Body, Entry, Seat, entry_id, make_body
from bastide.core.messages import English
from bastide.core.plugins import Setup
from bastide.net import limits
from bastide.net.identity import Identity
from bastide.net.links import link as link_module
from bastide.net.links.messages import (
    Accept,
    Chat,
    CodeAnswer,
    CodeCommit,
    CodeOpen,
    Decline,
    Digests,
    Entries,
    Evidence,
    Genesis,
    Have,
    Head,
    Knock,
    Leave,
    Offer,
    PeerPlace,
    Peers,
    Room,
    RoomSeat,
    SignedEntry,
    Tables,
    Unknock,
    Want,
    WireMessage,
)
from bastide.net.live import LiveGame
from bastide.net.lobby.terms import genesis_of
from bastide.net.node import Node
from bastide.net.storage.store import GameStatus
from tests.net.meeting import Meeting, Player, RawPeer, digests, meeting, quiet, within
from tests.net.race import plugins
from tests.net.room import House

__all__ = ["quiet"]
pytestmark = pytest.mark.usefixtures("quiet")

TABLE = b"r" * 16
GAME = b"g" * 32
NOTICE = House(3).table.notice()._replace(table=TABLE, name="Raw's table")


# strangers

STRANGE: list[WireMessage] = [
    Peers((PeerPlace(b"k" * 32, "127.0.0.1", 1),)),
    Knock(TABLE, True),
    Knock(TABLE, False),
    Unknock(TABLE),
    Room(TABLE, (RoomSeat(None, "-"),), 0, {}, ""),
    Offer(b"\x80", TABLE),
    Accept(GAME, 0, bytes(64)),
    Decline(GAME, "no"),
    Have(GAME, 0, GAME, ()),
    Head(enc([GAME, 0, 1, bytes(32)]), bytes(64)),
    Want(GAME, 0, 256),
    Entries(GAME, (SignedEntry(b"\x80", bytes(64)),)),
    Digests(GAME, 0, bytes(32)),
    Evidence(GAME, "twice", (SignedEntry(b"\x80", bytes(64)),)),
    Leave(GAME, 0, bytes(64)),
    Chat(GAME, 1, "psst"),
    Chat(TABLE, 1, "psst"),
    CodeCommit(bytes(32)),
    CodeAnswer(bytes(32)),
    CodeOpen(bytes(32)),
]


def test_whatever_a_stranger_sends_means_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            games = await met.game("Ann", "Bob")
            await until_turn(met, "Bob")
            raw = await met.stranger(met.nodes["Ann"])
            before = digests(games)
            raw.send(*STRANGE)
            game = games[0].game_id
            raw.send(Want(game, 0, 256), Have(game, 0, game, ()), Chat(game, 1, "psst"))
            raw.send(Entries(game, (SignedEntry(b"\x80", bytes(64)),)))
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: len(met.nodes["Ann"].seen) == 1)
            assert raw.link.is_open
            assert digests(games) == before
            assert not any(isinstance(m, Entries | Have | Genesis) for m in raw.heard)
            assert not games[0].talk
            assert met.nodes["Ann"].store.peer(raw.key) is None, "strangers leave no trace"
            await met.play("Ann", "Bob")

    within(story)


MALFORMED: list[WireMessage] = [
    Head(b"\x80", bytes(64)),
    Genesis(GAME, b"\x80", ()),
    Genesis(GAME, House(2).table.plugins.rules_id("race"), (bytes(64),)),
]


@pytest.mark.parametrize("message", MALFORMED, ids=["head", "genesis", "signatures"])
def test_a_strangers_malformed_message_closes_its_link_with_the_reason(
    tmp_path: Path, message: WireMessage
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            raw = await met.stranger(met.nodes["Ann"])
            raw.send(message)
            assert (await raw.refused()).startswith("The other side refuses: ")
            assert met.nodes["Bob"].identity.key in met.nodes["Ann"].contacts.linked()

    within(story)


def test_a_stranger_cannot_move_our_friends_to_other_addresses(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            await met.game("Ann", "Bob")
            ann, bob = met.nodes.values()
            contact = ann.contacts.contact(bob.identity.key)
            before = list(contact.addresses)
            raw = await met.stranger(ann)
            own = PeerPlace(raw.key, "127.0.0.1", 9)
            raw.send(Peers((own, PeerPlace(bob.identity.key, "10.9.9.9", 9))))
            await met.until(lambda: bool(ann.contacts.contact(raw.key).addresses))
            assert contact.addresses == before

    within(story)


def test_lists_of_tables_are_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "TABLES_SEEN", 4)

    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            many = [NOTICE._replace(table=bytes([n]) * 16) for n in range(10)]
            raw = await met.stranger(ann)
            raw.send(Tables(tuple(many)))
            await met.until(lambda: len(ann.seen) == 4)
            other = await met.stranger(ann)
            other.send(Tables((NOTICE,)))
            raw.link.close()
            await met.until(lambda: all(table.silent for table in ann.seen.values()))
            other.send(Tables((NOTICE._replace(name="later"),)))
            await met.until(lambda: any(t.notice.name == "later" for t in ann.seen.values()))
            assert len(ann.seen) == 4

    within(story)


def test_knocking_all_the_time_tells_the_others_little(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            table = ann.host(Setup("race", 4), "T")
            calm, raw = await met.stranger(ann), await met.stranger(ann)
            calm.send(Knock(table.id, True))
            await met.until(lambda: len(table.sitters) == 2)
            for _ in range(100):
                raw.send(Knock(table.id, True), Unknock(table.id))
            raw.send(Chat(table.id, 0, "done"), Tables(()))
            await met.until(lambda: len(table.sitters) == 2)
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: bool(ann.seen))
            calm.send(Knock(table.id, True))
            await calm.hear(Tables)
            told = sum(isinstance(m, Room) for m in calm.heard)
            assert told <= 2 * limits.ASKS_BURST + 4
            assert sum(isinstance(m, Tables) for m in calm.heard) <= 5

    within(story)


def test_talking_all_the_time_is_not_heard(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann = met.nodes["Ann"]
            table = ann.host(Setup("race", 4), "T")
            raw, outsider = await met.stranger(ann), await met.stranger(ann)
            raw.send(Knock(table.id, True))
            await met.until(lambda: len(table.sitters) == 2)
            outsider.send(Chat(table.id, 1, "psst"), Tables((NOTICE,)))
            await met.until(lambda: bool(ann.seen))
            for n in range(50):
                raw.send(Chat(table.id, n, f"line {n}"))
            await met.until(lambda: bool(ann.talk[table.id].lines))
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: len(ann.seen) == 2)
            lines = list(ann.talk[table.id].lines)
            assert lines == [(raw.key, f"line {n}") for n in range(int(limits.CHATS_BURST))]

    within(story)


# a host that cheats


async def raw_host(
    met: Meeting, seats: tuple[RoomSeat, ...] | None = None
) -> tuple[Node, RawPeer, tuple[RoomSeat, ...]]:
    """Let Bob knock at a table of somebody raw, and be told of the room."""
    bob = met.nodes["Bob"]
    raw = await met.stranger(bob)
    raw.send(Tables((NOTICE,)))
    await met.until(lambda: bool(bob.seen))
    bob.knock(met.seen("Bob"))
    await raw.hear(Knock)
    shown = seats or (
        RoomSeat(raw.key, "Raw"),
        RoomSeat(bob.identity.key, "Bob"),
        RoomSeat(None, "-"),
    )
    raw.send(Room(TABLE, shown, 1, {"seating": "drawn"}, ""))
    await met.until(lambda: bob.joined[TABLE].you == 1)
    return bob, raw, shown


def genesis_with(*seats: tuple[bytes, str], **changes: object) -> bytes:
    made = genesis_of(
        plugins(), Setup("race", len(seats)), [Seat(*s) for s in seats], deal="open", nonce=GAME
    )
    return enc({**dec(made.data), **changes})


def test_an_offer_that_differs_from_the_room_is_declined_with_the_reason(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, _ = await raw_host(met)
            eve = Identity.create()
            seats = ((raw.key, "Raw"), (bob.identity.key, "Bob"), (eve.key, "Eve"))
            raw.send(Offer(genesis_with(*seats), TABLE))
            assert (await raw.hear(Decline)).why == "The offer names other players than the room."
            assert bob.joined[TABLE].why == "The offer names other players than the room."
            raw.send(Offer(genesis_with(*seats[:2], gv="7"), TABLE))
            no = await raw.hear(Decline, lambda m: "plugin" in m.why)
            assert no.why.startswith("This table needs plugin race 7; you have 1.0")
            assert raw.link.is_open

    within(story)


def test_offers_of_tables_where_we_did_not_knock_mean_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, _ = await raw_host(met)
            other = await met.stranger(bob)
            offer = Offer(genesis_with((raw.key, "Raw"), (bob.identity.key, "Bob")), TABLE)
            other.send(offer, Room(TABLE, (), -2, {}, "closed"))
            raw.send(Offer(offer.genesis, b"x" * 16))
            raw.send(offer)
            await raw.hear(Accept)
            assert bob.joined[TABLE].you == 1
            assert not any(isinstance(m, Accept) for m in other.heard)

    within(story)


def test_a_genesis_that_not_all_have_signed_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, _ = await raw_host(met)
            data = genesis_with((raw.key, "Raw"), (bob.identity.key, "Bob"))
            raw.send(Offer(data, TABLE))
            ours = await raw.hear(Accept)
            raw.send(Genesis(ours.game, data, (bytes(64), ours.signature)))
            assert "signature of seat 1 does not hold" in await raw.refused()
            assert not bob.store.games()

    within(story)


def test_a_game_that_is_signed_is_kept_even_if_its_host_vanishes(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            bob, raw, _ = await raw_host(met)
            data = genesis_with((raw.key, "Raw"), (bob.identity.key, "Bob"))
            raw.send(Offer(data, TABLE))
            ours = await raw.hear(Accept)
            own = raw.identity.sign("accept", ours.game)
            raw.send(Genesis(ours.game, data, (own, ours.signature)))
            await met.until(lambda: bool(bob.games))
            raw.link.abort()
            await met.until(lambda: not bob.contacts.linked())
            assert bob.games[ours.game].sync.awaited() == (0,)
            bob.leave(bob.games[ours.game])
            assert bob.unfinished()[0].game_id == ours.game
            again = await met.stranger(bob)
            again.send(Genesis(ours.game, data, (own, ours.signature)))
            assert len(bob.store.games()) == 1

    within(story)


def test_a_host_that_contradicts_itself_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            _, raw, shown = await raw_host(met)
            raw.send(Room(TABLE, shown, 0, {}, ""))
            assert "a seat that is not ours" in await raw.refused()

    within(story)


# a guest that cheats


async def raw_guest(met: Meeting, seats: int = 2) -> tuple[Node, RawPeer, bytes]:
    """Let somebody raw sit at Ann's table; return the host, the guest and the table's id."""
    ann = met.nodes["Ann"]
    table = ann.host(Setup("race", seats), "T")
    raw = await met.stranger(ann)
    raw.send(Knock(table.id, True))
    await raw.hear(Room)
    return ann, raw, table.id


def test_who_does_not_sign_loses_the_seat_and_the_others_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "SIGN_SECONDS", 0.1)

    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob") as met:
            ann, raw, table = await raw_guest(met, 2)
            await raw.hear(Offer)
            await raw.hear(Room, lambda room: room.why == "You did not sign in time.")
            hosted = ann.hosted[table]
            assert hosted.refusal is not None
            assert English().say(hosted.refusal) == "Not signed in time: Raw."
            met.nodes["Bob"].knock(met.seen("Bob"))
            await met.until(lambda: bool(met.nodes["Bob"].games))
            await met.play("Ann", "Bob")

    within(story)


def test_a_signature_that_does_not_hold_costs_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann, raw, table = await raw_guest(met)
            await raw.hear(Offer)
            game = ann.hosted[table].offer
            assert game is not None
            raw.send(Accept(game.game_id, 1, bytes(64)))
            assert "signature under the game does not hold" in await raw.refused()
            await met.until(lambda: len(ann.hosted[table].sitters) == 1)
            assert ann.hosted[table].offer is None

    within(story)


def test_who_declines_is_named_with_the_reason(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann") as met:
            ann, raw, table = await raw_guest(met)
            await raw.hear(Offer)
            offer = ann.hosted[table].offer
            assert offer is not None
            raw.send(Decline(offer.game_id, "I have other rules."))
            await met.until(lambda: ann.hosted[table].refusal is not None)
            assert ann.hosted[table].refusal is not None
            said = English().say(ann.hosted[table].refusal)  # type: ignore[arg-type]  # just looked
            assert said == "Raw did not sign: I have other rules."

    within(story)


# a player that cheats: a real node whose key signs what it must not


def forged(game: LiveGame, node: Node, **changes: object) -> Entry:
    """Return an entry that a node signs for the step that its game is at."""
    table = game.table
    body = Body(
        game.game_id,
        table.journal.step,
        game.mine[0],
        table.journal.prev,
        table.state_digest,
        "move",
        {"m": ["race.run", [], []]},
    )._replace(**changes)  # type: ignore[arg-type]  # fields of a body
    data = make_body(body)
    return Entry(data, node.identity.sign("sign-entry", entry_id(data)))


async def until_turn(met: Meeting, name: str, *, is_own: bool = True) -> LiveGame:
    """Play until a node alone is to move, or another one alone is."""
    game, games = met.live(name), [met.live(each) for each in met.nodes]
    players = [Player(each) for each in games]

    def is_turn() -> bool:
        acting = {game.table.place_of(seat) for seat in game.table.acting}
        if len(digests(games)) == len(acting) == 1 and (game.mine[0] in acting) == is_own:
            return True
        for player in players:
            player.act()
        return False

    await met.until(is_turn)
    return game


def entries_of(game: LiveGame, *entries: Entry) -> Entries:
    return Entries(game.game_id, tuple(SignedEntry(*entry) for entry in entries))


WRONG: dict[str, Callable[[LiveGame, Node], Entry]] = {
    "unsigned": lambda game, node: Entry(forged(game, node).body, bytes(64)),
    "signed by another": lambda game, node: Entry(
        (body := forged(game, node).body), Identity.create().sign("sign-entry", entry_id(body))
    ),
    "malformed": lambda game, node: Entry(enc([1]), bytes(64)),
    "oversized": lambda game, node: Entry(b"\xc6" + bytes(60_000), bytes(64)),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_entry_closes_the_link_and_the_game_goes_on(tmp_path: Path, wrong: str) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            games = await met.game("Ann", "Bob", "Eve")
            game, eve = await until_turn(met, "Eve"), met.nodes["Eve"]
            message = entries_of(game, WRONG[wrong](game, eve))
            contact = eve.contacts.contact(met.nodes["Ann"].identity.key)
            assert contact.link is not None
            link = contact.link
            eve.contacts.send(contact.key, message)
            await link.wait_closed()
            assert link.fault is not None
            assert str(link.fault).startswith("The other side refuses: ")
            assert all(g.stop is None for g in games)
            await met.play("Ann", "Bob", "Eve")
            assert len(digests(games)) == 1

    within(story)


def test_a_move_out_of_turn_is_refused_with_the_reason_and_the_game_goes_on(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            games = await met.game("Ann", "Bob", "Eve")
            game, eve = await until_turn(met, "Eve", is_own=False), met.nodes["Eve"]
            link = eve.contacts.contact(met.nodes["Ann"].identity.key).link
            assert link is not None
            link.send(entries_of(game, forged(game, eve)))
            await link.wait_closed()
            assert "An entry came out of turn: seat 3 has nothing to do now" in str(link.fault)
            await met.play("Ann", "Bob", "Eve")
            assert len(digests(games)) == 1

    within(story)


def test_an_oversized_frame_closes_the_link_and_the_game_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            games = await met.game("Ann", "Bob", "Eve")
            link = met.nodes["Eve"].contacts.contact(met.nodes["Ann"].identity.key).link
            assert link is not None
            assert link._transport is not None
            link._transport.write((limits.FRAME_AFTER_AUTH + 1).to_bytes(4, "big"))
            await link.wait_closed()
            assert "A frame of 65537 bytes came" in str(link.fault)
            await met.play("Ann", "Bob", "Eve")
            assert len(digests(games)) == 1

    within(story)


def test_an_illegal_move_stops_all_alike_and_the_stop_survives_restarts(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, bob, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await until_turn(met, "Eve"), met.nodes["Eve"]
            step = game.table.journal.step
            entry = forged(game, eve, payload={"m": ["race.stake", [9], []]})
            eve.contacts.send(met.nodes["Ann"].identity.key, entries_of(game, entry))
            await met.until(lambda: bool(ann.stop and bob.stop))
            assert ann.stop == bob.stop
            assert ann.stop is not None
            assert English().say(ann.stop.reason) == (
                f"The rules here refuse the move that Eve signed at step {step}: "
                "only 0 to 2 may be staked. A program may be at fault, nobody is accused."
            )
            stop = ann.stop
            await met.crash("Bob")
            again = await met.open("Bob")
            [row] = again.unfinished()
            assert row.status is GameStatus.FROZEN
            assert again.resume(row).stop == stop
            await met.crash("Ann")
            await met.close("Bob")
            ann_again = await met.open("Ann")
            assert ann_again.resume(ann_again.unfinished()[0]).stop == stop

    within(story)


def test_whoever_slept_through_an_illegal_move_stops_when_it_wakes(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, _, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await until_turn(met, "Eve"), met.nodes["Eve"]
            await met.crash("Bob")
            entry = forged(game, eve, payload={"m": ["race.stake", [9], []]})
            eve.contacts.send(met.nodes["Ann"].identity.key, entries_of(game, entry))
            await met.until(lambda: ann.stop is not None)
            await met.crash("Eve")
            bob = await met.open("Bob")
            resumed = bob.resume(bob.unfinished()[0])
            await met.until(lambda: resumed.stop is not None)
            assert resumed.stop == ann.stop

    within(story)


def two_moves(game: LiveGame, node: Node) -> list[Entry]:
    rest = {"m": ["race.rest", [], []]}
    return [forged(game, node), forged(game, node, payload=rest)]


def test_two_players_who_were_told_two_moves_both_name_the_one_who_told_them(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, bob, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await until_turn(met, "Eve"), met.nodes["Eve"]
            step = game.table.journal.step
            for name, entry in zip(("Ann", "Bob"), two_moves(game, eve), strict=True):
                eve.contacts.send(met.nodes[name].identity.key, entries_of(game, entry))
            await met.until(lambda: bool(ann.stop and bob.stop))
            assert ann.stop == bob.stop
            assert ann.stop is not None
            assert English().say(ann.stop.reason) == (
                f"Eve signed two different moves at step {step}: the game ends here. "
                "Both are kept as proof (bastide verify shows them)."
            )
            for name in ("Ann", "Bob"):
                store = met.nodes[name].store
                assert store.known_cheats() == {eve.identity.key: (game.game_id,)}
                assert [kind for kind, _ in store.evidence(game.game_id)] == ["twice"]

    within(story)


def test_evidence_is_told_by_who_has_closed_the_game_to_who_comes_later(tmp_path: Path) -> None:
    async def story() -> None:
        async with meeting(tmp_path, "Ann", "Bob", "Eve") as met:
            ann, _, _ = await met.game("Ann", "Bob", "Eve")
            game, eve = await until_turn(met, "Eve"), met.nodes["Eve"]
            await met.crash("Bob")
            for entry in two_moves(game, eve):
                eve.contacts.send(met.nodes["Ann"].identity.key, entries_of(game, entry))
            await met.until(lambda: ann.stop is not None)
            stop = ann.stop
            await met.crash("Eve")
            met.nodes["Ann"].leave(ann)
            bob = await met.open("Bob")
            resumed = bob.resume(bob.unfinished()[0])
            await met.link("Ann", "Bob")
            await met.until(lambda: resumed.stop is not None)
            assert resumed.stop == stop
            again = met.nodes["Ann"]
            assert again.resume(again.unfinished()[0]).stop == stop

    within(story)


# silence


def test_a_table_whose_host_went_silent_is_shown_so_then_dropped_and_comes_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "PING_AFTER", 0.1)
    monkeypatch.setattr(limits, "SILENT_AFTER", 0.3)
    monkeypatch.setattr(limits, "SILENT_SHOWN_SECONDS", 0.3)
    monkeypatch.setattr(link_module, "_CHECK_SECONDS", 0.05)

    async def story() -> None:
        async with meeting(tmp_path, "Bob") as met:
            host = Identity.create()
            raw = await met.stranger(met.nodes["Bob"], host)
            raw.send(Tables((NOTICE,)))
            await met.until(lambda: bool(met.nodes["Bob"].seen))
            assert raw.link._transport is not None
            raw.link._transport.pause_reading()  # it answers no ping any more
            monkeypatch.setattr(raw.link, "_check", lambda: None)
            await met.until(lambda: met.seen("Bob").silent)
            await met.until(lambda: not met.nodes["Bob"].seen)
            again = await met.stranger(met.nodes["Bob"], host)
            again.send(Tables((NOTICE,)))
            await met.until(lambda: bool(met.nodes["Bob"].seen))
            assert not met.seen("Bob").silent

    within(story)
