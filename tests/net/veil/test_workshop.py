from __future__ import annotations

import asyncio
import gc
import io
import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from functools import partial

import pytest

from bastide.net import child
from bastide.net.errors import UsageError
from bastide.net.veil.group import PointError, mul
from bastide.net.veil.proofs import check_true
from bastide.net.veil.worker import work
from bastide.net.veil.workshop import Workshop
from tests.net.veil.proving import MASTER, OPS, Proven, proven, state

LIGHT = (
    "import sys; import bastide.net.veil.worker, bastide.net.veil.proofs;"
    "print(*(name for name in sys.modules if name.split('.')[0] in "
    "('asyncio', 'zeroconf', 'prompt_toolkit', 'click') or name.startswith('bastide.cli')))"
)


@pytest.fixture(scope="module")
def shared() -> Iterator[Workshop]:
    workshop = Workshop(2)
    yield workshop
    workshop.close()


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    workshop = Workshop(2)
    yield workshop
    workshop.close()


def prove_now(workshop: Workshop, case: Proven) -> bytes:
    return workshop.prove_now(case.statement, case.k, case.pi, MASTER)


def processes(workshop: Workshop) -> list[subprocess.Popen[bytes]]:
    crew = workshop._crew
    return [worker._process for worker in (*crew._idle, *crew._busy)]


@pytest.mark.parametrize("op", OPS)
@pytest.mark.parametrize(("m", "rounds"), [(1, 1), (1, 64), (12, 64), (3, 65)])
def test_proofs_are_those_of_one_process(shared: Workshop, op: str, m: int, rounds: int) -> None:
    case = proven(op, m, rounds)

    async def both() -> None:
        proof = await shared.prove(case.statement, case.k, case.pi, MASTER)
        assert proof == case.proof
        assert await shared.verify(case.statement, proof)
        assert not await shared.verify(case.statement, proof[:-1] + bytes([proof[-1] ^ 1]))
        assert not await shared.verify(case.statement._replace(step=6), proof)
        assert not await shared.verify(case.statement, b"")

    asyncio.run(both())
    assert prove_now(shared, case) == case.proof
    assert shared.verify_now(case.statement, case.proof)
    assert not shared.verify_now(case.statement._replace(place=0), case.proof)
    assert not shared.verify_now(case.statement, b"")


def test_a_point_off_the_curve_is_refused_in_every_piece(shared: Workshop) -> None:
    case = proven("strip", 3, 64)
    fault = case.statement._replace(inputs=((1).to_bytes(32), *case.statement.inputs[1:]))
    assert not shared.verify_now(fault, case.proof)


def test_a_false_statement_is_not_proven(shared: Workshop) -> None:
    statement, k, _ = state("strip", 2)
    with pytest.raises(UsageError, match="not what the secret gives"):
        asyncio.run(shared.prove(statement, k + 1, None, MASTER))
    with pytest.raises(UsageError, match="not what the secret gives"):
        shared.prove_now(statement, k + 1, None, MASTER)


def test_many_at_once_come_out_right(shared: Workshop) -> None:
    cases = [proven(op, 4, 16, seed) for op in OPS for seed in range(4)]

    async def all_of_them() -> tuple[list[bytes], list[bool]]:
        made = [shared.prove(each.statement, each.k, each.pi, MASTER) for each in cases]
        checked = [shared.verify(each.statement, each.proof) for each in cases]
        return await asyncio.gather(*made), await asyncio.gather(*checked)

    made, checked = asyncio.run(all_of_them())
    assert made == [each.proof for each in cases]
    assert all(checked)


def test_the_event_loop_goes_on_meanwhile(workshop: Workshop) -> None:
    case = proven("shuffle", 20, 64)

    async def turns_while_proving() -> int:
        proof = asyncio.ensure_future(workshop.prove(case.statement, case.k, case.pi, MASTER))
        turns = 0
        while not proof.done():
            turns += 1
            await asyncio.sleep(0.001)
        return turns

    assert asyncio.run(turns_while_proving()) > 10


def test_processes_start_when_they_are_needed_and_no_more_than_said(workshop: Workshop) -> None:
    assert not processes(workshop)
    case = proven("shuffle", 12, 64)
    for _ in range(3):
        assert prove_now(workshop, case) == case.proof
    assert 1 <= len(processes(workshop)) <= 2


def test_a_killed_worker_is_replaced(workshop: Workshop) -> None:
    case = proven("shuffle", 6, 64)
    for _ in range(3):
        prove_now(workshop, case)
        killed = processes(workshop)
        for process in killed:
            process.kill()
        assert prove_now(workshop, case) == case.proof
        assert all(process.poll() is not None for process in killed if process not in
                   processes(workshop))  # fmt: skip


def test_a_worker_killed_at_its_work_is_replaced_and_the_work_done_again(
    workshop: Workshop,
) -> None:
    case = proven("shuffle", 60, 64)
    prove_now(workshop, case)

    async def prove_and_kill() -> bytes:
        proof = asyncio.ensure_future(workshop.prove(case.statement, case.k, case.pi, MASTER))
        killed = 0
        while not proof.done():
            await asyncio.sleep(0.01)
            if killed < 2 and workshop._crew._busy:
                workshop._crew._busy[0]._process.kill()
                killed += 1
        assert killed
        return await proof

    assert asyncio.run(prove_and_kill()) == case.proof


@pytest.mark.parametrize("program", ["", "raise SystemExit(1)", "print('hello', flush=True)"])
def test_what_no_worker_does_is_done_here(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(child, "_PROGRAM", program)
    case = proven("mask", 2)
    assert prove_now(workshop, case) == case.proof
    assert workshop.verify_now(case.statement, case.proof)


def test_without_a_python_to_start_it_is_done_here(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/nowhere/python")
    case = proven("strip", 2)
    assert prove_now(workshop, case) == case.proof


def test_workers_say_nothing_and_hear_no_key(
    workshop: Workshop, capfd: pytest.CaptureFixture[str]
) -> None:
    case = proven("shuffle", 6, 64)
    prove_now(workshop, case)
    for process in processes(workshop):
        assert MASTER not in b"".join(str(each).encode() for each in process.args)  # type: ignore[union-attr]  # a list
        if hasattr(os, "getpgid"):
            assert os.getpgid(process.pid) != os.getpgid(0)
            assert os.getsid(process.pid) != os.getsid(0)
        process.send_signal(signal.SIGTERM)
    prove_now(workshop, case)
    workshop.close()
    assert capfd.readouterr() == ("", "")


def test_closing_ends_the_processes(workshop: Workshop) -> None:
    prove_now(workshop, proven("shuffle", 12, 64))
    started = processes(workshop)
    workshop.close()
    workshop.close()
    assert started
    assert all(process.returncode is not None for process in started)
    assert not processes(workshop)


def test_closing_ends_what_is_being_done_and_waited_for(workshop: Workshop) -> None:
    asked = [workshop._do(partial(time.sleep, 600)) for _ in range(5)]
    while len(workshop._crew._busy) < 2:
        time.sleep(0.001)
    workshop.close()
    for each in asked:
        assert isinstance(each.exception(10), UsageError)


def test_a_closed_workshop_makes_no_proofs(workshop: Workshop) -> None:
    case = proven("shuffle", 2)
    workshop.close()
    with pytest.raises(UsageError, match="closed"):
        asyncio.run(workshop.prove(case.statement, case.k, case.pi, MASTER))
    with pytest.raises(UsageError, match="closed"):
        asyncio.run(workshop.verify(case.statement, case.proof))
    with pytest.raises(UsageError, match="closed"):
        prove_now(workshop, case)


def test_a_workshop_that_is_forgotten_leaves_no_processes() -> None:
    workshop = Workshop(1)
    prove_now(workshop, proven("strip", 1))
    started = processes(workshop)
    del workshop
    gc.collect()
    assert started
    assert all(process.returncode is not None for process in started)


# the worker


def outcomes(*jobs: object) -> list[tuple[bool, object]]:
    """Return what a worker answers to some calls before its pipe ends."""
    read, write = io.BytesIO(b"".join(map(pickle.dumps, jobs))), io.BytesIO()
    work(read, write)
    write.seek(0)
    return [pickle.load(write) for _ in jobs]


def test_a_worker_answers_call_after_call_until_the_pipe_ends() -> None:
    statement, k, _ = state("strip", 1)
    answers = outcomes(
        partial(mul, 2, statement.inputs[0]),
        partial(check_true, statement, k + 1, None),
        partial(mul, 0, statement.inputs[0]),
        partial(check_true, statement, k, None),
    )
    assert [done for done, _ in answers] == [True, False, False, True]
    assert answers[0][1] == mul(2, statement.inputs[0])
    assert isinstance(answers[1][1], UsageError)
    assert isinstance(answers[2][1], PointError)


def test_a_worker_ends_when_nobody_listens() -> None:
    class Gone(io.BytesIO):
        def flush(self) -> None:
            raise BrokenPipeError

    work(io.BytesIO(pickle.dumps(partial(mul, 2, proven("strip", 1).statement.inputs[0]))), Gone())


def test_a_worker_process_ends_with_its_pipe() -> None:
    command = [sys.executable, "-c", child._PROGRAM.format(module=work.__module__), *sys.path]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=60, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")


def test_a_worker_imports_little() -> None:
    command = [sys.executable, "-c", "import sys; sys.path[:] = sys.argv[1:];" + LIGHT, *sys.path]
    done = subprocess.run(command, capture_output=True, timeout=60, check=True, text=True)
    assert done.stdout.strip() == ""
