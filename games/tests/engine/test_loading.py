"""Where compiled code is kept, and that nothing but a search loads Numba."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import loading


def test_the_folder_asked_for_comes_first(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("AGNES_CACHE_DIR", str(tmp_path / "asked"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    assert loading.cache_folder().parent == tmp_path / "asked"


def test_the_cache_of_the_user_comes_next(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("AGNES_CACHE_DIR", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert loading.cache_folder().parent == tmp_path / "agnes"
    assert loading.cache_folder().stat().st_mode & 0o077 == 0


def test_where_nothing_can_be_written_a_new_folder_is_made(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    taken = tmp_path / "file"
    taken.write_text("not a folder")
    monkeypatch.setenv("AGNES_CACHE_DIR", str(taken))
    monkeypatch.setenv("XDG_CACHE_HOME", str(taken))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    folder = loading.cache_folder()
    assert folder.parent == tmp_path
    assert folder.stat().st_mode & 0o077 == 0


def test_a_folder_of_somebody_else_is_not_taken(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AGNES_CACHE_DIR", str(tmp_path / "asked"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    owner = tmp_path.stat().st_uid
    monkeypatch.setattr("os.geteuid", lambda: owner + 1)
    assert loading.cache_folder().name.startswith("agnes-")


def test_a_kernel_is_loaded_once() -> None:
    assert loading.compiled("_kernel") is loading.compiled("_kernel")
    assert loading.plain("_kernel") is loading.plain("_kernel")
    assert loading.plain("_kernel").functions is not loading.compiled("_kernel").functions


def test_an_unknown_kernel_is_refused() -> None:
    with pytest.raises(ImportError):
        loading.compiled("_no_kernel")
    with pytest.raises(FileNotFoundError):
        loading.plain("_no_kernel")


def test_nothing_loads_numba_before_the_first_search() -> None:
    code = "import sys, games.engine.solver, games.engine.par; sys.exit('numba' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603 - fixed words
