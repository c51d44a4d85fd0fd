"""The position as some eyes may know it; made anew only when it has changed."""

from __future__ import annotations

from bastide.core.state import State


class View:
    """Remembers the last view: a screen asks for it many times between two changes."""

    def __init__(self) -> None:
        self._of: State | None = None
        self._key: tuple[int, ...] = ()
        self._view: State | None = None

    def of(self, s: State, step: int, eyes: int) -> State:
        """Return a position as a seat may know it; not to be changed.

        Args:
            s: the position, as the table knows it.
            step: of the journal; a step may change a position in place.
            eyes: the seat, -1 for a spectator.
        """
        known = len(s.secrets.faces) if s.secrets else 0
        key = (step, eyes, known, len(s.sealed))
        if self._view is None or self._of is not s or self._key != key:
            self._of, self._key, self._view = s, key, s.view(eyes)
        return self._view
