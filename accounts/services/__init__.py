"""Every write to accounts: players, guests, sessions, tokens, attempts to sign in."""
