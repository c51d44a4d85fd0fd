"""Which key goes to the page and which one edits the typed line.

While the prompt is empty every key is offered to the page first; once something is typed, letters,
digits and arrows belong to the line, so that nothing typed can act on a game. Function keys, Enter
and Escape work in both. In a window that is too small for anything but the prompt, keys act on
nothing: whoever presses them cannot see what they do.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completion, get_common_complete_suffix
from prompt_toolkit.filters import Condition, Filter
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.bindings.cpr import load_cpr_bindings
from prompt_toolkit.key_binding.bindings.mouse import load_mouse_bindings
from prompt_toolkit.keys import Keys

from bastide.cli.screens.commands import DONE, Reply
from bastide.cli.screens.shell import Shell

log = logging.getLogger(__name__)

ON_EMPTY = (
    *("up", "down", "left", "right", "s-up", "s-down", "s-left", "s-right"),
    *("home", "end", "pageup", "pagedown", "s-tab", "backspace", "c-y"),
)
"""Keys that are the page's while the prompt is empty, and edit the line otherwise."""

ALWAYS = tuple(f"f{n}" for n in range(1, 13))
"""Keys that are the page's whatever is typed."""

LONGEST = 1000
"""Characters that the prompt takes: more than any command, path or talk line needs."""

Handler = Callable[[KeyPressEvent], object]


def bind_keys(shell: Shell, buffer: Buffer, seen: Callable[[], bool]) -> KeyBindings:
    """Return the bindings of the program; `seen`: the window is large enough for the page."""
    keys = KeyBindings()
    empty = Condition(lambda: not buffer.text)
    page = Condition(seen)
    for name in ON_EMPTY:
        keys.add(name, filter=empty)(_only_if(page, _to_page(shell, name)))
    for name in ALWAYS:
        keys.add(name)(_only_if(page, _to_page(shell, name)))
    for name in ("c-c", "<sigint>"):
        keys.add(name)(_interrupt(shell, page))
    # With text in the prompt, Ctrl-Z must reach neither the game nor the shell's job control.
    keys.add("c-z")(_only_if(empty & page, _to_page(shell, "c-z")))
    keys.add("tab")(_tab(shell, buffer, page))
    keys.add("enter")(_enter(shell, buffer, page))
    keys.add("escape", eager=True)(_escape(shell, buffer))
    keys.add(Keys.Any, filter=empty)(_typed(shell, buffer, page))
    keys.add(Keys.BracketedPaste)(_paste(shell, buffer, page))
    keys.add(Keys.Vt100MouseEvent)(_tame(load_mouse_bindings(), Keys.Vt100MouseEvent))
    keys.add(Keys.CPRResponse, save_before=lambda _: False)(
        _tame(load_cpr_bindings(), Keys.CPRResponse)
    )
    buffer.on_text_changed += lambda _: _limit(shell, buffer)
    return keys


def _tame(library: KeyBindings, key: Keys) -> Handler:
    """Return the library's handler of what a terminal reports, which odd bytes cannot break.

    Terminals send reports that the library has no entry for (a click with Shift in the oldest of
    the mouse modes), and any bytes may be pasted. What a click does is called from there, too.
    """
    handler = library.get_bindings_for_keys((key,))[0].handler

    def handle(event: KeyPressEvent) -> object:
        try:
            return handler(event)
        except Exception:  # one report of the mouse is not worth a game
            log.exception("report of the terminal not understood: %r", event.data[:40])
            return NotImplemented

    return handle


def _limit(shell: Shell, buffer: Buffer) -> None:
    """Cut what has become too long, however it came into the prompt."""
    if len(buffer.text) > LONGEST:
        buffer.text = buffer.text[:LONGEST]
        most = shell.t("The line is full: it takes {n} characters.", n=LONGEST)
        shell.top.tell(Reply(most))


def _to_page(shell: Shell, name: str) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        shell.top.key(name)

    return handle


def _interrupt(shell: Shell, page: Filter) -> Handler:
    """Leave; a question that the window is too small to show is not asked."""

    def handle(event: KeyPressEvent) -> None:
        shell.top.key("c-c")
        if not page() and shell.top.boxed:
            shell.top.key("c-c")

    return handle


def _only_if(condition: Filter, handler: Handler) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        if condition():
            handler(event)

    return handle


def _tab(shell: Shell, buffer: Buffer, page: Filter) -> Handler:
    """Complete what all that could follow has in common; on the empty prompt Tab is the page's.

    Where that is nothing, the first Tab lists what could follow, and further ones choose from it.
    The only thing that could be meant replaces what is typed: an accent, another language.
    """
    listed = False

    def forget(_: Buffer) -> None:
        nonlocal listed
        listed = False

    def handle(event: KeyPressEvent) -> None:
        nonlocal listed
        menu = buffer.complete_state
        if not buffer.text:
            if page():
                shell.top.key("tab")
        elif menu and (listed or menu.complete_index is not None):
            buffer.complete_next()
        elif common := get_common_complete_suffix(buffer.document, found := _found(buffer)):
            buffer.insert_text(common)
        elif len(found) == 1:
            buffer.apply_completion(found[0])
        else:
            listed = True
            if menu is None:
                buffer.start_completion()

    buffer.on_text_changed += forget
    return handle


def _found(buffer: Buffer) -> list[Completion]:
    """Return all that can be meant by what is typed."""
    asked = CompleteEvent(completion_requested=True)
    return list(buffer.completer.get_completions(buffer.document, asked))


def _enter(shell: Shell, buffer: Buffer, page: Filter) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        line = buffer.text
        if not line:
            if page():
                shell.top.key("enter")
            return
        buffer.append_to_history()
        buffer.reset()
        shell.top.submit(line)

    return handle


def _escape(shell: Shell, buffer: Buffer) -> Handler:
    def handle(event: KeyPressEvent) -> None:
        if buffer.complete_state and buffer.complete_state.current_completion:
            buffer.cancel_completion()
        elif buffer.text and not shell.top.boxed:
            buffer.reset()
            shell.top.tell(DONE)  # it may have been about the line
        else:
            shell.top.key("escape")

    return handle


def _typed(shell: Shell, buffer: Buffer, page: Filter) -> Handler:
    """Offer a character to the page; one that it does not want begins a line."""

    def handle(event: KeyPressEvent) -> None:
        text = event.data
        if not (page() and shell.top.key(text)) and text.isprintable():
            buffer.insert_text(text)

    return handle


def _paste(shell: Shell, buffer: Buffer, page: Filter) -> Handler:
    """Paste into the line, or into a form's text; line ends become blanks."""

    def handle(event: KeyPressEvent) -> None:
        # One more than fits, so that the page says that the line is full.
        text = " ".join(event.data.split())[: LONGEST + 1 - len(buffer.text)]
        if shell.top.takes_text and page():
            for char in text:
                shell.top.key(char)
        else:
            buffer.insert_text(text)

    return handle
