"""Install Agnes beside this file and run it, or its checks. Needs nothing but Python.

python3 start.py                     install, prepare the database, serve until Ctrl-C;
                                     a worker beside the server does background jobs
python3 start.py test [PYTEST ARGS]  lint, types, walls, migrations, settings, tests
                                     (coverage is judged on SQLite, when pytest gets no arguments)
python3 start.py test --browser [PYTEST ARGS]
                                     the browser tests; they need Debian's chromium
python3 start.py manage COMMAND ...  one of manage.py's commands
python3 start.py bench NAME ...      measurements beside something to compare with
python3 start.py faults ...          breaks the service under load, and looks for what it lost
python3 start.py --help              this text

Settings come from the environment and, for what is not set there, from the file .env
(which `test` does not read). docs/operations.md lists them.
"""

from __future__ import annotations

import ctypes
import errno
import hashlib
import http.client
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ROOT = Path(__file__).resolve().parent
RUN_LOCK = ROOT / "requirements.txt"
DEV_LOCK = ROOT / "requirements-dev.txt"
OLDEST, NEWEST = (3, 11), (3, 14)
READY_SECONDS, STOP_SECONDS, POLL_SECONDS = 60, 10, 0.05
WORKER_PAUSE = 10
PR_SET_PDEATHSIG = 1  # of Linux's prctl(2)

NO_PIP = """This Python can neither make a virtual environment with pip nor install into one.
On Debian and Ubuntu: apt-get install python3-venv. Then start again."""
PIP_INSTALL = ["install", "--quiet", "--no-input", "--only-binary=:all:", "--require-hashes", "-r"]
PREPARATIONS = {
    "Compiling translations": ["compile_catalogues"],
    "Migrating the database": ["migrate", "--no-input"],
    "Scheduling the daily deals": ["schedule_dailies"],
}
COLLECT = ["collectstatic", "--no-input", "--ignore=redoc"]  # a second documentation page
# Its warning is about eight threads, which mostly wait for the database. Without a kill time-out
# a stop waits for ever on connections that stay open.
GRANIAN = ["-m", "agnes_site.serve", "agnes_site.wsgi:application", "--interface=wsgi", "--no-ws"]
GRANIAN += ["--log-level=error", "--blocking-threads=8", "--workers-kill-timeout=3"]
# So many connections a process holds at most; more wait outside. Idle ones count as well, so this
# must be far more than the threads are.
GRANIAN += ["--backpressure=512"]
# A worker that was killed is replaced, and the others go on. After SIGHUP to the server each is
# replaced in turn: so many seconds after the new one has loaded the old one is stopped.
GRANIAN += ["--respawn-failed-workers", "--respawn-interval=10"]
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as lint; lint()"
CHECKS = {
    "ruff check": ["-m", "ruff", "check"],
    "ruff format": ["-m", "ruff", "format", "--check"],
    "mypy": ["-m", "mypy"],
    "lint-imports": ["-c", LINT_IMPORTS, "--no-logo"],
    "compile_catalogues": ["manage.py", "compile_catalogues"],
    "makemigrations": ["manage.py", "makemigrations", "--check", "--dry-run"],
    "check": ["manage.py", "check", "--deploy", "--fail-level=WARNING"],
    "pytest": ["-m", "pytest", "--numprocesses=auto", "--maxprocesses=4"],
}
BROWSER_CHECKS = {
    "compile_catalogues": CHECKS["compile_catalogues"],
    "browser tests": ["-m", "pytest", "browser_tests"],
}
COVERAGE = ["--cov", "--cov-report=term"]
CHECK_SETTINGS = {  # for single checks, over the settings of all
    "check": {
        "DEBUG": "false",
        "ALLOWED_HOSTS": "agnes.example",
        "CSRF_TRUSTED_ORIGINS": "https://agnes.example",
        "AGNES_HTTPS": "true",
    },
    # Playwright's event loop lives in the tests' thread, which Django takes for async code.
    "browser tests": {"DJANGO_ALLOW_ASYNC_UNSAFE": "true"},
}
VENDOR = "from django.db import connection; connection.connect(); print(connection.vendor)"

say = partial(print, flush=True)
stop_signals: list[int] = []


class StartError(Exception):
    """The command ends with this exit code, having said this."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class StoppedError(StartError):
    """It ends because a signal asked for it."""


# -- Children: whatever is started is also stopped


def spawn(command: Sequence[str], env: Mapping[str, str]) -> subprocess.Popen[bytes]:
    """A child in a session of its own, so that it and all its children can be ended together.

    On Linux it is told to end when this process has been killed.
    """
    return subprocess.Popen(
        command, env=env, cwd=ROOT, start_new_session=True, preexec_fn=die_with(os.getpid())
    )


def die_with(parent: int) -> Callable[[], None] | None:
    """What a child does first, so that the kernel sends it SIGTERM when its parent dies."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return ask


def watch(
    child: subprocess.Popen[bytes],
    enough: Callable[[], bool] = lambda: False,
    meanwhile: Callable[[], None] = lambda: None,
) -> int | None:
    """The exit code of the child once it has ended, or None once `enough()`. StoppedError.

    `meanwhile` is called every moment until then.
    """
    while child.poll() is None and not stop_signals and not enough():
        meanwhile()
        time.sleep(POLL_SECONDS)
    if stop_signals:
        stop(child, stop_signals[0])
        raise StoppedError(128 + stop_signals[0], "Stopped.")
    code: int | None = child.returncode
    return 128 - code if code is not None and code < 0 else code


def stop(child: subprocess.Popen[bytes], signum: int) -> None:
    """Pass the signal on, give the child time to end, then kill what is left of its session.

    SIGHUP goes as SIGTERM: to a server it means "read your settings again".
    """
    child.send_signal(signal.SIGTERM if signum == signal.SIGHUP else signum)
    with suppress(subprocess.TimeoutExpired):
        child.wait(STOP_SECONDS)
    end_session(child)


def end_session(child: subprocess.Popen[bytes]) -> None:
    """Kill what is left of the child and of all that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def run(command: Sequence[str], env: Mapping[str, str]) -> None:
    """Run to the end; a failure ends this command with the same exit code."""
    code = watch(spawn(command, env))
    if code:
        raise StartError(code, f"Exit code {code} from: {' '.join(command)}")


def output_of(command: Sequence[str], env: Mapping[str, str]) -> tuple[int, str]:
    """Exit code and all output of a short command."""
    done = subprocess.run(command, env=env, cwd=ROOT, check=False, capture_output=True, text=True)
    return done.returncode, (done.stderr + done.stdout).strip()


# -- The environment the service runs in


def read_env_file(text: str) -> dict[str, str]:
    """KEY=VALUE lines, blank lines, and comments that begin with #. StartError on others."""
    pairs = {}
    for number, line in enumerate(text.splitlines(), 1):
        key, equals, value = (part.strip() for part in line.partition("="))
        if not line.strip() or key.startswith("#"):
            continue
        if not equals or not key.isidentifier():
            raise StartError(1, f".env, line {number}: expected KEY=VALUE.")
        quoted = len(value) > 1 and value[0] == value[-1] and value[0] in "'\""
        pairs[key] = value[1:-1] if quoted else value
    return pairs


def service_environment() -> dict[str, str]:
    """The real environment over .env, completed by what a first run needs."""
    env_file = ROOT / ".env"
    written = read_env_file(env_file.read_text("utf-8")) if env_file.exists() else {}
    env = {**written, **os.environ}
    data = ROOT / (env.get("AGNES_DATA_DIR") or "data")
    data.mkdir(parents=True, exist_ok=True)
    env["AGNES_DATA_DIR"] = str(data)
    env["SECRET_KEY"] = env.get("SECRET_KEY") or kept_secret_key(data / "secret_key")
    return env


def kept_secret_key(file: Path) -> str:
    """Made at the first run, the same ever after; only its owner may read it."""
    with suppress(FileExistsError):
        descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with open(descriptor, "w", encoding="utf-8") as new:
            new.write(secrets.token_urlsafe(50))
    key = file.read_text("utf-8").strip()
    if not key:
        raise StartError(1, f"{file} is empty. Delete it, and the next start makes a new key.")
    return key


# -- Installing


def python_complaint(version: tuple[int, int]) -> str | None:
    """Why a Python of this version cannot run Agnes, or None."""
    if OLDEST <= version <= NEWEST:
        return None
    oldest, newest, this = ("{}.{}".format(*pair) for pair in (OLDEST, NEWEST, version))
    return f"Agnes needs Python {oldest} to {newest}; {sys.executable} is {this}."


def digest(lock: Path) -> str:
    """What the stamp keeps of a lock: its content and the kind of Python it was installed for."""
    return hashlib.sha256(lock.read_bytes() + sys.implementation.cache_tag.encode()).hexdigest()


class Venv:
    """The virtual environment at `home`. Its stamp names its Python and the locks it holds."""

    def __init__(self, home: Path) -> None:
        self.home, self.stamp = home, home / "agnes-installed"
        self.python = str(home / "bin" / "python")

    def stamped(self) -> list[str]:
        """The words of the stamp; none when the environment is half-made or its Python is gone."""
        whole = self.stamp.exists() and Path(self.python).exists()
        return self.stamp.read_text("utf-8").split() if whole else []

    def install(self, *locks: Path) -> None:
        """The first lock, unless the stamp says it is there. The others are parts of it."""
        if digest(locks[0]) in self.stamped():
            return
        if sys.implementation.cache_tag not in self.stamped():
            self.make()
        self.stamp.unlink(missing_ok=True)
        say(f"Installing {locks[0].name}, which takes a minute, this once")
        run([*self.pip(), *PIP_INSTALL, str(locks[0])], os.environ)
        words = [sys.implementation.cache_tag, *map(digest, locks)]
        self.stamp.write_text("\n".join(words), "utf-8")

    def make(self) -> None:
        """Afresh, with pip if this Python can give it one; a half-made one is removed first."""
        if self.home.exists():
            say(f"Removing {self.home}, which is half-made or of another Python")
            shutil.rmtree(self.home)
        say(f"Making {self.home}")
        command = [sys.executable, "-m", "venv", "--clear", str(self.home)]
        if output_of(command, os.environ)[0]:
            code, said = output_of([*command, "--without-pip"], os.environ)
            if code:
                raise StartError(1, f"{said}\n{NO_PIP}")

    def pip(self) -> list[str]:
        """The environment's own pip, else that of the Python which runs this file."""
        own, ours = [self.python, "-m", "pip"], [sys.executable, "-m", "pip"]
        for pip in (own, [*ours, "--python", self.python]):
            if output_of([*pip, "--version"], os.environ)[0] == 0:
                return pip
        raise StartError(1, NO_PIP)


# -- Serving


class Worker:
    """Background jobs, in a process beside the server. If it ends by itself it is started again."""

    def __init__(self, command: Sequence[str], env: Mapping[str, str]) -> None:
        self.command, self.env = command, env
        self.child: subprocess.Popen[bytes] | None = None
        self.started = -float(WORKER_PAUSE)

    def attend(self) -> None:
        """Start it, at most once in some seconds, unless it runs."""
        if self.child is not None and self.child.poll() is not None:
            say(f"The worker ended by itself, with exit code {self.child.returncode}.")
            say("It is started again; nothing is lost.")
            self.child = None
        if self.child is None and time.monotonic() >= self.started + WORKER_PAUSE:
            self.started = time.monotonic()
            self.child = spawn(self.command, self.env)

    def stop(self) -> None:
        """End it, if it runs. A job that was not done in time is put back by the next worker."""
        if self.child is not None:
            stop(self.child, signal.SIGTERM)


def address(env: Mapping[str, str]) -> tuple[str, int]:
    """HOST and PORT, once a server can listen there. StartError."""
    host, port = env.get("HOST") or "127.0.0.1", env.get("PORT") or "8000"
    if not (port.isdecimal() and 0 < int(port) < 65536):
        raise StartError(1, f"PORT must be a number from 1 to 65535, not {port!r}.")
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        socket.create_server((host, int(port)), family=family).close()
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise StartError(
                1, f"Cannot listen on {host}, port {port}: {error.strerror}"
            ) from error
        advice = f"Stop what listens there, or choose another: PORT={int(port) + 1}"
        raise StartError(1, f"Port {port} on {host} is taken. {advice}") from error
    return host, int(port)


def is_answering(host: str, port: int) -> bool:
    """Whether /healthz answers; 400 is an answer, to a host name outside ALLOWED_HOSTS."""
    connection = http.client.HTTPConnection(host, port, timeout=2)
    try:
        connection.request("GET", "/healthz")
        return connection.getresponse().status < http.HTTPStatus.INTERNAL_SERVER_ERROR
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def start(venv: Venv) -> None:
    """Everything from a fresh clone to a server that answers, until it is told to stop."""
    env = service_environment()
    host, port = address(env)
    venv.install(RUN_LOCK)
    for headline, command in PREPARATIONS.items():
        say(headline)
        run([venv.python, "manage.py", *command, "--verbosity=0"], env)
    collect_static_files(venv, env)
    env["PROMETHEUS_MULTIPROC_DIR"] = str(counts_folder(env, port))
    options = ["--host", host, "--port", str(port), *sizes(env)]
    server = spawn([venv.python, *GRANIAN, *options], env)
    serve(server, Worker([venv.python, "manage.py", "work"], env), host, port)


def sizes(env: Mapping[str, str]) -> list[str]:
    """How many processes and threads answer; on SQLite, with its one writer, one process."""
    has_server = "sqlite" not in (env.get("DATABASE_URL") or "sqlite")
    workers = env.get("AGNES_WORKERS") or ("2" if has_server else "1")
    return ["--workers", workers, "--blocking-threads", env.get("AGNES_THREADS") or "8"]


def counts_folder(env: Mapping[str, str], port: int) -> Path:
    """A fresh folder in which the server's processes and the worker keep their counts."""
    folder = Path(env["AGNES_DATA_DIR"], "metrics", str(port))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def collect_static_files(venv: Venv, env: Mapping[str, str]) -> None:
    """Hashed and compressed, which takes a while: only when they, or what makes them, changed."""
    found = [RUN_LOCK, *ROOT.glob("agnes_site/*.py")]
    for room in ("accounts", "agnes_site", "games"):
        found += ROOT.glob(f"{room}/static/**/*.*")
    contents = [str(file).encode() + file.read_bytes() for file in sorted(found)]
    state = hashlib.sha256(b"".join(contents)).hexdigest()
    stamp = Path(env["AGNES_DATA_DIR"], "static", "collected")
    if stamp.exists() and stamp.read_text("utf-8") == state:
        return
    say("Collecting static files")
    run([venv.python, "manage.py", *COLLECT, "--verbosity=0"], env)
    stamp.write_text(state, "utf-8")


def serve(server: subprocess.Popen[bytes], worker: Worker, host: str, port: int) -> None:
    """Say when the server is ready; return once both have stopped as asked. StartError otherwise.

    The worker is started once the server answers.
    """
    near = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104  (read, not bound)
    late = time.monotonic() + READY_SECONDS
    if watch(server, lambda: is_answering(near, port) or time.monotonic() > late) is None:
        if time.monotonic() > late:
            stop(server, signal.SIGTERM)
            raise StartError(1, f"/healthz did not answer within {READY_SECONDS} s.")
        say(f"Agnes is ready: http://{f'[{near}]' if ':' in near else near}:{port}/")
        say("Ctrl-C stops it.")
        try:
            watch(server, meanwhile=worker.attend)
        except StoppedError:
            pass
        finally:
            worker.stop()
    end_session(server)
    if not stop_signals:
        raise StartError(1, f"The server ended by itself, with exit code {server.returncode}.")
    say("Stopped.")


# -- Testing


def test(venv: Venv, args: list[str]) -> None:
    """Every check, or the browser tests; the first that fails ends the command."""
    venv.install(DEV_LOCK, RUN_LOCK)
    pytest_args = [arg for arg in args if arg != "--browser"]
    in_browser = pytest_args != args
    checks = BROWSER_CHECKS if in_browser else CHECKS
    with tempfile.TemporaryDirectory(prefix="agnes-test-") as data:
        env = {**os.environ, "AGNES_DATA_DIR": data, "SECRET_KEY": secrets.token_urlsafe(50)}
        vendor = database_vendor(venv, env)
        # To be counted, every line costs: once is enough.
        is_counted = vendor == "sqlite" and not in_browser
        more = pytest_args or (COVERAGE if is_counted else [])
        say(f"Running on {vendor}.")
        for headline, command in checks.items():
            say(f"\n== {headline}")
            arguments = [*command, *more] if "pytest" in command else command
            run([venv.python, *arguments], {**env, **CHECK_SETTINGS.get(headline, {})})
    say(f"{'Browser tests' if in_browser else 'All checks'} passed on {vendor}.")


def database_vendor(venv: Venv, env: Mapping[str, str]) -> str:
    """`sqlite` or `postgresql`, as the database itself says. StartError if it does not."""
    command = [venv.python, "manage.py", "shell", "--no-imports", "--command", VENDOR]
    code, said = output_of(command, env)
    if code:
        raise StartError(code, f"{said}\nThe database does not answer.")
    return said.splitlines()[-1]


# -- The command line


def manage(venv: Venv, args: list[str]) -> None:
    """Become manage.py: its terminal, signals and exit code are then its own."""
    become(venv, str(ROOT / "manage.py"), *args)


def measure(name: str, venv: Venv, args: list[str]) -> None:
    """Become the bench or the run of faults, from wherever it was called."""
    os.chdir(ROOT)
    become(venv, "-m", name, *args)


def become(venv: Venv, *arguments: str) -> None:
    """Replace this process by the environment's Python with these arguments."""
    venv.install(RUN_LOCK)
    command = [venv.python, *arguments]
    os.execve(venv.python, command, service_environment())  # noqa: S606  (no shell is wanted)


def command_of(args: list[str]) -> Callable[[], None] | None:
    """What the arguments ask for, or None when they make no sense."""
    venv = Venv(ROOT / ".venv")
    if not args:
        return lambda: start(venv)
    name, *rest = args
    if name == "test":
        return lambda: test(venv, rest)
    if name == "manage" and rest:
        return lambda: manage(venv, rest)
    if name in {"bench", "faults"}:
        return lambda: measure(name, venv, rest)
    if name in {"--help", "-h"}:
        return lambda: say(__doc__)
    return None


def main(args: list[str]) -> int:
    """The exit code."""
    complaint = python_complaint(sys.version_info[:2])
    if complaint:
        print(complaint, file=sys.stderr)
        return 1
    command = command_of(args)
    if command is None:
        print(__doc__, file=sys.stderr)
        return 2
    for signum in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(signum, lambda number, frame: stop_signals.append(number))
    try:
        command()
    except (StartError, OSError) as error:
        print(error, file=sys.stderr)
        return error.code if isinstance(error, StartError) else 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
