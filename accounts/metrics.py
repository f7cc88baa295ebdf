"""What is counted of accounts."""

from __future__ import annotations

from prometheus_client import Counter

SIGN_INS_REFUSED = Counter(
    "agnes_sign_ins_refused_total",
    "Sign-ins turned away: a wrong name, password, code or passkey, or too many attempts.",
    ["reason"],
)
