"""The page's pure modules, tested by Node's own runner where Node is installed."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

TESTS = sorted(Path(__file__).with_name("js").glob("*.test.js"))
NODE = shutil.which("node")

if NODE:
    node = NODE

    def test_the_pure_modules_pass_their_tests() -> None:
        run = subprocess.run(  # noqa: S603  (Node itself, on files of our own)
            [node, "--test", *TESTS], capture_output=True, text=True, check=False
        )
        assert run.returncode == 0, run.stdout
