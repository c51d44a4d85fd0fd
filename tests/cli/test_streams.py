from __future__ import annotations

import io

from bastide.cli.streams import whole


class _Interrupted(io.RawIOBase):
    """A terminal where a signal comes into each write."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived = b""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(memoryview(data))[:1000]  # type: ignore[arg-type]  # typeshed's Buffer
        self.arrived += part
        return len(part)


def test_all_of_a_frame_is_written_also_where_python_buffers_nothing() -> None:
    raw = _Interrupted()
    unbuffered = io.TextIOWrapper(raw, "utf-8", write_through=True)  # type: ignore[type-var]

    stream = whole(unbuffered)
    stream.write("é" * 5000)
    stream.flush()

    assert raw.arrived.decode() == "é" * 5000
    assert unbuffered.buffer is raw, "Python asks it how large the terminal is"


def test_a_stream_that_has_a_buffer_stays() -> None:
    stream = io.TextIOWrapper(io.BytesIO())
    assert whole(stream) is stream
