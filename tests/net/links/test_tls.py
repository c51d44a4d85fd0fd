"""TLS is of today, and its key is kept nowhere."""

from __future__ import annotations

import asyncio
import ssl
from pathlib import Path

import pytest

from bastide.net.links import tls
from tests.net.links.ends import house
from tests.net.stories import within


def test_older_tls_is_refused() -> None:
    async def story() -> None:
        context = tls.client_context()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        async with house() as bobs:
            with pytest.raises((ssl.SSLError, ConnectionError)):
                await asyncio.open_connection(*bobs.address, ssl=context, server_hostname="")

    within(story, 10)


def test_the_key_of_the_certificate_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    first, second = tls.server_tls(), tls.server_tls()
    assert first.certificate_hash != second.certificate_hash
    assert list(tmp_path.iterdir()) == []
