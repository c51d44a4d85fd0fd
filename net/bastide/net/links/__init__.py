"""Bytes between two peers: connections, the handshake, and the messages on them."""
