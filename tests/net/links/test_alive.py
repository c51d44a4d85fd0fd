from __future__ import annotations

import pytest

from bastide.net.errors import PeerError
from bastide.net.links.alive import Alive


def test_a_silent_peer_is_pinged_twice_and_given_up_after_twelve_seconds() -> None:
    alive = Alive(100.0)
    pings = [second for second in range(12) if alive.check(100.0 + second)]
    assert pings == [4, 8]
    with pytest.raises(PeerError, match="does not answer"):
        alive.check(112.0)


def test_a_word_starts_the_silence_anew() -> None:
    alive = Alive(0.0)
    assert alive.check(4.0)
    alive.heard(5.0)
    assert not alive.check(8.9)
    assert alive.check(9.0)


def test_a_frame_has_ten_seconds_to_become_whole() -> None:
    alive = Alive(0.0)
    alive.frame(is_inside=True, is_new=True, now=1.0)
    alive.frame(is_inside=True, is_new=False, now=9.0)
    alive.heard(10.0)
    assert not alive.check(10.9)
    with pytest.raises(PeerError, match="does not finish"):
        alive.check(11.0)


def test_the_next_frame_has_its_own_ten_seconds() -> None:
    alive = Alive(0.0)
    alive.frame(is_inside=True, is_new=True, now=0.0)
    alive.frame(is_inside=True, is_new=True, now=8.0)
    alive.heard(12.0)
    assert not alive.check(12.0)
    alive.frame(is_inside=False, is_new=True, now=13.0)
    alive.heard(30.0)
    assert not alive.check(30.0)


def test_silence_means_nothing_while_we_do_not_read() -> None:
    alive = Alive(0.0)
    alive.frame(is_inside=True, is_new=True, now=0.0)
    alive.not_listening(50.0)
    assert not alive.check(51.0)
