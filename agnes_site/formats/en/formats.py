"""How dates are written in English, beyond what Django has."""

from __future__ import annotations

DATE_FORMAT = "j F Y"
YEAR_MONTH_FORMAT = "F Y"
MONTH_DAY_FORMAT = "j F"
FULL_DATE_FORMAT = "l, j F Y"
SHORT_DAY_FORMAT = "j M Y"
MOMENT_FORMAT = "j F Y, H:i"
DAY_AND_TIME_FORMAT = "j F, H:i"
BRIEF_MOMENT_FORMAT = "j M, H:i"
