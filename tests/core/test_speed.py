"""Floors under the kernel's speed. The best of several runs counts: a busy machine only slows."""

from __future__ import annotations

import pytest
from bench.kernel import figures, microseconds_a_transition, microseconds_an_empty_phase

TRANSITIONS_FLOOR = 200_000
"""Decisions a CPU-second in a game in which nothing happens."""

PHASE_CEILING = 3.0
"""Microseconds for a phase in which nothing happens."""


@pytest.mark.timed
def test_the_kernel_reaches_its_floor() -> None:
    assert 1e6 / microseconds_a_transition() >= TRANSITIONS_FLOOR


@pytest.mark.timed
def test_an_empty_phase_costs_next_to_nothing() -> None:
    assert microseconds_an_empty_phase() <= PHASE_CEILING


@pytest.mark.timed
def test_every_figure_is_measured() -> None:
    assert all(figure > 0 for figure in figures().values())
