"""What comes from the keyboard, made safe before prompt_toolkit acts on it.

A terminal without bracketed paste sends pasted text as if it were typed. The library would take
each character as a key: quadratic in time, and the letters would act on the game. So a burst that
no hand can type is taken for what it is. Bytes that cannot be read as keys are dropped and noted.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100 import Vt100Input
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

log = logging.getLogger(__name__)

BURST = 256
"""Characters in one read from which on they were pasted: a person types some 30 a second."""

PASTE_SECONDS = 0.2
"""How soon after a burst the next read belongs to it."""

_BREAKS = (Keys.Enter, Keys.ControlJ, Keys.Tab)
"""Keys that are line ends and tabs in a pasted text."""


class SafeInput(Input):
    """An input whose bursts are pastes and whose faults end nothing."""

    def __init__(self, inner: Input) -> None:
        self._inner = inner
        self._pasting_until = 0.0

    def read_keys(self) -> list[KeyPress]:
        """Return the keys that were pressed; a burst of characters is one paste."""
        keys = self._guarded(self._inner.read_keys)
        # The end of a paste is short, and would otherwise be typed.
        going_on = time.monotonic() < self._pasting_until
        joined = list(_joined(keys, 2 if going_on else BURST))
        if len(joined) < len(keys):
            self._pasting_until = time.monotonic() + PASTE_SECONDS
        return joined

    def flush_keys(self) -> list[KeyPress]:
        """Return what an unfinished sequence stands for."""
        return self._guarded(self._inner.flush_keys)

    def _guarded(self, read: Callable[[], list[KeyPress]]) -> list[KeyPress]:
        try:
            return read()
        except Exception:  # whatever a parser makes of odd bytes, the game goes on
            log.exception("unreadable input")
            if isinstance(self._inner, Vt100Input):
                self._inner.vt100_parser.reset()
            return []

    # what the inner input does as well

    def fileno(self) -> int:
        """Return what can be waited for."""
        return self._inner.fileno()

    def typeahead_hash(self) -> str:
        """Return the name under which keys typed ahead are kept."""
        return self._inner.typeahead_hash()

    def flush(self) -> None:
        """Flush the input."""
        self._inner.flush()

    @property
    def closed(self) -> bool:
        """Tell whether nothing more will come."""
        return self._inner.closed

    def raw_mode(self) -> AbstractContextManager[None]:
        """Return what switches to reading single keys."""
        return self._inner.raw_mode()

    def cooked_mode(self) -> AbstractContextManager[None]:
        """Return what switches to reading lines."""
        return self._inner.cooked_mode()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        """Return what connects the input to the event loop."""
        return self._inner.attach(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        """Return what takes the input from the event loop."""
        return self._inner.detach()

    def close(self) -> None:
        """Close the input."""
        self._inner.close()


def _joined(keys: list[KeyPress], least: int) -> Iterator[KeyPress]:
    """Yield the keys, with runs of at least so many characters as one paste each."""
    run: list[KeyPress] = []
    for press in [*keys, None]:
        if press is not None and _is_text(press):
            run.append(press)
            continue
        if len(run) >= least:
            text = "".join("\n" if each.key in _BREAKS else each.data for each in run)
            yield KeyPress(Keys.BracketedPaste, text)
        else:
            yield from run
        run = []
        if press is not None:
            yield press


def _is_text(press: KeyPress) -> bool:
    """Tell whether a key is a character, a line end or a tab."""
    return press.key in _BREAKS or (not isinstance(press.key, Keys) and press.data.isprintable())
