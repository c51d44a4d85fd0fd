"""Proofs that are made and checked once a process, however many peers and games need them.

Both are functions of their arguments alone, and games of one seed come to the same statements.
What is about proofs themselves takes them from `bastide.net.veil.proofs`.
"""

from __future__ import annotations

from functools import lru_cache

from bastide.net.veil import proofs

KEPT = 2_048
"""The last of each kind; some kilobytes each."""

prove = lru_cache(KEPT)(proofs.prove)
verify = lru_cache(KEPT)(proofs.verify)
