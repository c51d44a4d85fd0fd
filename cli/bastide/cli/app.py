"""The command `bastide`: its commands by name, and the guard around all of them."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from itertools import pairwise
from typing import Any, NoReturn

import click

from bastide.cli import stopping, streams, watchdog_process
from bastide.cli.answers import complain, show
from bastide.cli.grammar import COMPLETE, Group
from bastide.cli.guard import (
    DONE,
    FAILED,
    GIVEN_UP,
    LogFile,
    explain,
    last_words,
    no_return,
    one_line,
)
from bastide.cli.marking import N_
from bastide.cli.program import Program
from bastide.cli.surroundings import program_of
from bastide.cli.verbs.table_options import INTERFACES
from bastide.cli.watchdog import Watchdog
from bastide.core.calls import NeverReturned

log = logging.getLogger(__name__)

COMMANDS = {
    "play": "bastide.cli.verbs.play:play",
    "host": "bastide.cli.verbs.lan:host",
    "join": "bastide.cli.verbs.lan:join",
    "tables": "bastide.cli.verbs.tables:tables",
    "resume": "bastide.cli.verbs.resume:resume",
    "replay": "bastide.cli.verbs.journals:replay",
    "verify": "bastide.cli.verbs.journals:verify",
    "export": "bastide.cli.verbs.journals:export",
    "simulate": "bastide.cli.verbs.simulate:simulate",
    "games": "bastide.cli.verbs.games:games",
    "doctor": "bastide.cli.verbs.doctor:doctor",
    "plugins": "bastide.cli.verbs.plugins:plugins",
    "completion": "bastide.cli.verbs.completion:completion",
}


class Bastide(Group):
    """The whole program: nothing leaves it but an exit code."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,  # noqa: ANN401  # as click has it
    ) -> NoReturn:
        """Run a command line and end the program; only `args` and `obj` matter."""
        words = list(sys.argv[1:] if args is None else args)
        program = extra.get("obj") or Program()
        program.flags.language = language_in(words)
        streams.prepare()
        log = LogFile(program)
        logging.getLogger().addHandler(log)
        try:
            code = self._guarded(words, program)
        finally:
            logging.getLogger().removeHandler(log)
        sys.exit(code)

    def _guarded(self, words: list[str], program: Program) -> int:
        has_terminal = streams.is_tty(sys.stdout)
        try:
            with (
                stopping.heeded(),
                ExitStack() as beside,
                Watchdog(program.homes, partial(_give_up, program)) as watchdog,
            ):
                if watchdog.is_watching:
                    program.when_loaded = partial(_watch_aside, program, watchdog.seconds, beside)
                code = self._run(words, program)
            if sys.stdout:
                sys.stdout.flush()
        except click.exceptions.Exit as end:
            return end.exit_code
        except BrokenPipeError:
            streams.abandon_output()
            return DONE
        except OSError as error:
            if not has_terminal or streams.is_tty(sys.stdout):
                return _tell(error, program)
            streams.abandon_output()  # the window was closed: nobody is there to be told
            return stopping.HUNG_UP
        except (Exception, KeyboardInterrupt, NeverReturned) as error:  # the outermost guard
            return _tell(error, program)
        return code

    def _run(self, words: list[str], program: Program) -> int:
        if asked := program.environ.get(COMPLETE):
            return self._complete(program, asked)
        with self.make_context("bastide", words, obj=program) as ctx:
            code = self.invoke(ctx)
        return code if isinstance(code, int) else DONE

    def _complete(self, program: Program, asked: str) -> int:
        """Answer a shell; a fault is noted, not said in the midst of what somebody types."""
        from bastide.cli.shells import answer

        try:
            show([answer(self, program, asked)])
        except Exception:  # plugins have a say in it
            log.exception("no completion")
            return FAILED
        return DONE


def language_in(words: Sequence[str]) -> str:
    """Return the language that a command line asks for: it is needed before all is read."""
    for word, after in pairwise([*words, ""]):
        if word == "--lang":
            return after
        if word.startswith("--lang="):
            return word.removeprefix("--lang=")
    return ""


def _tell(error: BaseException, program: Program) -> int:
    """Say what went wrong in one line on standard error; return the exit code."""
    try:
        said, code = explain(error, program)
    except Exception as second:  # the guard itself: no catalogue, no folder
        said, code = f"bastide cannot go on ({error!r}; {second!r}).", FAILED
    try:
        complain(one_line(said))
    except OSError:
        streams.abandon_output()
    return code


def _watch_aside(program: Program, seconds: float, beside: ExitStack) -> None:
    """Let a process wait beside this one until the end, for what nothing here can interrupt."""
    beside.close()  # it knew fewer plugins
    sentence = no_return(program.text, at_tables=True)
    beside.enter_context(watchdog_process.waiting(program.homes(), sentence, seconds))


def _give_up(program: Program, error: NeverReturned) -> NoReturn:
    """End the program where it stands, because of a plugin that nothing can interrupt."""
    try:
        stopping.put_back()
        complain(one_line(last_words(error, program)))
    finally:
        os._exit(GIVEN_UP)


@click.command(
    cls=Bastide,
    name="bastide",
    invoke_without_command=True,
    lazy=COMMANDS,
    help=N_(
        "Play board games with the people on your LAN. Without a command: the list of tables; "
        "where there is no terminal, a demonstration."
    ),
    example="bastide play carcassonne --bots greedy",
)
@INTERFACES
@click.version_option(package_name="bastide")
@click.pass_context
def main(ctx: click.Context) -> int:
    if ctx.invoked_subcommand is not None:
        return 0
    from bastide.cli.verbs.lobby import open_lobby

    return open_lobby(program_of(ctx))
