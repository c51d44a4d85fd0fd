"""What peers say to each other: identity, discovery, links, journal exchange, fair dealing."""
