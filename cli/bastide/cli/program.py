"""What every command needs of its surroundings: flags, folders, language, plugins, the store."""

from __future__ import annotations

import getpass
import os
from collections import ChainMap
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import platformdirs

from bastide.cli.answers import complain
from bastide.cli.catalogs import (
    DOMAIN,
    Catalogs,
    Language,
    catalogs_for,
    own_catalogs,
    wanted_language,
)
from bastide.cli.config import FILE, Config, as_written, config_folder, read_config
from bastide.cli.depth import Display, detect_depth, detect_glyphs
from bastide.cli.loading import load_plugins
from bastide.cli.streams import is_terminal, output_encoding
from bastide.core.messages import Text
from bastide.core.plugins import Plugins
from bastide.net.errors import PeerError
from bastide.net.identity import fit_name, player_name
from bastide.net.storage.store import Store


class Failed(Exception):
    """A command that cannot do what it was asked; its text is one sentence. Exit code 1."""


class Stopped(Failed):
    """A command that was told to stop.

    Attributes:
        code: its exit code.
    """

    def __init__(self, text: str, code: int) -> None:
        super().__init__(text)
        self.code = code


class Misused(Exception):
    """A command line that cannot be meant so; its text is one sentence. Exit code 2."""


@dataclass(slots=True)
class Flags:
    """The options that every command has.

    until_eof: end when standard input does, for programs that start this one. brief: of a game
    print only scores and result. interfaces: the network interfaces to use alone.
    """

    home: str = ""
    language: str = ""
    color: str = ""
    player: str = ""
    ascii: bool = False
    plain: bool = False
    until_eof: bool = False
    brief: bool = False
    interfaces: tuple[str, ...] = ()
    environ: Mapping[str, str] = field(default_factory=lambda: dict(os.environ))


class Program:
    """The surroundings of one run of the program, each part made when it is first asked for."""

    def __init__(self, flags: Flags | None = None) -> None:
        self.flags = flags or Flags()
        self._has_warned = False
        self._loaded: list[Plugins] = []
        self.when_loaded: Callable[[], None] = lambda: None

    @property
    def environ(self) -> Mapping[str, str]:
        """The environment variables."""
        return self.flags.environ

    # folders

    @cached_property
    def home(self) -> Path:
        """The data folder: `--home`, BASTIDE_HOME, or the user's."""
        named = self.flags.home or self.environ.get("BASTIDE_HOME", "")
        if named:
            return Path(named).expanduser()
        return platformdirs.user_data_path("bastide", appauthor=False)

    @cached_property
    def config_folder(self) -> Path:
        """Where the configuration file is."""
        return self.home if self.flags.home else config_folder(self.environ)

    @cached_property
    def config(self) -> Config:
        """The configuration."""
        config = read_config(self.config_folder, self.text)
        wanted = config.text("display.language")
        catalogs = catalogs_for(wanted)
        if wanted and not catalogs.knows(wanted):
            config.faults.append(
                self.text(
                    "{path}: {key} cannot be {value}; use {allowed}.",
                    path=self.config_folder / FILE,
                    key="display.language",
                    value=as_written(wanted),
                    allowed=", ".join(map(as_written, catalogs.languages())),
                )
            )
        return config

    def warn(self) -> None:
        """Say what is wrong with the settings, once."""
        if not self._has_warned:
            self._has_warned = True
            for fault in self.config.faults:
                complain(fault)

    def store(self) -> Store:
        """Open the data folder.

        Raises:
            StoreError: it cannot be used.
        """
        return Store(self.home)

    # language

    @cached_property
    def texts(self) -> Language:
        """The messages of the program and of all plugins."""
        return self.catalogs.texts(self._language)

    @cached_property
    def catalogs(self) -> Catalogs:
        """The catalogues of the program and of all plugins."""
        return Catalogs([*own_catalogs(), *self.plugins.catalogs()])

    @cached_property
    def text(self) -> Text:
        """The messages of the program; needs no plugin where it has the language itself."""
        return catalogs_for(self._language).texts(self._language)(DOMAIN)

    @cached_property
    def _language(self) -> str:
        # Read without sentences: what is wrong with the file is told in the language it names.
        configured = read_config(self.config_folder).text("display.language")
        return wanted_language(self.environ, self.flags.language, configured)

    @property
    def language(self) -> str:
        """The language wanted, by name."""
        return self._language

    # what there is

    @cached_property
    def plugins(self) -> Plugins:
        """All plugins of this machine."""
        plugins = load_plugins(self.text)
        self.add_plugins(plugins)
        return plugins

    def add_plugins(self, plugins: Plugins) -> None:
        """Note plugins that were loaded, so that it is known whose code runs."""
        self._loaded.append(plugins)
        self.when_loaded()

    def homes(self) -> Mapping[str, str]:
        """Return plugin ids by package or module, of all that are loaded by now."""
        return ChainMap(*(dict(each.homes) for each in self._loaded))

    @cached_property
    def player(self) -> str:
        """My name: `--player`, the configuration, or the login name.

        Raises:
            Misused: the name given cannot be shown.
        """
        given = self.flags.player.strip()
        if given:
            try:
                return player_name(given)
            except PeerError as error:
                raise Misused(self.text.say(error.message)) from error
        return fit_name(self.config.text("player.name")) if self._configured else _login_name()

    @property
    def _configured(self) -> bool:
        return bool(self.config.text("player.name").strip())

    # the terminal

    @property
    def is_plain(self) -> bool:
        """Whether to talk in lines: asked for, or no terminal that could show a screen."""
        dumb = self.environ.get("TERM", "") == "dumb"
        return self.flags.plain or dumb or not is_terminal()

    @cached_property
    def display(self) -> Display:
        """How this terminal is drawn to; the theme is decided where the screen is."""
        flag = "ascii" if self.flags.ascii else ""
        return Display(
            detect_depth(self.environ, self.flags.color, self.config.text("display.depth")),
            detect_glyphs(
                self.environ, output_encoding(), flag, self.config.text("display.glyphs")
            ),
        )


def _login_name() -> str:
    try:
        return fit_name(getpass.getuser())
    except (OSError, KeyError, ImportError):  # nobody of that number, or Windows without USERNAME
        return fit_name("")
