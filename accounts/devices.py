"""What a browser calls itself, in two words: enough to know a session again."""

from __future__ import annotations

import re

# The first that is named counts: each browser names those before it, too.
_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox|FxiOS": "Firefox",
    "Chrome|CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "Windows": "Windows",
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


def device_of(user_agent: str) -> str:
    """Return for example "Firefox, Linux"; "" for what is neither known."""
    words = [_first(_BROWSERS, user_agent), _first(_SYSTEMS, user_agent)]
    return ", ".join(word for word in words if word)


def _first(table: dict[str, str], text: str) -> str:
    return next((word for pattern, word in table.items() if re.search(pattern, text)), "")
