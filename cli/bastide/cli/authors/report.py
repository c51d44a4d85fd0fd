"""What a check has found: a sentence for each fault, however often it shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from bastide.cli.authors.sentences import fault_sentence, place_of_error
from bastide.cli.authors.source_scan import Found
from bastide.core.calls import NeverReturned
from bastide.core.messages import English, Text
from bastide.core.places import Place


@dataclass(slots=True)
class Report:
    """What holds and what does not, a sentence each; `t` says it, `told` hears what is going on."""

    t: Text = field(default_factory=English)
    told: Callable[[str], None] = lambda what: None
    good: list[str] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


class Findings:
    """The faults of one plugin; each is told once, though it may show in many set-ups.

    Attributes:
        hangs: a function has not returned. It would take its time at each further check.
    """

    def __init__(self, report: Report, scanned: list[Found], home: str = "") -> None:
        """Begin with what its source has shown.

        Args:
            report: says what is found, and hears what is checked now.
            scanned: faults of the source, which come out in play again.
            home: the plugin's package or module, whose lines are named.
        """
        self._report, self._scanned, self._home = report, scanned, home
        self._places: dict[str, list[str]] = {}
        self.hangs = False

    def __bool__(self) -> bool:
        """Tell whether there is any fault."""
        return bool(self._places or self._scanned)

    def guarded(self, what: str, check: Callable[[], None]) -> bool:
        """Run a check; whatever it raises becomes a sentence. Return whether it holds."""
        self._report.told(what)
        try:
            check()
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # a plugin may raise anything
            self.hangs = self.hangs or isinstance(error, NeverReturned)
            if not self._is_scanned(place_of_error(error, self._home)):
                self.add(what, fault_sentence(self._report.t, error, self._home))
            return False
        return True

    def add(self, what: str, reason: str) -> None:
        """Note a fault, and the set-up or the part in which it shows."""
        self._places.setdefault(reason.rstrip("."), []).append(what)

    def _is_scanned(self, place: Place | None) -> bool:
        """Tell whether the source has shown a fault already that comes out in play."""
        return place is not None and any(
            place.path == each.place.path
            and place.function in (each.place.function, dict(each.message.fields).get("name"))
            for each in self._scanned
        )

    def told(self) -> Iterator[str]:
        """Yield a sentence for each fault."""
        t = self._report.t
        for each in self._scanned:
            yield f"{each.place}: {t.say(each.message)}."
        for reason, places in self._places.items():
            if len(places) == 1:
                yield t("{name}: {reason}.", name=places[0], reason=reason)
            else:
                yield t.count(
                    "{name}, and {n} other: {reason}.",
                    "{name}, and {n} others: {reason}.",
                    len(places) - 1,
                    name=places[0],
                    reason=reason,
                )
