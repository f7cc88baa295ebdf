"""Fuzz the readers, guided by coverage: `python -m fuzz [SECONDS] [TARGET …]`.

Needs atheris beside the service (`pip install atheris`), which not every Python has. What breaks a
reader is written to `fuzz/found/`, and the command ends with 1.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

FOUND = Path(__file__).parent / "found"


def fuzz(name: str, seconds: int) -> None:
    """Fuzz one target in this process, which ends with it."""
    import atheris

    with atheris.instrument_imports(include=["games", "agnes_site", "json"]):
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agnes_site.settings")
        import django

        django.setup()
        from fuzz.targets import SEEDS, TARGETS
    corpus = FOUND / name / "corpus"
    corpus.mkdir(parents=True, exist_ok=True)
    for number, seed in enumerate(SEEDS[name]):
        (corpus / f"seed-{number}").write_bytes(seed)
    limits = [f"-max_total_time={seconds}", "-max_len=4096", "-verbosity=0", "-print_final_stats=1"]
    atheris.Setup(
        [sys.argv[0], f"-artifact_prefix={FOUND / name}/", *limits, str(corpus)], TARGETS[name]
    )
    atheris.Fuzz()


def main(words: list[str]) -> int:
    """Fuzz each target in a process of its own; return 1 if one was broken."""
    seconds, *names = words or ["60"]
    every = ["deck", "move", "position", "history", "record", "cursor", "body"]
    codes = {}
    for name in names or every:
        print(f"== {name}", flush=True)
        code = f"from fuzz.__main__ import fuzz; fuzz({name!r}, {int(seconds)})"
        codes[name] = subprocess.run([sys.executable, "-c", code], check=False).returncode
    broken = [name for name, returncode in codes.items() if returncode]
    print(f"broken: {', '.join(broken) or 'none'}")
    return int(bool(broken))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
