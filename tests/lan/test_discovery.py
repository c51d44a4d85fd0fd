"""Tables are found on real links: on each of several, on links that change, by each of three ways.

What is on the wire is read by a mDNS speaker of the tests' own (`mdns.py`).
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.lan.conftest import Host, Lan, MakeLan, Started
from tests.lan.games import TABLE, addresses, forward, join_table, open_table
from tests.lan.mdns import PTR, SERVICE, SRV, TXT, A, Record, seen
from tests.lan.person import Person

HERE = Path(__file__).parent
HURRIED = (str(HERE / "hurried.py"),)
SOMEBODY = "rkeohxlubhyzl7ks3mwtzos5olfgocn7dwkbeg7toseadnapn5oa"
SIZE = (100, 30)
MARKED_SECONDS = 15.0
"""Within which a host that vanished is marked (F15)."""


def observe(host: Host, task: str, *words: str) -> Started:
    """Start the tests' own mDNS speaker on a host."""
    script = str(HERE / "mdns.py")
    started = host.start([sys.executable, script, host.address, task, *words])
    started.wait_for("ready")
    return started


def wait_for_records(
    observer: Started, holds: Callable[[Sequence[Record]], bool], seconds: float = 5
) -> list[Record]:
    """Return the records that were heard, once they are as wanted."""
    end = time.monotonic() + seconds
    while not holds(records := seen(observer.stdout())):
        assert time.monotonic() < end, records
        time.sleep(0.02)
    return records


def has_all(records: Sequence[Record]) -> bool:
    return {each.type for each in records} >= {PTR, SRV, TXT, A}


def listed(rows: Sequence[str], state: str = "open") -> bool:
    """Tell whether the table is in a person's list, once, in a state."""
    found = [row for row in rows if f" {TABLE} " in row]
    return len(found) == 1 and state in found[0]


def looking(host: Host, program: Sequence[str] = HURRIED) -> Person:
    """Sit somebody down at a host's list of tables."""
    return Person(host, SIZE, "--lang", "en", "--player", "Zoé", program=program)


# several links


def test_f13_guests_on_two_links_find_one_host_each_on_its_own(make_lan: MakeLan) -> None:
    """Field report F13: no address of one link is announced on the other."""
    one, two = make_lan(2), make_lan(2)
    host, guests = one.hosts[0], (one.hosts[1], two.hosts[1])
    two.plug(host, "eth1", 9)
    own = (host.address, "10.77.1.9")
    observers = [observe(guest, "listen") for guest in guests]

    table = open_table(host, "--seats", "3")

    for observer, address in zip(observers, own, strict=True):
        records = wait_for_records(observer, has_all)
        assert {str(each.data) for each in records if each.type == A} == {address}
    for guest in guests:
        tables = guest.bastide("tables").stdout
        assert tables.count(TABLE) == 1, tables
        join_table(guest)
    table.wait_for("The game begins", 20)


def test_a_host_keeps_to_the_link_that_was_chosen_also_when_it_comes_later(
    make_lan: MakeLan,
) -> None:
    """Neither mDNS, nor a beacon, nor its address finds the host on the other link."""
    one, two = make_lan(2), make_lan(2)
    host, outside, guest = one.hosts[0], one.hosts[1], two.hosts[1]
    observer = observe(outside, "listen")
    table = open_table(host, "--interface", "eth1", "--port", "47100", program=HURRIED)
    assert "Waiting for eth1: no such interface is up here now, only eth0, lo." in table.stderr()
    assert "bastide join" not in table.stdout()

    two.plug(host, "eth1", 9)

    own, identity = "10.77.1.9:47100", identity_of(table)
    assert addresses(table) == [own, f"bastide://{identity}@{own}"]
    assert guest.bastide("tables").stdout.count(TABLE) == 1
    with two.multicast_blocked():
        assert guest.bastide("tables").stdout.count(TABLE) == 1
    assert outside.bastide("tables").stdout.startswith("No table was seen.")
    refused = outside.bastide("join", f"{host.address}:47100").stderr
    assert f"Nobody answers at {host.address}:47100" in refused
    assert f"b-{identity[:16]}" not in observer.stdout()


# hosts that vanish


def test_f15_a_vanished_host_is_marked_and_back_when_it_returns(make_lan: MakeLan) -> None:
    """Field report F15: one was killed, the other one lost its link without a word."""
    lan = make_lan(3)
    killed, cut, guest = lan.hosts
    table = open_table(killed)
    open_table(cut, name="attic")
    with looking(guest, ("-m", "bastide")) as person:
        person.see_text("attic")
        person.see(listed)
        with lan.unplugged(cut):
            since = time.monotonic()
            table.kill()
            person.see(lambda rows: listed(rows, "not answering"))
            assert time.monotonic() - since < 5
            open_table(killed)
            person.see(listed)
            person.see_text("not answering", MARKED_SECONDS)
        person.see(lambda rows: "not answering" not in "\n".join(rows))
        assert any("attic" in row for row in person.screen())


def test_a_host_that_stays_away_is_dropped(lan: Lan) -> None:
    host, guest = lan.hosts
    table = open_table(host, program=HURRIED)
    with looking(guest) as person:
        person.see(listed)
        table.kill()
        person.see(lambda rows: listed(rows, "not answering"))
        person.see(lambda rows: not any(TABLE in row for row in rows))
        open_table(host, program=HURRIED)
        person.see(listed)


# links that change


def test_changed_interfaces_are_used_without_a_restart(make_lan: MakeLan) -> None:
    """Another address, a link that goes and comes, a second link: guests find the table on each."""
    one, two = make_lan(2), make_lan(1)
    host, guest = one.hosts
    newcomer = two.hosts[0]
    host.namespace.ip("link", "set", "eth0", "down")
    open_table(host, program=HURRIED)
    with looking(guest) as person, looking(newcomer) as other:
        person.see_text("Looking on eth0")
        host.namespace.ip("link", "set", "eth0", "up")
        person.see(listed)

        host.namespace.ip("addr", "flush", "dev", "eth0")
        host.namespace.ip("addr", "add", "10.77.0.77/24", "brd", "+", "dev", "eth0")
        person.see(lambda rows: listed(rows, "not answering"))
        person.see(listed)

        assert not any(TABLE in row for row in other.screen())
        two.plug(host, "eth1", 9)
        other.see(listed)


# what is on the wire


def test_leaving_says_goodbye_on_the_wire_however_it_ends(lan: Lan) -> None:
    """A third party sees the record withdrawn (time to live 0), whatever ended the program."""
    host, witness = lan.hosts
    ends = {"terminated": signal.SIGTERM, "interrupted": signal.SIGINT, "hung up": signal.SIGHUP}
    tables = [open_table(host, "--home", str(host.folder / how), name=how) for how in ends]
    observer = observe(witness, "ask")
    wait_for_records(observer, lambda records: len(instances(records)) == len(ends))

    for table, how in zip(tables, ends.values(), strict=True):
        os.kill(table.process.pid, how)
        table.process.wait(5)

    def is_withdrawn(records: Sequence[Record]) -> bool:
        gone = {str(each.data) for each in records if each.type == PTR and each.ttl == 0}
        return gone == instances(records)

    wait_for_records(observer, is_withdrawn)


def instances(records: Sequence[Record]) -> set[str]:
    """Return the names of all that was announced."""
    return {str(each.data) for each in records if each.type == PTR and each.name == SERVICE}


def test_a_table_is_announced_as_the_protocol_says(lan: Lan) -> None:
    host, witness = lan.hosts
    table = open_table(host, "--port", "47100")
    identity = identity_of(table)

    records = wait_for_records(observe(witness, "ask"), has_all)

    label = f"b-{identity[:16]}"
    instance = f"{label}.{SERVICE}"
    assert (SERVICE, instance) in [(each.name, each.data) for each in records]
    by_name = {(each.name, each.type): each.data for each in records}
    assert by_name[instance, SRV] == [47100, f"{label}.local."]
    assert by_name[instance, TXT] == ["v=1", f"id={identity}", f"n={host.name}"]
    assert by_name[f"{label}.local.", A] == host.address


def test_what_another_program_announces_is_listed(make_lan: MakeLan) -> None:
    """The only trace of the table on the guest's link is a record that no line of ours wrote."""
    gateway, guest, identity = table_behind_a_gateway(make_lan)
    observe(gateway, "publish", "5000", identity, "host1")

    with looking(guest) as person:
        person.see(listed)


def test_who_is_seen_and_does_not_answer_is_named(lan: Lan) -> None:
    """What is announced cannot be reached, as behind a firewall."""
    silent, guest = lan.hosts
    observe(silent, "publish", "5999", SOMEBODY, "Eve")

    said = guest.bastide("tables").stdout

    assert f"Eve ({silent.address}:5999) has ended, or cannot be reached" in said


def table_behind_a_gateway(make_lan: MakeLan) -> tuple[Host, Host, str]:
    """Open a table on another network, with a gateway that forwards to it from port 5000.

    Returns:
        The gateway, somebody who does not see the table, and the identity of its host.
    """
    near, far = make_lan(2), make_lan(1)
    gateway, guest = near.hosts
    far.plug(gateway, "eth1", 9)
    table = open_table(far.hosts[0], "--port", "47100")
    forward(gateway, f"{far.hosts[0].address}:47100")
    return gateway, guest, identity_of(table)


def identity_of(table: Started) -> str:
    """Return the identity in the ticket that a host prints."""
    return addresses(table)[-1].removeprefix("bastide://").partition("@")[0]


# three ways


def test_without_mdns_a_beacon_finds_the_table_and_without_both_the_ticket_joins(lan: Lan) -> None:
    host, guest = lan.hosts
    with lan.multicast_blocked():
        table = open_table(host, "--seats", "3")
        assert TABLE in guest.bastide("tables").stdout
        lan.block_broadcasts()
        assert guest.bastide("tables").stdout.startswith("No table was seen.")

        join_table(guest, addresses(table)[-1])
        table.wait_for(f"{guest.name} sits down.")
