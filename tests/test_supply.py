"""What the service is made of is told whole."""

from __future__ import annotations

import re

from deploy.supply import LICENCES, LOCK, Pin, late, pins, sbom

PINS = pins(LOCK.read_text())


def test_every_line_of_the_lock_is_a_package_with_its_files() -> None:
    assert len(PINS) == len(re.findall(r"(?m)^[\w.-]+(?:\[[^\]]*\])?==", LOCK.read_text()))
    assert all(pin.hashes for pin in PINS)
    assert "django" in [pin.name for pin in PINS]


def test_the_licence_of_every_package_is_told() -> None:
    rows = dict(re.findall(r"(?m)^\| ([\w.-]+) \| (.+) \|$", LICENCES.read_text()))
    rows.pop("package")
    assert rows.keys() == {pin.name for pin in PINS}
    assert "not told" not in rows.values()


def test_the_bill_of_materials_has_every_package_once_with_its_hashes() -> None:
    bill = sbom(PINS)
    assert (bill["bomFormat"], bill["specVersion"]) == ("CycloneDX", "1.6")
    references = [component["bom-ref"] for component in bill["components"]]
    assert len(set(references)) == len(PINS)
    hashes = bill["components"][0]["externalReferences"][0]["hashes"]
    assert [entry["content"] for entry in hashes] == list(PINS[0].hashes)


def test_a_pin_is_late_when_a_newer_one_was_there_long_ago() -> None:
    pinned = [Pin("a", "1.9.0", ()), Pin("b", "2.0", ()), Pin("c", "3.1", ())]
    pinned.append(Pin("b", "1.0", ()))  # for an older Python
    newest = [Pin("a", "1.10.0", ()), Pin("b", "2.0", ()), Pin("c", "3.0", ())]
    assert late(pinned, newest) == ["a 1.9.0 is pinned; 1.10.0 is more than 35 days old"]
