"""How dates are written in French, beyond what Django has."""

from __future__ import annotations

FULL_DATE_FORMAT = "l j F Y"
SHORT_DAY_FORMAT = "j b Y"
MOMENT_FORMAT = "j F Y, H:i"
DAY_AND_TIME_FORMAT = "j F, H:i"
BRIEF_MOMENT_FORMAT = "j b, H:i"
