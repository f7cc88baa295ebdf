"""A stage: the servers that some kinds of fault need, prepared once and used for many rounds."""

from __future__ import annotations

import random
import secrets
import shutil
import tempfile
import time
from contextlib import ExitStack
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faults.history import Log, Stored
from faults.load import begun, new_name
from faults.postgres import Postgres
from faults.processes import free_port
from faults.recount import Boards, Win
from faults.service import Service
from faults.wire import Wire

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

_GAMES = """
SELECT game.id, player_id, ply, history, pauses, undos, game.status, moves, position, deal.deck,
       contest_id IS NOT NULL
FROM games_game game JOIN games_deal deal ON deal.id = deal_id WHERE game.id = ANY(%s)
"""
_WINS = """
SELECT game.id, player_id, contest_id, contest.date, moves, finished_at, player.is_hidden
FROM games_game game
JOIN games_contest contest ON contest.id = contest_id
JOIN accounts_user player ON player.id = player_id
WHERE game.status = 'won'
"""
_LINE = """
SELECT solution FROM games_deal deal JOIN games_contest contest ON contest.deal_id = deal.id
WHERE contest.date = %s
"""


# Certified deals for the days that kinds of fault let the service make: no search slows those down.
POOLED = 12
READ_SECONDS = 30


@cache
def prepared() -> bytes:
    """A dump of a migrated database; each stage restores it, which takes a second."""
    stage = Stage()
    try:
        stage.postgres.create()
        stage.service.environment |= {"DATABASE_URL": stage.database_url()}
        stage.service.prepare()
        stage.service.run("prepare_deals", f"--pool={POOLED}", "--jobs=1")
        return stage.postgres.dump()
    finally:
        stage.__exit__()


class Stage:
    """PostgreSQL and the service in front of it. Kinds of fault that need more have heirs."""

    application = "faults.wsgi:application"
    settings: dict[str, str] = {}  # noqa: RUF012  (heirs replace it)

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="agnes-faults-"))
        self.folder.chmod(0o755)
        self.postgres = Postgres(self.folder / "postgres", free_port(), dict(self.settings))
        self.service = Service(self.folder / "service", free_port(), {}, self.application)
        self.accounts: list[str] = []
        self.passwords: dict[str, str] = {}
        self._lines: dict[str, tuple[str, ...]] = {}

    @property
    def entrance(self) -> int:
        """The port that clients know."""
        return self.service.port

    def database_url(self) -> str:
        return self.postgres.url()

    def __enter__(self) -> Stage:
        try:
            self.start()
        except BaseException:
            self.__exit__()
            raise
        return self

    @staticmethod
    def lacks() -> str:
        """What this machine has not, that the stage needs; "" for nothing."""
        return ""

    def create_database(self) -> None:
        self.postgres.create()

    def start(self) -> None:
        dump = prepared()
        self.create_database()
        self.service.environment |= {"DATABASE_URL": self.database_url(), "AGNES_POOL": "2"}
        self.postgres.restore(dump)
        self.service.start()

    def __exit__(self, *error: object) -> None:
        """Take every step, also when one before it fails or is broken off by SIGTERM."""
        with ExitStack() as stack:
            for step in reversed(self.endings()):
                stack.callback(step)

    def endings(self) -> list[Callable[[], object]]:
        """The steps that leave nothing, in order."""
        remove = partial(shutil.rmtree, self.folder, ignore_errors=True)
        return [self.service.stop, self.postgres.stop, remove]

    # -- what clients need

    def sign_up(self) -> str:
        """A new player's token."""
        source = f"127.1.{secrets.randbelow(200)}.{secrets.randbelow(200) + 1}"
        wire = Wire("set-up", self.service.port, source, Log())
        password = secrets.token_urlsafe(12)
        made = begun(
            wire, "/api/v1/players", lambda: {"username": new_name(), "password": password}
        )
        self.passwords[made["token"]] = password
        return str(made["token"])

    def keep_accounts(self, tokens: Iterable[str]) -> None:
        """Let these players take part in all rounds from now on."""
        self.accounts += tokens

    def forget_account(self, number: int) -> None:
        """Let another player take this place from the next round on."""
        self.accounts[number] = self.sign_up()

    def deck(self) -> str:
        """Any 52 cards."""
        cards = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
        random.SystemRandom().shuffle(cards)
        return " ".join(cards)

    def daily_line(self) -> tuple[str, ...]:
        """A line that wins today's deal."""
        today = time.strftime("%Y-%m-%d", time.gmtime())
        if today not in self._lines:
            self._lines[today] = tuple(self.postgres.query(_LINE, today)[0][0].split())
        return self._lines[today]

    # -- what stands

    def stored(self, games: Sequence[int]) -> list[Stored]:
        """The rows of these games."""
        rows = self.postgres.query(_GAMES, list(games))
        return [
            Stored(*row[:3], *(tuple(text.split()) for text in row[3:5]), *row[5:]) for row in rows
        ]

    def boards(self) -> Boards:
        """All wins, tallies and standings, and the boards as the API lists them."""
        tallies = self.postgres.query("SELECT contest_id, moves, wins FROM games_tally")
        standings = self.postgres.query("SELECT player_id, period, wins, moves FROM games_standing")
        contests = self.postgres.query("SELECT id, date FROM games_contest WHERE opens_at <= now()")
        return Boards(
            [Win(*row) for row in self.postgres.query(_WINS)],
            {(contest, moves): wins for contest, moves, wins in tallies},
            {(player, period): (wins, moves) for player, period, wins, moves in standings},
            {
                contest: self._listed(f"/api/v1/daily/{day}/leaderboard")
                for contest, day in contests
            },
        )

    def _listed(self, path: str) -> list[tuple[int, int]]:
        """Rank and moves of every entry of a board, over all its pages."""
        wire = Wire("recount", self.service.port, "127.0.0.1", Log())
        entries: list[tuple[int, int]] = []
        url = f"{path}?limit=100"
        while url:
            page = _read(wire, url)
            entries += [(entry["rank"], entry["moves"]) for entry in page["results"]]
            url = (page["next"] or "").partition("/api/v1")[2]
            url = f"/api/v1{url}" if url else ""
        wire.close()
        return entries


def _read(wire: Wire, url: str) -> dict[str, Any]:
    """Ask until it comes: a connection that has died costs a 503. RuntimeError."""
    late = time.monotonic() + READ_SECONDS
    while (reply := wire.ask("GET", url)).outcome != "ok":
        if time.monotonic() > late:
            raise RuntimeError(f"{url} was answered {reply.status}: {reply.body}")
        time.sleep(0.1)
    found: dict[str, Any] = reply.body
    return found
