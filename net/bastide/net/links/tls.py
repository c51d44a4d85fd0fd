"""The TLS channel under a link: 1.3 only, with a certificate that nobody looks into.

The listener makes a key and a certificate when the program starts; the key stays in memory. The
dialler does not verify the chain, here and nowhere else: the handshake that follows signs the
certificate's hash with both identities (docs/protocol.md, channel).
"""

from __future__ import annotations

import hashlib
import os
import ssl
import tempfile
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

ALPN = "bastide/1"
_VALID = timedelta(days=3650)


class ServerTls(NamedTuple):
    """What a listener needs: a context with its certificate, and the hash of that."""

    context: ssl.SSLContext
    certificate_hash: bytes


def server_tls() -> ServerTls:
    """Return a context with a fresh P-256 key and self-signed certificate."""
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _self_signed(key)
    context = _bare(ssl.PROTOCOL_TLS_SERVER)
    context.num_tickets = 0
    _load(context, key, certificate)
    der = certificate.public_bytes(serialization.Encoding.DER)
    return ServerTls(context, hashlib.sha256(der).digest())


def client_context() -> ssl.SSLContext:
    """Return the context of a dialler."""
    context = _bare(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def certificate_hash(channel: ssl.SSLObject) -> bytes:
    """Return SHA-256 of the certificate that the other end showed, in DER."""
    return hashlib.sha256(channel.getpeercert(binary_form=True) or b"").digest()


def _bare(protocol: int) -> ssl.SSLContext:
    context = ssl.SSLContext(protocol)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.set_alpn_protocols([ALPN])
    return context


def _self_signed(key: ec.EllipticCurvePrivateKey) -> x509.Certificate:
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "bastide")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    # Clocks on a LAN disagree; nobody checks the dates anyway.
    builder = builder.not_valid_before(now - _VALID).not_valid_after(now + _VALID)
    return builder.sign(key, hashes.SHA256())


def _load(
    context: ssl.SSLContext, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate
) -> None:
    """Give both to a context. It reads files only, so a 0600 file lives for a moment."""
    pem = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    ) + certificate.public_bytes(serialization.Encoding.PEM)
    handle, path = tempfile.mkstemp(suffix=".pem")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(pem)
        context.load_cert_chain(path)
    finally:
        Path(path).unlink()
