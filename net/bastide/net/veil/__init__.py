"""Cards that nobody deals: masked, shuffled and shown by the players themselves, with proofs."""
