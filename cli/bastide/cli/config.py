"""The configuration file, `config.toml`: read with care, written without losing comments.

    [player]   name
    [display]  depth, glyphs, theme, language, wide
    [input]    mouse
    [sound]    bell
    [play]     send_at_once
    [network]  interfaces

A wrong key or value is one sentence in `faults`; the rest of the file counts.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeGuard

import platformdirs
import tomlkit
from tomlkit.exceptions import ParseError, TOMLKitError

from bastide.cli.system_words import system_reason
from bastide.cli.wording import home_path
from bastide.cli.written_files import replace_file, unwritten
from bastide.core.messages import English, Text
from bastide.net.errors import PeerError
from bastide.net.identity import player_name

FILE = "config.toml"
Value = str | bool | tuple[str, ...]

_LONGEST = 60
"""Characters of a wrong value that are shown."""
_SOMEBODY = "Ann"


class Setting(NamedTuple):
    """A key of the file. `choices`: the words allowed, empty for any text; for words alone."""

    default: Value
    choices: tuple[str, ...] = ()


SETTINGS: dict[str, Setting] = {
    "player.name": Setting(""),
    "display.depth": Setting("auto", ("auto", "none", "16", "256", "true")),
    "display.glyphs": Setting("auto", ("auto", "blocks", "unicode", "ascii")),
    "display.theme": Setting("auto", ("auto", "dark", "light", "high-contrast")),
    "display.language": Setting(""),
    "display.wide": Setting(False),
    "input.mouse": Setting(True),
    "sound.bell": Setting(True),
    "play.send_at_once": Setting(False),
    "network.interfaces": Setting(()),
}


@dataclass(slots=True)
class Config:
    """The values of all settings, and what was wrong with the file."""

    values: dict[str, Value] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)

    def text(self, key: str) -> str:
        """Return a setting that holds a word or a text."""
        return str(self.values.get(key, SETTINGS[key].default))

    def on(self, key: str) -> bool:
        """Return a setting that is a switch."""
        return bool(self.values.get(key, SETTINGS[key].default))

    def texts(self, key: str) -> tuple[str, ...]:
        """Return a setting that is a list of texts."""
        value = self.values.get(key, SETTINGS[key].default)
        return value if isinstance(value, tuple) else ()


def config_folder(environ: Mapping[str, str]) -> Path:
    """Return where the file is: BASTIDE_HOME, or the user's configuration folder."""
    home = environ.get("BASTIDE_HOME")
    return Path(home) if home else platformdirs.user_config_path("bastide", appauthor=False)


def read_config(folder: Path, text: Text | None = None) -> Config:
    """Read the file of a folder; a missing one means the defaults."""
    t, config, path = text or English(), Config(), folder / FILE
    try:
        document = tomlkit.parse(_content(path)).unwrap()
    except (FileNotFoundError, NotADirectoryError):
        return config
    except (OSError, UnicodeError, TOMLKitError) as error:
        config.faults.append(_unreadable(path, error, t))
        return config
    for section, content in document.items():
        entries = content.items() if isinstance(content, dict) else [("", content)]
        for name, value in entries:
            _take(config, f"{section}.{name}".rstrip("."), value, path, t)
    return config


def _unreadable(path: Path, error: Exception, t: Text) -> str:
    if isinstance(error, ParseError):
        return t(
            "{path}: line {line} cannot be read: write for example {example}, and each key once; "
            "the defaults are used.",
            path=path,
            line=error.line,
            example='theme = "dark"',
        )
    reason = _reason(t, error)
    return t("{path}: cannot be read ({reason}); the defaults are used.", path=path, reason=reason)


def _reason(t: Text, error: Exception) -> str:
    """Return why the file cannot be read; what its reader says of it is in English only."""
    if isinstance(error, _NotAFile):
        return t("it is no file")
    if isinstance(error, OSError | UnicodeError):
        return system_reason(t, error)
    return t("a key or a section stands there twice, or not as TOML has it")


class _NotAFile(OSError):
    """Something else, such as a folder or a pipe, has the name of the file."""


def _content(path: Path) -> str:
    """Return the text of the file; what only looks like one, such as a pipe, could never end."""
    if path.exists() and not path.is_file():
        raise _NotAFile(path)
    return path.read_text("utf-8")


def _take(config: Config, key: str, value: object, path: Path, t: Text) -> None:
    """Note one value, or what is wrong with it."""
    setting = SETTINGS.get(key)
    if setting is None:
        config.faults.append(_unknown(path, key, value, t))
    elif (taken := _taken(setting, value)) is None:
        config.faults.append(_unfit(path, key, setting, value, t))
    elif fault := _fault_in(key, taken, t):
        config.faults.append(t("{path}: {key}: {fault}", path=path, key=key, fault=fault))
    else:
        config.values[key] = taken


def _unknown(path: Path, key: str, value: object, t: Text) -> str:
    """Return that there is no such key, and what there is in its place."""
    below = [each for each in SETTINGS if each.startswith(f"{key}.")]
    if below and not isinstance(value, dict):
        return t(
            "{path}: {key} is a section: write [{key}] on a line of its own, and below it "
            "{example}.",
            path=path,
            key=key,
            example=_example(below[0]),
        )
    known = ", ".join(SETTINGS)
    return t(
        "{path}: there is no setting {key}; known are {known}.", path=path, key=key, known=known
    )


def _example(key: str) -> str:
    setting = SETTINGS[key]
    default = setting.choices[-1] if setting.choices else setting.default or _SOMEBODY
    return f"{key.rpartition('.')[2]} = {as_written(default)}"


def _taken(setting: Setting, value: object) -> Value | None:
    """Return a value of the file as it counts, or None if it is none for this setting."""
    if isinstance(setting.default, bool):
        return value if isinstance(value, bool) else None
    if isinstance(setting.default, tuple):
        return tuple(value) if _is_list(value) else None
    if setting.choices:
        fits = not isinstance(value, bool) and str(value) in setting.choices
        return str(value) if fits else None
    return value if isinstance(value, str) else None


def _unfit(path: Path, key: str, setting: Setting, value: object, t: Text) -> str:
    if isinstance(setting.default, bool):
        allowed = "true, false"
    elif isinstance(setting.default, tuple):
        allowed = t("a list of texts such as {example}", example='["eth0", "192.168.7.0/24"]')
    else:
        allowed = ", ".join(map(as_written, setting.choices)) or t("a text in quotes")
    return t(
        "{path}: {key} cannot be {value}; use {allowed}.",
        path=path,
        key=key,
        value=as_written(value),
        allowed=allowed,
    )


def as_written(value: object) -> str:
    """Return a value as it stands in the file: what is in quotes is another thing than what is not.

    Texts are cut, so that what has to be done about them stays in sight.
    """
    try:
        written = tomlkit.item(value).as_string()
    except (TypeError, ValueError):
        written = str(value)
    line = " ".join(written.split())
    return line if len(line) <= _LONGEST else f"{line[:_LONGEST]}…"


def _fault_in(key: str, value: Value, t: Text) -> str:
    """Return what is wrong with a value of the right type, or ""."""
    if key == "player.name" and str(value).strip():  # no name at all is the login name
        try:
            player_name(str(value))
        except PeerError as error:
            return t.say(error.message)
    if isinstance(value, tuple):
        from bastide.cli.interface_words import unfit

        faults = (unfit(t, word.strip(), as_written(word)) for word in value)
        return next((f"{said}." for said in faults if said), "")
    return ""


def _is_list(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(x, str) and x.strip() for x in value)


def save_setting(folder: Path, key: str, value: Value) -> None:
    """Write one setting, leaving everything else in the file as it is.

    Raises:
        Unreadable: what is there is no TOML, and is not overwritten.
        OSError: the file cannot be written; it is as it was.
    """
    path = folder / FILE
    try:
        document = tomlkit.parse(_content(path))
    except FileNotFoundError:
        document = tomlkit.document()
    except (UnicodeError, TOMLKitError) as error:
        raise Unreadable(error) from error
    section, _, name = key.partition(".")
    if not isinstance(document.get(section), dict):
        document[section] = tomlkit.table()
    document[section][name] = value
    folder.mkdir(parents=True, exist_ok=True)
    replace_file(path, tomlkit.dumps(document).encode())


class Unreadable(OSError):
    """The file is there and is no TOML.

    Attributes:
        error: what is wrong with it.
    """

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


def unsaved(t: Text, folder: Path, error: OSError) -> str:
    """Return why a setting is not in the file, and what helps."""
    path = home_path(folder / FILE)
    if not isinstance(error, Unreadable):
        return unwritten(t, path, error)
    if isinstance(error.error, ParseError):
        return t(
            "{path} cannot be changed: mend its line {line}, or take it away.",
            path=path,
            line=error.error.line,
        )
    return t(
        "{path} cannot be changed ({reason}): mend it, or take it away.",
        path=path,
        reason=_reason(t, error.error),
    )
