"""Loading the plugins of this machine so that none of them can hang or end the program unnamed."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator
from types import FrameType

from bastide.cli.answers import complain
from bastide.cli.stopping import INTERRUPTED, Terminated
from bastide.core.errors import RulesError
from bastide.core.messages import English, Text
from bastide.core.plugins import Plugins, installed

SLOW_SECONDS = 3.0
"""After this time a plugin that is still loading is named."""


class LoadingStopped(KeyboardInterrupt):
    """The user has stopped the program while a plugin was loading.

    Attributes:
        plugin: its name.
    """

    def __init__(self, plugin: str) -> None:
        super().__init__(plugin)
        self.plugin = plugin


def load_plugins(text: Text | None = None) -> Plugins:
    """Load all plugins.

    Raises:
        LoadingStopped: the user has lost patience with one.
    """
    t = text or English()
    return installed(lambda name: watched(name, t))


@contextlib.contextmanager
def watched(name: str, t: Text) -> Iterator[None]:
    """Name a plugin that takes long, and tell an interrupt by the user from one of its own."""
    said = t("Plugin {name} is still loading; Ctrl-C stops bastide.", name=name)
    timer = threading.Timer(SLOW_SECONDS, complain, (said,))
    timer.daemon = True
    timer.start()
    interrupts: list[int] = []
    stopped = t("Stopped while plugin {name} was loading.", name=name)
    try:
        with _noting(interrupts, stopped):
            yield
    except Terminated:
        raise
    except KeyboardInterrupt:
        if interrupts:
            raise LoadingStopped(name) from None
        raise RulesError("it raises KeyboardInterrupt") from None
    finally:
        timer.cancel()


@contextlib.contextmanager
def _noting(interrupts: list[int], stopped: str) -> Iterator[None]:
    """Note an interrupt by the user while the block runs; end at another one if it goes on."""

    def note(number: int, frame: FrameType | None) -> None:
        interrupts.append(number)
        if len(interrupts) > 1:
            try:
                complain(stopped)
            finally:
                os._exit(INTERRUPTED)
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGINT, note)
    except ValueError:  # not the main thread, which alone is interrupted
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def keep_off_output() -> None:
    """Let what plugins print in this process go to standard error."""
    sys.stdout = sys.stderr
