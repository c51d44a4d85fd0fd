"""Which key goes to the page and which one edits the typed line.

While the prompt is empty every key is offered to the page first; once something is typed, letters,
digits and arrows belong to the line, so that nothing typed can act on a game. Function keys, Enter
and Escape work in both.
"""

from __future__ import annotations

from collections.abc import Callable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys

from bastide.cli.shell import Shell

ON_EMPTY = (
    *("up", "down", "left", "right", "s-up", "s-down", "s-left", "s-right"),
    *("home", "end", "pageup", "pagedown", "s-tab", "backspace", "c-y"),
)
"""Keys that are the page's while the prompt is empty, and edit the line otherwise."""

ALWAYS = tuple(f"f{n}" for n in range(1, 13))
"""Keys that are the page's whatever is typed."""

Handler = Callable[[KeyPressEvent], None]


def bind_keys(shell: Shell, buffer: Buffer) -> KeyBindings:
    """Return the bindings of the program."""
    keys = KeyBindings()
    empty = Condition(lambda: not buffer.text)
    for name in ON_EMPTY:
        keys.add(name, filter=empty)(_to_page(shell, name))
    for name in ALWAYS:
        keys.add(name)(_to_page(shell, name))
    for name in ("c-c", "<sigint>"):
        keys.add(name)(_to_page(shell, "c-c"))
    # With text in the prompt, Ctrl-Z must reach neither the game nor the shell's job control.
    keys.add("c-z")(_only_if(empty, _to_page(shell, "c-z")))
    keys.add("tab")(_tab(shell, buffer))
    keys.add("enter")(_enter(shell, buffer))
    keys.add("escape", eager=True)(_escape(shell, buffer))
    keys.add(Keys.Any, filter=empty)(_typed(shell, buffer))
    keys.add(Keys.BracketedPaste)(_paste(shell, buffer))
    return keys


def _to_page(shell: Shell, name: str) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        shell.top.key(name)

    return handle


def _only_if(condition: Condition, handler: Handler) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        if condition():
            handler(event)

    return handle


def _tab(shell: Shell, buffer: Buffer) -> Handler:
    """Complete while typing; on the empty prompt Tab is the page's."""

    def handle(event: KeyPressEvent) -> None:
        if not buffer.text:
            shell.top.key("tab")
        elif buffer.complete_state:
            buffer.complete_next()
        else:
            buffer.start_completion(select_first=True)

    return handle


def _enter(shell: Shell, buffer: Buffer) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        line = buffer.text
        if not line:
            shell.top.key("enter")
            return
        buffer.append_to_history()
        buffer.reset()
        shell.top.submit(line)

    return handle


def _escape(shell: Shell, buffer: Buffer) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        if buffer.complete_state:
            buffer.cancel_completion()
        elif buffer.text and not shell.top.boxed:
            buffer.reset()
        else:
            shell.top.key("escape")

    return handle


def _typed(shell: Shell, buffer: Buffer) -> Handler:
    """Offer a character to the page; one that it does not want begins a line."""

    def handle(event: KeyPressEvent) -> None:
        text = event.data
        if not shell.top.key(text) and text.isprintable():
            buffer.insert_text(text)

    return handle


def _paste(shell: Shell, buffer: Buffer) -> Handler:
    """Paste into the line, or into a form's text; line ends become blanks."""

    def handle(event: KeyPressEvent) -> None:
        text = " ".join(event.data.split())
        if shell.top.takes_text:
            for char in text:
                shell.top.key(char)
        else:
            buffer.insert_text(text)

    return handle
