"""Every write of `Deal`, `Contest`, `Game`, `Tally`, `Standing` and `PeriodTally`."""
