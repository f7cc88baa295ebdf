"""What the service is made of: licences, a bill of materials, and how old the pins are.

python -m deploy.supply licences   docs/licences.md, from the installed packages
python -m deploy.supply sbom       CycloneDX 1.6 as JSON, from the lock
python -m deploy.supply pins       pins over 35 days behind; asks the package index, by uv

The last exits with 1 if there are any.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements.txt"
LICENCES = ROOT / "docs" / "licences.md"
OLDEST = timedelta(days=35)
HEAD = """# Licences

What the service runs on, and under which licence each package says it comes.
Made by `python -m deploy.supply licences`.

| package | licence |
|---|---|
"""
# Needed on some systems or Pythons alone, so perhaps not installed where the list is made.
ELSEWHERE = {"async-timeout": "Apache-2.0", "colorama": "BSD-3-Clause", "tzdata": "Apache-2.0"}


class Pin(NamedTuple):
    """A package of the lock, with the SHA-256 of each of its files."""

    name: str
    version: str
    hashes: tuple[str, ...]


def pins(lock: str) -> list[Pin]:
    """The packages of a lock."""
    entries = re.split(r"(?m)^(?=[a-zA-Z0-9])", lock.replace("\\\n", " "))
    found = [re.match(r"([\w.-]+)(?:\[[^\]]*\])?==([^\s;]+)", entry) for entry in entries]
    return [
        Pin(match[1].lower(), match[2], tuple(re.findall(r"--hash=sha256:(\w{64})", entry)))
        for match, entry in zip(found, entries, strict=True)
        if match
    ]


def licence(name: str) -> str:
    """As the package itself says: an SPDX expression, a classifier, or a short name."""
    try:
        said = metadata.metadata(name)
    except metadata.PackageNotFoundError:
        return ELSEWHERE[name]
    classifiers = [text for text in said.get_all("Classifier", []) if text.startswith("License ::")]
    short = (said["License"] or "").strip().splitlines()[:1]
    found = [said["License-Expression"], *(text.rpartition(" :: ")[2] for text in classifiers)]
    return next((text for text in [*found, *short] if text), "not told")


def licences(packages: list[Pin]) -> str:
    """The text of docs/licences.md."""
    names = dict.fromkeys(pin.name for pin in packages)
    return HEAD + "".join(f"| {name} | {licence(name)} |\n" for name in names)


def sbom(packages: list[Pin]) -> dict[str, Any]:
    """CycloneDX, without a time or a serial number: the same lock gives the same bill."""
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "agnes"}},
        "components": [_component(pin) for pin in packages],
    }


def _component(pin: Pin) -> dict[str, Any]:
    purl = f"pkg:pypi/{pin.name}@{pin.version}"
    return {
        "type": "library",
        "bom-ref": purl,
        "name": pin.name,
        "version": pin.version,
        "purl": purl,
        "licenses": [{"license": {"name": licence(pin.name)}}],
        "externalReferences": [
            {
                "type": "distribution",
                "url": f"https://pypi.org/project/{pin.name}/{pin.version}/#files",
                "hashes": [{"alg": "SHA-256", "content": content} for content in pin.hashes],
            }
        ],
    }


def late(packages: list[Pin], newest: list[Pin]) -> list[str]:
    """The pins for which a newer version that requirements.in allows was there 35 days ago.

    A package may be pinned twice, for older and newer Pythons: the newest counts.
    """
    pinned, found = _newest(packages), _newest(newest)
    return [
        f"{name} {version} is pinned; {found[name]} is more than 35 days old"
        for name, version in pinned.items()
        if _numbers(found.get(name, "0")) > _numbers(version)
    ]


def _newest(packages: list[Pin]) -> dict[str, str]:
    ordered = sorted(packages, key=lambda pin: _numbers(pin.version))
    return {pin.name: pin.version for pin in ordered}


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]


def resolved_before(day: datetime) -> list[Pin]:
    """What requirements.in would have been locked to on a day. Raises CalledProcessError."""
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder, "lock")
        command = ["uv", "pip", "compile", "--universal", "--python-version=3.11", "--quiet"]
        command += [f"--exclude-newer={day:%Y-%m-%d}", f"--output-file={lock}", "requirements.in"]
        subprocess.run(command, check=True, cwd=ROOT)
        return pins(lock.read_text("utf-8"))


def main(arguments: list[str]) -> int:
    """The exit code."""
    packages = pins(LOCK.read_text("utf-8"))
    match arguments:
        case ["licences"]:
            LICENCES.write_text(licences(packages), "utf-8")
        case ["sbom"]:
            print(json.dumps(sbom(packages), indent=2))
        case ["pins"]:
            found = late(packages, resolved_before(datetime.now(UTC) - OLDEST))
            print("\n".join(found) or "No pin is more than 35 days behind.")
            return 1 if found else 0
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
