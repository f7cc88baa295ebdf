"""start.py: the environment it gives the service."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import start

if TYPE_CHECKING:
    pass


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder in the place of the project's."""
    monkeypatch.setattr(start, "ROOT", tmp_path)
    for name in ("AGNES_DATA_DIR", "SECRET_KEY", "PORT"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_an_env_file_is_read_without_comments_blank_lines_and_quotes() -> None:
    text = "# a comment\n\nPORT=8001\n DEBUG = true \nSECRET_KEY='a b'\nREDIS_URL=\nURL=a=b\n"
    assert start.read_env_file(text) == {
        "PORT": "8001",
        "DEBUG": "true",
        "SECRET_KEY": "a b",
        "REDIS_URL": "",
        "URL": "a=b",
    }


@pytest.mark.parametrize("line", ["PORT", "=8001", "a key=1", "export PORT=1"])
def test_a_line_that_is_no_pair_is_named_by_its_number_and_not_shown(line: str) -> None:
    with pytest.raises(start.StartError, match=r"^\.env, line 2: expected KEY=VALUE\.$"):
        start.read_env_file(f"DEBUG=true\n{line}\n")


def test_the_example_of_an_env_file_can_be_read() -> None:
    assert start.read_env_file((start.ROOT / ".env.example").read_text())["PORT"] == "8000"


def test_the_real_environment_wins_over_the_env_file(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (root / ".env").write_text("PORT=8001\nLOG_LEVEL=DEBUG\n")
    monkeypatch.setenv("PORT", "8002")
    monkeypatch.delenv("LOG_LEVEL", raising=False)
    env = start.service_environment()
    assert (env["PORT"], env["LOG_LEVEL"]) == ("8002", "DEBUG")


def test_the_data_live_beside_the_script_whatever_the_folder(root: Path) -> None:
    assert start.service_environment()["AGNES_DATA_DIR"] == str(root / "data")
    assert (root / "data").is_dir()


def test_a_secret_key_is_made_once_and_only_its_owner_reads_it(root: Path) -> None:
    key = start.service_environment()["SECRET_KEY"]
    file = root / "data" / "secret_key"
    assert len(key) >= 50
    assert file.stat().st_mode & 0o777 == 0o600
    assert start.service_environment()["SECRET_KEY"] == key == file.read_text()


def test_a_given_secret_key_is_used_and_none_is_kept(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_KEY", "given")
    assert start.service_environment()["SECRET_KEY"] == "given"
    assert not (root / "data" / "secret_key").exists()


def test_an_empty_key_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "secret_key").touch()
    with pytest.raises(start.StartError, match="secret_key is empty"):
        start.kept_secret_key(tmp_path / "secret_key")
