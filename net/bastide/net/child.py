"""Starting a Python of our own that works for us and has no terminal.

Processes of `multiprocessing` would import the main module again, which under the command
`bastide` is the whole program, and until they have done so they print their faults over the screen
and die of a Ctrl-C that was meant for us.
"""

from __future__ import annotations

import subprocess
import sys

_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; import {module} as m; m.main()"


def start_python(module: str) -> subprocess.Popen[bytes]:
    """Start the function `main` of a module in a process of its own; its pipes are binary.

    It is in a session of its own, where no Ctrl-C and no hang-up reaches it, and prints its faults
    nowhere. It is to end when its input does, so also when we are killed.

    Raises:
        OSError: no process can be started.
    """
    return subprocess.Popen(
        [sys.executable, "-c", _PROGRAM.format(module=module), *sys.path],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),  # Windows
    )
