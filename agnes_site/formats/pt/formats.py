"""How dates are written in Portuguese, beyond what Django has."""

from __future__ import annotations

FULL_DATE_FORMAT = "l, j \\d\\e F \\d\\e Y"
SHORT_DAY_FORMAT = "j b Y"
MOMENT_FORMAT = "j \\d\\e F \\d\\e Y, H:i"
DAY_AND_TIME_FORMAT = "j \\d\\e F, H:i"
BRIEF_MOMENT_FORMAT = "j b, H:i"
