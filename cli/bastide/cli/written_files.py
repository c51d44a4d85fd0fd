"""Writing the files that people keep: whole or not at all, and an older one is never lost.

What is written goes to a file beside the one that is meant, is on the disk, and takes its name
only then. Where that fails nothing is left over, and one sentence tells of it.
"""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress
from pathlib import Path
from secrets import token_hex

from bastide.cli.system_words import system_reason
from bastide.core.messages import Text, message

_FULL = message(
    "{path} cannot be written: the disk is full. Free some space, or take another disk."
)
_NO_FOLDER = message("{path} cannot be written: its folder is not there. Make that first.")
_BELOW_FILE = message(
    "{path} cannot be written: what should be its folder is a file. Take another folder."
)
_NO_RIGHT = message(
    "{path} cannot be written: you have no right to write there. Take a folder of your own."
)
_READ_ONLY = message("{path} cannot be written: the disk can only be read. Take another folder.")
_IS_FOLDER = message("{path} cannot be written: a folder is called so. Take another name.")
_NO_FILE = message("{path} cannot be written: what is called so is no file. Take another name.")
_TOO_LONG = message("{path} cannot be written: its name is too long. Take a shorter one.")
_FAILS = message("{path} cannot be written: the disk fails. Take another one.")
_OTHER = message("{path} cannot be written: {reason}. Take another place.")

_BY_NUMBER = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.ENOENT: _NO_FOLDER,
    errno.ENOTDIR: _BELOW_FILE,
    errno.EACCES: _NO_RIGHT,
    errno.EPERM: _NO_RIGHT,
    errno.EROFS: _READ_ONLY,
    errno.EISDIR: _IS_FOLDER,
    errno.ENODEV: _NO_FILE,
    errno.ENAMETOOLONG: _TOO_LONG,
    errno.EIO: _FAILS,
}


def unwritten(t: Text, path: Path | str, error: OSError) -> str:
    """Return that a file cannot be written, why, and what helps."""
    sentence = _BY_NUMBER.get(error.errno or 0, _OTHER)
    fields = {"reason": system_reason(t, error)} if sentence is _OTHER else {}
    return t(sentence.id, path=path, **fields)


def replace_file(path: Path, content: bytes) -> None:
    """Write a file in place of an older one, if there is any; a link to it stays a link.

    Raises:
        OSError: it cannot be written. What was there is as it was.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), str(path))
    beside = target.with_name(f".bastide-{token_hex(4)}.part")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        if target.exists():
            shutil.copymode(target, beside)
        beside.replace(target)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
    _settle(target.parent)


def write_new_file(path: Path, content: bytes) -> Path:
    """Write a file, with a number in its name where one of that name is there already.

    Returns:
        Its path.

    Raises:
        OSError: it cannot be written, and none is left.
    """
    free, n = path, 1
    while not _reserved(free):
        n += 1
        free = path.with_name(f"{path.stem}-{n}{path.suffix}")
    try:
        replace_file(free, content)
    except BaseException:
        with suppress(OSError):
            free.unlink()
        raise
    return free


def _reserved(path: Path) -> bool:
    """Make an empty file, which nobody else can take the name of; False if there is one."""
    try:
        path.open("xb").close()
    except FileExistsError:
        return False
    return True


def _settle(folder: Path) -> None:
    """Have a new name written down, where the system can do that with folders."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
