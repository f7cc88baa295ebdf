"""Faults, injected on purpose under load, and a check that nothing acknowledged was lost."""
