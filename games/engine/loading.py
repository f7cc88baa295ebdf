"""Loading a kernel: compiled by Numba, at the first search that needs it, or as plain Python."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import ModuleType
from typing import Any, cast
from unittest.mock import patch

Words = list[int]

_BASE = "_kernel"  # what the other kernels import


@dataclass(frozen=True)
class Kernel:
    """The functions of a kernel file, and how to make the arrays that they take."""

    functions: Any
    words: Callable[[Sequence[int]], Words]
    room: Callable[[int], Words]


@cache
def compiled(name: str) -> Kernel:
    """Return the kernel `games.engine.<name>`, whose functions are compiled at their first call.

    Machine code is kept in a folder (`cache_folder`) and found again by later processes.
    """
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))
    import numpy

    functions = importlib.import_module(f"games.engine.{name}")
    return Kernel(
        functions,
        lambda values: cast("Words", numpy.array(values, dtype=numpy.int64)),
        lambda size: cast("Words", numpy.zeros(size, dtype=numpy.int64)),
    )


@cache
def plain(name: str) -> Kernel:
    """Return the same functions uncompiled, to compare with; they take lists."""
    os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))
    import numba

    needed = {f"games.engine.{_BASE}": plain(_BASE).functions} if name != _BASE else {}
    settings = vars(numba.config)
    with patch.dict(settings, {"DISABLE_JIT": 1}), patch.dict(sys.modules, needed):
        return Kernel(_executed(name), list, lambda size: [0] * size)


def _executed(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        f"games.engine.{name}_plain", Path(__file__).with_name(f"{name}.py")
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"no kernel {name}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def cache_folder() -> Path:
    """Return the first folder that can be written: AGNES_CACHE_DIR, the user's cache, a new one.

    Each state of the kernels' text has a folder in it, since Numba notices changes in a file but
    not in those that it imports. Only folders of our own are taken: what lies there is executed.
    """
    kernels = sorted(Path(__file__).parent.glob("_*kernel.py"))
    digest = sha256(b"".join(kernel.read_bytes() for kernel in kernels)).hexdigest()
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    wishes = [os.environ.get("AGNES_CACHE_DIR"), f"{home}/agnes"]
    for folder in (Path(wish).expanduser() / digest[:16] for wish in wishes if wish):
        if _is_ours(folder):
            return folder
    return Path(tempfile.mkdtemp(prefix="agnes-"))


def _is_ours(folder: Path) -> bool:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK | os.X_OK) and folder.stat().st_uid == os.geteuid()
