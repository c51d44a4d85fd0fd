"""Processes of our own: they print nowhere, whatever goes wrong with them."""

from __future__ import annotations

import subprocess
import sys


def test_a_process_that_cannot_begin_prints_nothing(unmeasured: dict[str, str]) -> None:
    program = (
        "from bastide.net.child import start_python\n"
        "child = start_python('bastide.net.nowhere')\n"
        "print(child.communicate(), child.returncode)\n"
    )
    command = [sys.executable, "-c", f"import sys; sys.path[:] = sys.argv[1:]\n{program}"]
    done = subprocess.run(
        [*command, *sys.path], capture_output=True, timeout=60, text=True, env=unmeasured
    )
    assert (done.stdout, done.stderr) == ("(b'', None) 1\n", "")
