"""Avahi, the mDNS of most Linux desktops, finds our tables, and we find what it announces.

Left out where it is not installed, or may not run; `test_discovery.py` looks at what is on the wire
everywhere.
"""

from pathlib import Path

from tests.lan.conftest import Host, Lan, MakeLan
from tests.lan.games import open_table
from tests.lan.test_discovery import identity_of, listed, looking, table_behind_a_gateway

BUS = """<busconfig>
  <type>system</type>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/><allow own="*"/><allow send_type="method_call"/>
    <allow send_destination="*"/><allow receive_sender="*"/>
  </policy>
</busconfig>
"""
DAEMON = """
mount -t tmpfs none /run  # for its lock, which other daemons may hold
exec avahi-daemon --no-drop-root --no-rlimits --file="$0" 2>&1
"""
SETTINGS = "[server]\nuse-ipv6=no\nallow-interfaces=eth0\n[publish]\npublish-workstation=no\n"


def start_avahi(host: Host, folder: Path) -> str:
    """Start a daemon with a message bus of its own on a host; return the address of the bus."""
    socket = folder / "bus"
    bus_file, file = folder / "bus.conf", folder / "avahi.conf"
    bus_file.write_text(BUS.format(socket=socket), "utf-8")
    file.write_text(SETTINGS, "utf-8")
    bus = f"unix:path={socket}"
    buses = host.start(["dbus-daemon", f"--config-file={bus_file}", "--nofork", "--print-address"])
    buses.wait_for("unix:")
    daemon = host.start(
        ["unshare", "--mount", "sh", "-c", DAEMON, str(file)], DBUS_SYSTEM_BUS_ADDRESS=bus
    )
    daemon.wait_for("Server startup complete")
    return bus


def test_avahi_browse_lists_our_table(lan: Lan, tmp_path: Path) -> None:
    host, witness = lan.hosts
    table = open_table(host, "--port", "47100")
    bus = start_avahi(witness, tmp_path)

    browser = witness.start(
        ["avahi-browse", "--resolve", "--parsable", "_bastide._tcp"], DBUS_SYSTEM_BUS_ADDRESS=bus
    )

    whole = browser.wait_for('"\n')  # only a resolved line ends so, with its last text
    found = whole.split("=;", 1)[1].splitlines()[0]
    identity = identity_of(table)
    assert f";b-{identity[:16]};_bastide._tcp;local;" in found
    assert f";{host.address};47100;" in found
    for text in ("v=1", f"id={identity}", f"n={host.name}"):
        assert f'"{text}"' in found


def test_what_avahi_publishes_is_listed(make_lan: MakeLan, tmp_path: Path) -> None:
    gateway, guest, identity = table_behind_a_gateway(make_lan)
    bus = start_avahi(gateway, tmp_path)
    texts = ("v=1", f"id={identity}", "n=host1")

    service = ("-s", f"b-{identity[:16]}", "_bastide._tcp", "5000", *texts)
    gateway.start(["avahi-publish", *service], DBUS_SYSTEM_BUS_ADDRESS=bus)

    with looking(guest) as person:
        person.see(listed)
