"""Which addresses of a peer are told to others: none that hold on one computer or card only."""

from __future__ import annotations

import pytest

from bastide.net.contact import Contact
from bastide.net.finding.likely import shareable
from bastide.net.identity import Address

SCOPED = Address("fe80::c8:1%2", 42529)
LINK_LOCAL = Address("fe80::c8:1", 42529)
IPV4 = Address("10.77.0.2", 42529)
GLOBAL = Address("2001:db8::2", 42529)
LOOPBACK = Address("127.0.0.1", 42529)
NAME = Address("attic.example", 42529)


@pytest.mark.parametrize(
    ("known", "told"),
    [
        ([SCOPED, LINK_LOCAL, IPV4], (IPV4,)),
        ([SCOPED, GLOBAL, IPV4], (IPV4, GLOBAL)),
        ([LOOPBACK, GLOBAL, NAME], (NAME, GLOBAL, LOOPBACK)),
        ([SCOPED, LINK_LOCAL], ()),
    ],
)
def test_link_local_addresses_are_not_told_and_ipv4_comes_first(
    known: list[Address], told: tuple[Address, ...]
) -> None:
    assert shareable(known) == told


def test_a_contact_is_found_by_others_where_it_says_itself() -> None:
    """Where it was reached may hold for this computer only."""
    contact = Contact(bytes(32))
    contact.may_be_at(IPV4)
    contact.reached_at(SCOPED)
    assert contact.addresses == [SCOPED, IPV4]
    assert [*contact.shareable] == [IPV4]
    contact.told = (GLOBAL, Address("192.0.2.7", 1))
    assert [*contact.shareable] == [Address("192.0.2.7", 1), GLOBAL]
