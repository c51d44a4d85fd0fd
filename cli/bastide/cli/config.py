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

from bastide.cli.catalogs import in_words
from bastide.core.messages import English, Text

FILE = "config.toml"
Value = str | bool | tuple[str, ...]


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
    reason = in_words(t, _line(error))
    return t("{path}: cannot be read ({reason}); the defaults are used.", path=path, reason=reason)


def _content(path: Path) -> str:
    """Return the text of the file; what only looks like one, such as a pipe, could never end."""
    if path.exists() and not path.is_file():
        raise OSError("it is no file")
    return path.read_text("utf-8")


def _take(config: Config, key: str, value: object, path: Path, t: Text) -> None:
    """Note one value, or what is wrong with it."""
    setting = SETTINGS.get(key)
    if setting is None:
        known = ", ".join(SETTINGS)
        config.faults.append(
            t(
                "{path}: there is no setting {key}; known are {known}.",
                path=path,
                key=key,
                known=known,
            )
        )
        return
    if isinstance(setting.default, bool):
        if isinstance(value, bool):
            config.values[key] = value
            return
        allowed = "true, false"
    elif isinstance(setting.default, tuple):
        if _is_list(value):
            config.values[key] = tuple(value)
            return
        allowed = t("a list of texts such as {example}", example='["eth0", "192.168.7.0/24"]')
    else:
        if _is_word(setting, value):
            config.values[key] = str(value)
            return
        allowed = ", ".join(setting.choices) or t("a text in quotes")
    config.faults.append(
        t(
            "{path}: {key} cannot be {value}; use {allowed}.",
            path=path,
            key=key,
            value=value,
            allowed=allowed,
        )
    )


def _is_word(setting: Setting, value: object) -> bool:
    if setting.choices:
        return not isinstance(value, bool) and str(value) in setting.choices
    return isinstance(value, str)


def _is_list(value: object) -> TypeGuard[list[str]]:
    return isinstance(value, list) and all(isinstance(x, str) and x.strip() for x in value)


def save_setting(folder: Path, key: str, value: Value) -> None:
    """Write one setting, leaving everything else in the file as it is.

    Raises:
        OSError: the file cannot be written.
    """
    path = folder / FILE
    try:
        document = tomlkit.parse(_content(path))
    except FileNotFoundError:
        document = tomlkit.document()
    except (UnicodeError, TOMLKitError) as error:
        raise OSError(_line(error)) from error
    section, _, name = key.partition(".")
    if not isinstance(document.get(section), dict):
        document[section] = tomlkit.table()
    document[section][name] = value
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(tomlkit.dumps(document), encoding="utf-8")


def _line(error: Exception) -> str:
    said = error.strerror if isinstance(error, OSError) else None
    return ((said or str(error)).splitlines() or [type(error).__name__])[0]
