"""The alert rules name what exists, and docs/operations.md tells of each metric."""

from __future__ import annotations

import re
from typing import Any

import pytest
import yaml
from prometheus_client import REGISTRY

import start
from accounts import metrics as _accounts
from agnes_site import metrics
from agnes_site.errors import PROBLEMS
from games.services import searches

RULES: list[dict[str, Any]] = [
    rule
    for group in yaml.safe_load((start.ROOT / "deploy" / "alerts.yml").read_text())["groups"]
    for rule in group["rules"]
]
DOCS = (start.ROOT / "docs" / "operations.md").read_text()
NAME = re.compile(r"\bagnes_[a-z_]+")
# Importing these registers their counters.
COUNTING = (_accounts, metrics, searches)


def known() -> set[str]:
    """Every name that a scrape can show."""
    source = (start.ROOT / "agnes_site" / "gauges.py").read_text()
    shown = set(re.findall(r'GaugeMetricFamily\(\s*"(\w+)"', source))
    for family in REGISTRY.collect():
        if family.name.startswith("agnes_"):
            ends = ("_bucket", "_count", "_sum") if family.type == "histogram" else ("_total",)
            shown |= {family.name + end for end in ends}
    return shown


def test_there_are_rules() -> None:
    assert len(RULES) >= 9
    assert len({rule["alert"] for rule in RULES}) == len(RULES)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: str(rule["alert"]))
def test_a_rule_asks_for_what_there_is(rule: dict[str, Any]) -> None:
    assert set(NAME.findall(rule["expr"])) <= known()
    assert rule["annotations"]["summary"]
    for codes in re.findall(r'code=~?"([^"]+)"', rule["expr"]):
        assert set(codes.split("|")) <= PROBLEMS.keys()


def test_every_metric_is_told_of() -> None:
    told = set(NAME.findall(DOCS))
    short = {re.sub(r"_(bucket|count|sum)$", "", name) for name in known()}
    assert short - told == set()
