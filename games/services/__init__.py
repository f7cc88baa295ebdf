"""Every write of `Deal`, `Contest`, `Game`, `Tally` and `Standing`."""
