"""Why a system refuses a file or an address, in words of our own.

The system says it in English or in the language of its own settings, and differently on each one;
its numbers are the same everywhere. What is not listed stays as the system says it.
"""

from __future__ import annotations

import errno
import socket

from bastide.core.messages import Message

_FULL = Message("the disk is full")
NO_RIGHT = Message("you have no right to do that there")
_TOO_MANY = Message("too many files are open")
NO_MEMORY = Message("there is not enough memory")
_IN_USE = Message("another program uses it")
_BUSY = Message("it is busy: try again")
_GONE = Message("the other end has closed it")
_NO_DEVICE = Message("there is no such device")
_NO_WAY = Message("no way leads there")
_NO_ANSWER = Message("no answer came in time")
_CANNOT = Message("this system cannot do that")
_NO_TEXT = Message("it is no text in UTF-8")
_NO_HOST = Message("no computer of that name is known")

_BY_NAME = {
    "ENOENT": Message("there is no such file or folder"),
    "EEXIST": Message("something of that name is there already"),
    "EISDIR": Message("it is a folder"),
    "ENOTDIR": Message("what should be a folder there is none"),
    "ENOTEMPTY": Message("the folder is not empty"),
    "ENAMETOOLONG": Message("the name is too long"),
    "ELOOP": Message("it is a link that leads back to itself"),
    "EINVAL": Message("such a name or value is not possible there"),
    "EXDEV": Message("it lies on another disk"),
    "ESTALE": Message("it is gone from its server"),
    "ENOSPC": _FULL,
    "EDQUOT": Message("your share of the disk is used up"),
    "EFBIG": Message("it would be too large for the disk"),
    "EROFS": Message("the disk can only be read"),
    "EIO": Message("the disk or device fails"),
    "EACCES": NO_RIGHT,
    "EPERM": NO_RIGHT,
    "EMFILE": _TOO_MANY,
    "ENFILE": _TOO_MANY,
    "ENOMEM": NO_MEMORY,
    "ENOBUFS": NO_MEMORY,
    "EBUSY": _IN_USE,
    "ETXTBSY": _IN_USE,
    "EAGAIN": _BUSY,
    "EWOULDBLOCK": _BUSY,
    "EDEADLK": _BUSY,
    "EINTR": Message("it was interrupted: try again"),
    "EBADF": Message("it is closed already"),
    "ENODEV": _NO_DEVICE,
    "ENXIO": _NO_DEVICE,
    "EPIPE": _GONE,
    "ECONNRESET": _GONE,
    "ECONNABORTED": _GONE,
    "ECONNREFUSED": Message("nothing listens there"),
    "ETIMEDOUT": _NO_ANSWER,
    "EADDRINUSE": Message("another program has that port"),
    "EADDRNOTAVAIL": Message("this computer does not have that address"),
    "ENETDOWN": Message("the network is down"),
    "ENETUNREACH": _NO_WAY,
    "EHOSTUNREACH": _NO_WAY,
    "EHOSTDOWN": _NO_ANSWER,
    "ENOSYS": _CANNOT,
    "ENOTSUP": _CANNOT,
    "EOPNOTSUPP": _CANNOT,
    "EAFNOSUPPORT": _CANNOT,
    "EPROTONOSUPPORT": _CANNOT,
}
"""By the names that POSIX gives the errors; a system need not have all of them."""

REASONS = {getattr(errno, name): said.id for name, said in _BY_NAME.items() if hasattr(errno, name)}
"""By the numbers that this system gives them."""


def system_reason(error: OSError | UnicodeError) -> str:
    """Return why something was refused, as a message id; what is not known, as the system says it.

    It begins small and has no sign at its end, to be cited in a sentence.
    """
    if isinstance(error, UnicodeError):
        return _NO_TEXT.id
    if isinstance(error, socket.gaierror):  # which has numbers of its own
        return _NO_HOST.id
    if isinstance(error, TimeoutError):  # also those of `asyncio`, which have none
        return _NO_ANSWER.id
    known = REASONS.get(error.errno) if error.errno else None
    return known or (error.strerror or str(error) or type(error).__name__).rstrip(".")
