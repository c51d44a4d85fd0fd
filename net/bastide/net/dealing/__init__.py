"""Fair chance: dice chains, the dealer, and what our own seats show."""
