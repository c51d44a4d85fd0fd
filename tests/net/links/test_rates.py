from __future__ import annotations

import contextlib

import pytest

from bastide.net.errors import PeerError
from bastide.net.links.rates import Admission, Allowance, Bucket


def test_a_bucket_refills_up_to_its_burst() -> None:
    bucket = Bucket(2.0, 10.0, now=0.0)
    assert bucket.spend(10, 0.0) == 0
    assert bucket.spend(3, 1.0) == -1
    assert bucket.wait(1.0) == 0.5
    assert bucket.spend(0, 100.0) == 10


def test_a_clock_that_stands_refills_nothing() -> None:
    bucket = Bucket(1.0, 1.0, now=5.0)
    assert bucket.may_spend(1, 5.0)
    assert not bucket.may_spend(1, 4.0)
    assert not bucket.may_spend(1, 5.5)
    assert bucket.may_spend(1, 6.0)


def test_a_burst_of_messages_passes_and_more_is_slowed() -> None:
    allowance = Allowance(0.0)
    for _ in range(400):
        allowance.message(0.0, 0.0)
    assert allowance.pause(0.0) == 0
    for _ in range(100):
        allowance.message(0.0, 0.0)
    assert allowance.pause(0.0) == 0.5


def test_a_flood_of_messages_is_cut_off() -> None:
    allowance = Allowance(0.0)
    for _ in range(800):
        allowance.message(0.0, 0.0)
    with pytest.raises(PeerError, match="far too many"):
        allowance.message(0.0, 0.0)


def test_many_bytes_are_slowed() -> None:
    allowance = Allowance(0.0)
    allowance.read(3 * 1024 * 1024, 0.0)
    assert allowance.pause(0.0) == 0.5


def test_dear_messages_are_cut_off() -> None:
    allowance = Allowance(0.0)
    for _ in range(3):
        allowance.message(0.028, 0.0)
    with pytest.raises(PeerError, match="too long to read"):
        allowance.message(0.028, 0.0)


def test_ordinary_messages_at_the_full_rate_are_fine() -> None:
    allowance = Allowance(0.0)
    for i in range(4000):
        allowance.message(0.0001, i / 200)
        assert allowance.pause(i / 200) == 0


def test_one_address_has_eight_places() -> None:
    admission = Admission()
    guests = [admission.enter("10.0.0.7", 0.0) for _ in range(4)]
    for guest in guests:
        admission.handshake_over(guest)
    guests += [admission.enter("10.0.0.7", 0.0) for _ in range(4)]
    with pytest.raises(PeerError, match="one address"):
        admission.enter("10.0.0.7", 0.0)
    admission.enter("10.0.0.8", 0.0)
    admission.leave(guests[0])
    admission.leave(guests[-1])
    admission.enter("10.0.0.7", 0.0)


def test_sixty_four_links_are_all() -> None:
    admission = Admission()
    for i in range(64):
        admission.handshake_over(admission.enter(f"10.0.0.{i}", 0.0))
    with pytest.raises(PeerError, match="Too many peers are connected"):
        admission.enter("10.0.1.1", 0.0)


def test_who_never_ends_a_handshake_leaves_places_to_other_addresses() -> None:
    admission = Admission()
    guests = [admission.enter("10.0.0.7", 0.0) for _ in range(4)]
    for _ in range(1_000):
        with pytest.raises(PeerError, match="at this moment"):
            admission.enter("10.0.0.7", 0.0)
    admission.enter("10.0.0.8", 0.0)
    admission.handshake_over(guests[0])
    admission.enter("10.0.0.7", 0.0)


class Crowd:
    """Guests of a few addresses that never end their handshakes."""

    def __init__(self, *hosts: str) -> None:
        self.admission, self.gone = Admission(), list[str]()
        for host in hosts:
            self.enter(host)

    def enter(self, host: str) -> None:
        guest = self.admission.enter(host, 0.0)
        guest.hang_up = lambda: self.gone.append(host)


def test_of_sixteen_handshakes_the_oldest_of_the_largest_crowd_makes_room() -> None:
    crowd = Crowd(*("10.0.0.1", "10.0.0.2") * 3, *["10.0.0.3"] * 4, *["10.0.0.4"] * 4, "a", "b")
    crowd.enter("10.0.0.5")
    crowd.enter("10.0.0.6")
    assert crowd.gone == ["10.0.0.3", "10.0.0.4"]


def test_a_crowd_does_not_make_room_for_itself() -> None:
    crowd = Crowd(*[f"10.0.0.{n % 4}" for n in range(16)])
    crowd.enter("10.0.0.9")
    for host in (*crowd.gone, "10.0.0.1", "10.0.0.9"):
        with pytest.raises(PeerError, match="at this moment"):
            crowd.enter(host)
    assert crowd.gone == ["10.0.0.0"]


def test_of_sixteen_addresses_the_one_that_came_first_makes_room() -> None:
    crowd = Crowd(*[f"10.0.0.{n}" for n in range(16)])
    crowd.enter("10.0.0.99")
    assert crowd.gone == ["10.0.0.0"]


def test_a_hundred_handshakes_a_second() -> None:
    """Each costs a millisecond or two, in which no move goes on."""
    admission, begun = Admission(), 0
    for n in range(20_000):
        with contextlib.suppress(PeerError):
            admission.leave(admission.enter(f"10.0.{n % 200}.1", 100.0 + n / 10_000))
            begun += 1
    assert begun == pytest.approx(300, abs=2)


def test_the_third_offence_shuts_an_address_out_for_ten_minutes() -> None:
    admission = Admission()
    for now in (0.0, 100.0, 200.0):
        assert not admission.is_refused("10.0.0.7", now)
        admission.offend("10.0.0.7", now)
    with pytest.raises(PeerError, match="broke the protocol"):
        admission.enter("10.0.0.7", 300.0)
    assert not admission.is_refused("10.0.0.8", 300.0)
    admission.enter("10.0.0.7", 600.0)


def test_old_offences_are_forgotten() -> None:
    admission = Admission()
    for i in range(100):
        admission.offend(f"10.0.0.{i}", float(i))
    admission.offend("10.0.1.1", 1000.0)
    assert len(admission._offences) == 1
