"""What `bastide doctor` finds out: folder, identity, network, terminal, plugins."""

from __future__ import annotations

import errno
import os
import platform
import shutil
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

from bastide.cli import firewalls
from bastide.cli.authors.sentences import fault_text
from bastide.cli.config import FILE
from bastide.cli.firewalls import Firewall
from bastide.cli.networks import choice_of
from bastide.cli.program import Program
from bastide.cli.streams import is_terminal, output_encoding
from bastide.cli.system_words import system_reason
from bastide.cli.trying_out import uncomposed, unopened
from bastide.net.errors import Refusal, StoreError
from bastide.net.finding.choosing import Survey
from bastide.net.finding.interfaces import Interface
from bastide.net.finding.probing import Probed, probe
from bastide.net.identity import Address, last_four
from bastide.net.storage.database import FILE_NAME
from bastide.net.storage.disk import refusal
from bastide.net.storage.locks import FileLock
from bastide.net.storage.store import Store
from bastide.net.whereabouts import last_port


class Folder(NamedTuple):
    """The data folder: whether it can be used, whose it is, what listens with it.

    is_new: nothing is in it yet; the first table makes it. identity: the whole key. closed: what
    keeps stored tables from being opened.
    """

    path: Path
    fault: str = ""
    key: str = ""
    port: int = 0
    listening: bool = False
    is_new: bool = False
    identity: bytes = b""
    closed: Sequence[str] = ()


class Line(NamedTuple):
    """An interface that is used, and what works on it."""

    interface: Interface
    probed: Probed

    @property
    def others(self) -> list[str]:
        """Hosts of tables that answered, this computer left out."""
        echoes = [each for each in (self.probed.mdns, self.probed.beacon) if each]
        return sorted({host for each in echoes for host in each.others})

    @property
    def copies(self) -> list[str]:
        """Hosts that answered with the key of this data folder, this computer left out."""
        echoes = [each for each in (self.probed.mdns, self.probed.beacon) if each]
        return sorted({host for each in echoes for host in each.copies})

    @property
    def works(self) -> bool:
        """Whether tables are found on it by each way that there is."""
        echoes = [each.returns for each in (self.probed.mdns, self.probed.beacon) if each]
        return not self.interface.is_loopback and all(echoes)


class Findings(NamedTuple):
    """All that was found.

    faults: of plugins, also when rules are made. settings: what is wrong with the file, if any.
    network: which interfaces are used, which are left out, what is awaited.
    size: columns and rows of the terminal, None where there is none.
    """

    bastide: str
    python: str
    system: str
    folder: Folder
    network: Survey
    lines: list[Line]
    firewall: Firewall
    addresses: list[str]
    depth: str
    glyphs: str
    encoding: str
    size: tuple[int, int] | None
    language: str
    plugins: list[str]
    faults: list[str]
    settings_file: str
    has_settings: bool
    settings: list[str]

    @property
    def copies(self) -> list[str]:
        """Hosts where the key of this data folder is in use besides here."""
        return sorted({host for line in self.lines for host in line.copies})

    @property
    def good(self) -> bool:
        """Whether bastide can be used."""
        return not self.folder.fault


def examine(program: Program) -> Findings:
    """Look at everything; nothing is changed."""
    program.plugins.ask_all()
    folder = examine_folder(program)
    choice = choice_of(program)
    interfaces = choice.look()
    lines = [
        Line(*each) for each in zip(interfaces, probe(interfaces, folder.identity), strict=True)
    ]
    t, display, settings_file = program.text, program.display, program.config_folder / FILE
    return Findings(
        bastide=version("bastide"),
        python=platform.python_version(),
        system=f"{platform.system()} {platform.release()}",
        folder=folder,
        network=choice.last,
        lines=lines,
        firewall=firewalls.look(folder.port, [(x.interface.name, x.probed) for x in lines]),
        addresses=_addresses(interfaces, folder.port),
        depth=display.depth,
        glyphs=display.glyphs,
        encoding=output_encoding(),
        size=shutil.get_terminal_size() if is_terminal() else None,
        language=program.texts.language,
        plugins=[f"{m.id} {m.version}" for m in program.plugins.manifests.values()],
        faults=[
            t("{name}: {reason}", name=name, reason=reason)
            for name, reason in [
                *((fault.name, fault_text(t, fault)) for fault in program.plugins.faults),
                *uncomposed(program.plugins, t),
            ]
        ],
        settings_file=str(settings_file),
        has_settings=os.access(settings_file, os.F_OK),
        settings=program.config.faults,
    )


def examine_folder(program: Program) -> Folder:
    """Look at the data folder without changing anything in it."""
    path = program.home
    try:
        if not (path / FILE_NAME).exists():
            return Folder(path, _not_made(program, path), is_new=True)
        with Store(path, read_only=True) as store:
            store.check()
            key, port = _key(store), last_port(store)
            fault, listening = _not_written(program, path), _is_listening(store)
            four = last_four(key) if key else ""
            closed = [
                program.text("{name}: {reason}", name=name, reason=reason)
                for name, reason in unopened(program, store)
            ]
            return Folder(path, fault, four, port, listening, identity=key, closed=closed)
    except Refusal as error:
        return Folder(path, program.text.say(error.message))
    except OSError as error:
        return Folder(path, system_reason(program.text, error))


def _key(store: Store) -> bytes:
    """Return the player's key, or nothing where there is none yet."""
    try:
        return store.identity().key
    except StoreError:  # it would have to be made, and nothing is written here
        return b""


def _not_made(program: Program, path: Path) -> str:
    """Return why a data folder could not be made where there is none yet, or ""."""
    there = next(each for each in (path, *path.absolute().parents) if each.exists())
    if not there.is_dir():
        return program.text.say(refusal(path, NotADirectoryError(errno.ENOTDIR, "")).message)
    return _not_written(program, there)


def _not_written(program: Program, path: Path) -> str:
    """Return why a folder cannot be written to, or ""."""
    if os.access(path, os.W_OK):
        return ""
    return program.text.say(refusal(path, PermissionError(errno.EACCES, "")).message)


def _is_listening(store: Store) -> bool:
    """Tell whether a program listens with a data folder now."""
    if not (store.folder / "locks" / "identity").exists():
        return False  # taking it would make it
    lock = FileLock(store.folder / "locks" / "identity")
    if lock.take():
        lock.free()
        return False
    return True


def _addresses(interfaces: list[Interface], port: int) -> list[str]:
    if not port:
        return []
    hosts = [host for each in interfaces for host in (*each.ipv4, *each.ipv6)]
    return [str(Address(host, port)) for host in hosts if not host.lower().startswith("fe80")]
