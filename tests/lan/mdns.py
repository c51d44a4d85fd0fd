"""A small mDNS speaker of its own, to look at ours from outside: no line of it is the program's.

It is a program: `python mdns.py ADDRESS listen` prints each packet on the link as a line of JSON;
`... ask` asks for our service first; `... publish PORT ID NAME` answers as a table's host would.
Formats are those of RFC 1035 (messages), RFC 2782 (SRV), RFC 6762 and RFC 6763 (mDNS, DNS-SD).
"""

from __future__ import annotations

import json
import socket
import struct
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

GROUP, PORT = "224.0.0.251", 5353
SERVICE = "_bastide._tcp.local."
A, PTR, TXT, SRV = 1, 12, 16, 33
INTERNET, FLUSH = 1, 0x8000
ANSWER = 0x8400
"""Flags of an authoritative response."""
_TTL = 120


class Record(NamedTuple):
    """A resource record. `data`: a name, an address, [port, name], or the strings of a TXT."""

    name: str
    type: int
    ttl: int
    data: str | list[str] | list[str | int]


# writing


def name_bytes(name: str) -> bytes:
    """Return a name on the wire, not compressed."""
    labels = name.rstrip(".").split(".")
    return b"".join(bytes([len(each)]) + each.encode() for each in labels) + b"\0"


def question(name: str) -> bytes:
    """Return a message that asks for the pointers of a service."""
    return (
        struct.pack("!6H", 0, 0, 1, 0, 0, 0) + name_bytes(name) + struct.pack("!2H", PTR, INTERNET)
    )


def response(records: Sequence[tuple[str, int, bytes]]) -> bytes:
    """Return a message of (name, type, data); pointers are shared, all else is unique."""
    message = struct.pack("!6H", 0, ANSWER, 0, len(records), 0, 0)
    for name, kind, data in records:
        group = INTERNET if kind == PTR else INTERNET | FLUSH
        message += name_bytes(name) + struct.pack("!HHIH", kind, group, _TTL, len(data)) + data
    return message


def service(address: str, port: int, identity: str, name: str) -> bytes:
    """Return the announcement of a host of tables."""
    instance, host = f"b-{identity[:16]}.{SERVICE}", "elsewhere.local."
    strings = [f"{k}={v}".encode() for k, v in (("v", "1"), ("id", identity), ("n", name))]
    return response(
        [
            (SERVICE, PTR, name_bytes(instance)),
            (instance, SRV, struct.pack("!3H", 0, 0, port) + name_bytes(host)),
            (instance, TXT, b"".join(bytes([len(each)]) + each for each in strings)),
            (host, A, socket.inet_aton(address)),
        ]
    )


# reading


class Reader:
    """Reads one message."""

    def __init__(self, message: bytes) -> None:
        """Begin before its header."""
        self._message, self._at = message, 0

    def _take(self, form: str) -> tuple[int, ...]:
        values = struct.unpack_from(form, self._message, self._at)
        self._at += struct.calcsize(form)
        return values

    def _name(self) -> str:
        labels, back = list[str](), 0
        while length := self._message[self._at]:
            if length >= 0xC0:  # the rest stands somewhere before
                back = back or self._at + 2
                self._at = (length & 0x3F) << 8 | self._message[self._at + 1]
                continue
            labels.append(self._message[self._at + 1 : self._at + 1 + length].decode())
            self._at += 1 + length
        self._at = back or self._at + 1
        return ".".join(labels) + "."

    def records(self) -> Iterator[Record]:
        """Yield the records of all sections; questions are passed over."""
        _, _, asked, *counts = self._take("!6H")
        for _ in range(asked):
            self._name()
            self._take("!2H")
        for _ in range(sum(counts)):
            name = self._name()
            kind, _, ttl, length = self._take("!HHIH")
            end = self._at + length
            if kind in (A, PTR, TXT, SRV):
                yield Record(name, kind, ttl, self._data(kind, end))
            self._at = end

    def _data(self, kind: int, end: int) -> str | list[str] | list[str | int]:
        if kind == A:
            return socket.inet_ntoa(self._message[self._at : end])
        if kind == PTR:
            return self._name()
        if kind == SRV:
            _, _, port = self._take("!3H")
            return [port, self._name()]
        strings = list[str]()
        while self._at < end:
            (length,) = self._take("!B")
            strings.append(self._message[self._at : self._at + length].decode())
            self._at += length
        return strings


def is_question(message: bytes) -> bool:
    """Tell whether somebody asks for our service."""
    flags = struct.unpack_from("!H", message, 2)[0]
    return not flags & 0x8000 and b"\x08_bastide" in message


def seen(text: str) -> list[Record]:
    """Return the records of our service in what this program has printed."""
    lines = [json.loads(line) for line in text.splitlines() if line.startswith("[")]
    records = [Record(*each) for line in lines for each in line]
    return [each for each in records if "_bastide" in each.name or each.name.startswith("b-")]


def main(own: str, task: str, *words: str) -> None:
    """Do the task until ended."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as end:
        end.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        end.bind(("", PORT))
        membership = socket.inet_aton(GROUP) + socket.inet_aton(own)
        end.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP, membership)
        end.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(own))
        end.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_LOOP, 0)
        end.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_TTL, 255)
        if task == "ask":
            end.sendto(question(SERVICE), (GROUP, PORT))
        own_service = service(own, int(words[0]), words[1], words[2]) if words else b""
        print("ready", flush=True)  # noqa: T201  # what tests wait for
        while True:
            message, _ = end.recvfrom(9000)
            if own_service and is_question(message):
                end.sendto(own_service, (GROUP, PORT))
            records = list(Reader(message).records())
            print(json.dumps(records), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(*sys.argv[1:])
