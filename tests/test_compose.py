"""The image and the compose file, held to the settings: no container engine is needed."""

from __future__ import annotations

import importlib.util
import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

import start

COMPOSE_TEXT = (start.ROOT / "docker-compose.yml").read_text()
COMPOSE = yaml.safe_load(COMPOSE_TEXT)
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
DATABASE_SQL = (start.ROOT / "deploy" / "database.sql").read_text()
DOCKERFILE = re.sub(r"\\\n\s*", "", (start.ROOT / "Dockerfile").read_text()).splitlines()
EXAMPLE = (start.ROOT / ".env.example").read_text()

# Explained in .env.example, and read by other hands than settings.py.
READ_BY_COMPOSE = {"POSTGRES_PASSWORD", "REDIS_PASSWORD", "AGNES_SITE"}
READ_BY_ENGINE = {"AGNES_CACHE_DIR"}
# There is no default that somebody could forget to change.
REQUIRED = {"SECRET_KEY", "POSTGRES_PASSWORD", "REDIS_PASSWORD"}
# Not a matter of the compose file: the image has them, or the port is published under another.
SET_BY_THE_IMAGE = {"AGNES_DATA_DIR", "HOST", "PORT"}


def used_by_compose() -> set[str]:
    return set(re.findall(r"\$\{(\w+)", COMPOSE_TEXT))


def explained() -> set[str]:
    """The variables of .env.example, those it shows in a comment included."""
    return set(re.findall(r"^(?:# )?([A-Z_]+)=", EXAMPLE, re.MULTILINE))


def read_by_settings() -> set[str]:
    source = (start.ROOT / "agnes_site" / "settings.py").read_text()
    return set(re.findall(r"\benv\.\w+\(\s*\"([A-Z_]+)\"", source))


def instructions(name: str) -> list[str]:
    """What follows an instruction of the Dockerfile, in order."""
    return [line.removeprefix(name).strip() for line in DOCKERFILE if line.startswith(f"{name} ")]


# -- The compose file


def test_what_the_service_is_made_of() -> None:
    assert SERVICES.keys() == {"database", "cache", "migrate", "web", "worker", "proxy"}


def test_the_cache_keeps_nothing_and_is_the_one_that_the_service_is_told_of() -> None:
    cache = SERVICES["cache"]
    assert cache["image"] == "valkey/valkey:8"
    assert cache["command"][1:5] == ["--save", "", "--appendonly", "no"]
    password = cache["command"][cache["command"].index("--requirepass") + 1]
    assert SERVICES["web"]["environment"]["REDIS_URL"] == f"redis://:{password}@cache:6379/0"
    assert "grep -q PONG" in cache["healthcheck"]["test"][1]


@pytest.mark.parametrize("name", sorted(SERVICES))
def test_every_service_is_limited_and_changes_nothing_of_its_image(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["tmpfs"]
    assert service["mem_limit"]


def test_whatever_the_image_writes_lies_in_memory() -> None:
    (environment,) = instructions("ENV")
    folders = dict(pair.split("=") for pair in environment.split())
    in_memory = {mount.split(":")[0] for mount in SERVICES["web"]["tmpfs"]}
    assert {folders["AGNES_CACHE_DIR"], folders["PROMETHEUS_MULTIPROC_DIR"]} <= in_memory
    assert SERVICES["web"]["cap_drop"] == ["ALL"]


def test_the_database_is_checked_and_keeps_its_data() -> None:
    database = SERVICES["database"]
    assert database["image"] == "postgres:17"
    assert database["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    volume, folder = database["volumes"][0].split(":")
    assert volume in COMPOSE["volumes"]
    assert folder == "/var/lib/postgresql/data"


def test_the_migration_waits_for_a_healthy_database_and_runs_once() -> None:
    migrate = SERVICES["migrate"]
    assert migrate["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert "restart" not in migrate
    assert "manage.py migrate" in migrate["command"][-1]


@pytest.mark.parametrize("name", ["web", "worker"])
def test_web_and_worker_wait_for_the_database_and_the_migration(name: str) -> None:
    assert SERVICES[name]["depends_on"] == {
        "database": {"condition": "service_healthy"},
        "migrate": {"condition": "service_completed_successfully"},
    }


@pytest.mark.parametrize("name", ["migrate", "worker"])
def test_all_run_the_same_image_with_the_same_settings_as_the_web(name: str) -> None:
    web, other = SERVICES["web"], SERVICES[name]
    assert web["build"] == "."
    assert (web["image"], web["environment"]) == (other["image"], other["environment"])


def test_the_worker_is_started_again_and_asked_nothing_over_http() -> None:
    worker = SERVICES["worker"]
    assert worker["command"] == ["python", "manage.py", "work"]
    assert worker["restart"] == "unless-stopped"
    assert worker["healthcheck"] == {"disable": True}


def test_only_the_proxy_is_published_and_only_here_unless_told_otherwise() -> None:
    ports = SERVICES["proxy"]["ports"]
    assert ports[0] == "${HOST:-127.0.0.1}:${PORT:-8000}:8000"
    assert all(port.startswith("${HOST:-127.0.0.1}:") for port in ports)
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]


def test_the_proxy_is_the_one_that_is_trusted() -> None:
    text = (start.ROOT / "deploy" / "Caddyfile").read_text()
    assert "{$AGNES_UPSTREAM:web:8000}" in text
    assert SERVICES["web"]["environment"]["AGNES_TRUSTED_PROXIES"] == 1
    assert SERVICES["proxy"]["depends_on"] == {"web": {"condition": "service_healthy"}}
    source, target, _ = SERVICES["proxy"]["volumes"][0].split(":")
    assert (start.ROOT / source).exists()
    assert target == "/etc/caddy/Caddyfile"


def test_the_balancer_of_several_machines_hides_and_trusts_no_more_than_the_proxy_of_one() -> None:
    text = (start.ROOT / "deploy" / "haproxy.cfg").read_text()
    assert "http-request return status 404 if { path /metrics /readyz }" in text
    assert "http-request del-header X-Forwarded-For" in text
    assert "http-request set-header X-Request-ID %[uuid()]" in text
    assert "http-request del-header _ -m sub" in text
    assert "option http-buffer-request\n    timeout http-request 10s\n" in text
    assert "http-check send meth GET uri /readyz" in text
    assert "retry-on conn-failure\n" in text  # a move that has been sent is not sent again


def test_only_what_nobody_in_particular_asks_for_is_read_from_the_replica() -> None:
    text = (start.ROOT / "deploy" / "haproxy.cfg").read_text()
    (pattern,) = re.findall(r"acl shared path_reg (\S+)", text)
    assert "use_backend reader if reads shared !known" in text
    for path in ("daily/today/leaderboard", "leaderboards/2026-W48", "games/1/moves"):
        assert re.search(pattern, f"/api/v1/{path}")
    for path in ("me", "games", "games/1", "games/1/hint", "daily/today/game", "players/ann"):
        assert not re.search(pattern, f"/api/v1/{path}")
    conditions = re.findall(r"acl (?:reads|known) (.+)", text)
    assert conditions == [
        "method GET HEAD",
        "req.hdr(Authorization) -m found",
        "req.hdr(Cookie) -m found",
    ]


def test_the_url_of_the_database_names_its_service_user_and_base() -> None:
    (user,) = re.findall(r"CREATE ROLE (\w+) LOGIN PASSWORD :'password';", DATABASE_SQL)
    assert f"CREATE DATABASE {user} OWNER {user};" in DATABASE_SQL
    password = SERVICES["database"]["environment"]["POSTGRES_PASSWORD"]
    expected = f"postgresql://{user}:{password}@database:5432/{user}"
    assert SERVICES["web"]["environment"]["DATABASE_URL"] == expected


def test_the_superuser_of_the_database_is_not_let_in_from_other_services() -> None:
    assert "POSTGRES_USER" not in SERVICES["database"]["environment"]
    assert DATABASE_SQL.endswith("ALTER ROLE postgres PASSWORD NULL;\n")
    assert "SUPERUSER" not in DATABASE_SQL
    script = "./deploy/database.sql:/docker-entrypoint-initdb.d/agnes.sql:ro"
    assert script in SERVICES["database"]["volumes"]


# -- The variables


def test_every_variable_of_the_compose_file_is_explained() -> None:
    assert used_by_compose() - explained() == set()


def test_every_explained_variable_is_read() -> None:
    assert explained() == read_by_settings() | READ_BY_COMPOSE | READ_BY_ENGINE


def test_every_setting_reaches_the_container_or_is_set_by_the_image() -> None:
    given = set(SERVICES["web"]["environment"])
    assert (
        given - {"GRANIAN_WORKERS", "GRANIAN_BLOCKING_THREADS"}
        == read_by_settings() - SET_BY_THE_IMAGE
    )


@pytest.mark.parametrize("name", sorted(used_by_compose() - REQUIRED))
def test_a_default_of_the_compose_file_is_the_one_explained(name: str) -> None:
    defaults = set(re.findall(rf"\$\{{{name}:-(.*?)\}}", COMPOSE_TEXT))
    shown = start.read_env_file(EXAMPLE).get(name, "")
    assert defaults == {shown}


@pytest.mark.parametrize("name", sorted(REQUIRED))
def test_the_compose_file_does_not_start_without_its_secrets(name: str) -> None:
    assert set(re.findall(rf"\$\{{{name}(:.)", COMPOSE_TEXT)) == {":?"}
    assert start.read_env_file(EXAMPLE).get(name, "") == ""


# -- The image


def test_the_image_is_built_in_two_stages_of_the_same_python() -> None:
    assert instructions("FROM") == ["python:3.13-slim AS wheels", "python:3.13-slim"]


def test_the_image_installs_the_lock_from_wheels_alone() -> None:
    download, install, *_ = instructions("RUN")
    assert {"--only-binary=:all:", "--require-hashes"} <= set(download.split())
    assert {"--no-index", "--require-hashes"} <= set(install.split())


def test_the_service_does_not_run_as_root() -> None:
    assert instructions("USER") == ["agnes"]
    last = max(index for index, line in enumerate(DOCKERFILE) if line.startswith("RUN "))
    assert DOCKERFILE.index("USER agnes") > last


def test_the_image_checks_its_health() -> None:
    (check,) = instructions("HEALTHCHECK")
    assert "http://localhost:8000/healthz" in check
    assert "localhost" in start.read_env_file(EXAMPLE)["ALLOWED_HOSTS"].split(",")


def test_the_image_serves_an_application_that_exists() -> None:
    *program, application = json.loads(instructions("CMD")[-1])[:4]
    options = json.loads(instructions("CMD")[-1])[4:]
    assert program == ["python", *start.GRANIAN[:2]]
    assert {"--interface=wsgi", "--host=0.0.0.0", "--port=8000"} <= set(options)
    module, name = application.split(":")
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    assert f"\n{name} = " in Path(spec.origin).read_text()


def test_the_image_and_the_script_serve_alike() -> None:
    options = set(json.loads(instructions("CMD")[-1])[1:])
    (environment,) = instructions("ENV")
    variables = dict(pair.split("=") for pair in environment.split())
    options.add(f"--blocking-threads={variables['GRANIAN_BLOCKING_THREADS']}")
    assert set(start.GRANIAN) <= options


@pytest.mark.parametrize("path", ["accounts", "agnes_site", "games", "manage.py"])
def test_what_the_service_is_made_of_is_sent_to_the_build(path: str) -> None:
    lines = (start.ROOT / ".dockerignore").read_text().splitlines()
    assert {"*", f"!{path}"} <= set(lines)
    assert (start.ROOT / path).exists()
