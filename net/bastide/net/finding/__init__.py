"""Finding peers: mDNS, beacons, and the interfaces of this computer."""
