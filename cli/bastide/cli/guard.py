"""The outermost guard: whatever goes wrong ends as one sentence and an exit code.

0 done, 1 failed as told, 2 used wrongly, 3 ended because a plugin did not return, 128 and the
number of the signal where one has ended the program. What nobody expected is written to a log file
in the data folder, and the sentence names that file.
"""

from __future__ import annotations

import logging
import tempfile
import traceback
from pathlib import Path

import click

from bastide.cli.catalogs import in_words
from bastide.cli.loading import LoadingStopped
from bastide.cli.marking import N_
from bastide.cli.program import Failed, Misused, Program, Stopped
from bastide.cli.sessions.ports import Refused
from bastide.cli.stopping import INTERRUPTED, Terminated
from bastide.cli.system_words import system_reason
from bastide.core.blame import blame
from bastide.core.calls import NeverReturned
from bastide.core.errors import RulesError
from bastide.core.journal import JournalError
from bastide.core.messages import Text
from bastide.net.errors import Refusal

DONE, FAILED, MISUSED, GIVEN_UP = 0, 1, 2, 3
_NO_RETURN = N_(
    "Plugin {name} does not return and takes no interrupt ({where}), so bastide has ended: mend "
    "the plugin or take it away."
)
_KEPT = N_("Nothing that was sent is lost: where a table was open, `bastide resume` goes on.")
LOG = "bastide.log"
_NO_VALUE = "does not take"
"""What click says of a switch that is given a value, and of nothing else."""
_MOST = 400
"""Characters of a sentence made from what somebody typed or sent."""


def explain(error: BaseException, program: Program) -> tuple[str, int]:
    """Return the sentence that tells of an error, and the exit code."""
    t = program.text
    match error:
        case Misused():
            return str(error), MISUSED
        case Stopped():
            return str(error), error.code
        case Failed() | Refused():
            return str(error), FAILED
        case click.UsageError():
            return _usage(error, t), MISUSED
        case click.ClickException():
            return error.format_message(), FAILED
        case LoadingStopped():
            said = t("Stopped while plugin {name} was loading.", name=error.plugin)
            return said, INTERRUPTED
        case Terminated():
            return t("Stopped."), error.code
        case click.Abort() | KeyboardInterrupt():
            return t("Stopped."), INTERRUPTED
        case EOFError():
            return t("Stopped."), FAILED
        case Refusal():
            return t.say(error.message), FAILED
        case RulesError() | JournalError():
            return sentence(in_words(t, str(error))), FAILED
        case OSError():
            return _system(error, t), FAILED
    return unexpected(error, program), FAILED


def sentence(text: str) -> str:
    """Return a text of the kernel as a sentence: a capital first, a full stop last."""
    text = text.strip()
    return (text[:1].upper() + text[1:]).rstrip(".") + "."


def one_line(text: str) -> str:
    """Return a text without line ends and control characters, cut to a length."""
    kept = "".join(c if c.isprintable() else " " for c in text)
    return kept if len(kept) <= _MOST else kept[: _MOST - 1] + "…"


def _usage(error: click.UsageError, t: Text) -> str:
    """Return what is wrong with a command line, and where help is."""
    said = _said(error, t)
    command = error.ctx.command_path if error.ctx else "bastide"
    return f"{said} " + t("`{command} --help` shows how it is used.", command=command)


def _said(error: click.UsageError, t: Text) -> str:
    match error:
        case click.NoSuchOption():
            return t("There is no option {option}.", option=error.option_name)
        case click.BadOptionUsage() if _NO_VALUE in error.message:
            return t("{option} takes no value.", option=error.option_name)
        case click.BadOptionUsage():
            return t("{option} needs a value.", option=error.option_name)
        case click.MissingParameter():
            return t("{name} is missing.", name=_name(error))
        case click.BadParameter() if error.param is not None:
            name, reason = _name(error), error.message.rstrip(".")
            return t("{name}: {reason}.", name=name, reason=reason)
    return sentence(error.format_message())


def _name(error: click.BadParameter) -> str:
    param = error.param
    if param is None:
        return ""
    return param.opts[0] if isinstance(param, click.Option) else param.make_metavar(error.ctx)  # type: ignore[arg-type]  # click sets the context of what it raises


def _system(error: OSError, t: Text) -> str:
    reason = system_reason(t, error)
    if error.filename:
        return t("{path}: {reason}.", path=error.filename, reason=reason)
    return t("The system refuses: {reason}.", reason=reason)


def unexpected(error: BaseException, program: Program) -> str:
    """Write down what nobody expected, and say where; of a plugin's fault, which plugin."""
    text = "".join(traceback.format_exception(error))
    path = _write(program.home / LOG, text)
    if plugin := _plugin_failed(error, program):
        return f"{plugin} " + program.text("What is known stands in {path}.", path=path)
    name = type(error).__name__
    if path is None:
        return program.text("Something in bastide went wrong ({name}).", name=name)
    return program.text(
        "Something in bastide went wrong ({name}); what is known stands in {path}.",
        name=name,
        path=path,
    )


def no_return(t: Text, at_tables: bool) -> str:
    """Return what is said when a plugin's call can only be ended with the program.

    Args:
        t: the program's messages.
        at_tables: there may be an open one; it is not known here.

    Returns:
        A form with fields `name` and `where`.
    """
    said = t(_NO_RETURN, name="{name}", where="{where}")
    return f"{said} {t(_KEPT)}" if at_tables else said


def last_words(error: NeverReturned, program: Program) -> str:
    """Return the same, of one call; log where it stands."""
    _write(program.home / LOG, "".join(traceback.format_stack()))
    found = blame(error, program.homes())
    form = no_return(program.text, at_tables=True)
    return form.format(name=found.plugin, where=found.where)


def _plugin_failed(error: BaseException, program: Program) -> str:
    """Return which plugin has raised, or ""; one that is not loaded has not."""
    found = blame(error, program.homes())
    if not found.plugin:
        return ""
    t, reason = program.text, in_words(program.text, found.reason)
    return t("Plugin {name} failed: {reason}.", name=found.plugin, reason=reason)


def _write(path: Path, text: str) -> Path | None:
    for place in (path, Path(tempfile.gettempdir()) / LOG):
        try:
            place.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with place.open("a", encoding="utf-8", errors="backslashreplace") as file:
                file.write(text)
        except OSError:
            continue
        return place
    return None


class LogFile(logging.Handler):
    """Writes warnings to the log file of the data folder, never to the screen."""

    def __init__(self, program: Program) -> None:
        super().__init__(logging.WARNING)
        self.setFormatter(logging.Formatter("%(asctime)s %(name)s %(levelname)s %(message)s"))
        self._program = program

    def emit(self, record: logging.LogRecord) -> None:
        """Write one record, each line of it cut; a disk that refuses is no reason to stop."""
        lines = map(one_line, self.format(record).splitlines())
        _write(self._program.home / LOG, "".join(f"{line}\n" for line in lines))
