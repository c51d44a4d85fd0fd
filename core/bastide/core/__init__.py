"""The kernel: plugins, rules, state, actions, chance, journal, table. No game and no I/O."""
