"""Is a record true? What follows from it is worked out anew and compared, check by check."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from games.engine.deals import commitment
from games.engine.errors import IllegalMove, InvalidNotation
from games.engine.record import Attempt
from games.engine.rules import RULES_VERSION, Status
from games.engine.scoresheet import EXPIRED, GAME, ScoreSheet

_CASUAL = "casual"


class Outcome(StrEnum):
    """Of a check, or of all. OPEN: nothing speaks against it, but something is missing."""

    PASSED = "passed"
    FAILED = "failed"
    OPEN = "open"


class CheckName(StrEnum):
    """What is checked. READING is there only when it failed."""

    READING = "reading"
    RULES = "rules"
    REPLAY = "replay"
    RESULT = "result"
    DECK = "deck"
    COMMITMENT = "commitment"


@dataclass(frozen=True, slots=True)
class Check:
    """One check of a record, and in English what was found."""

    name: CheckName
    outcome: Outcome
    found: str


def record_checks(
    text: str, *, seed: str | None = None, published: str | None = None
) -> list[Check]:
    """Return the checks of a record's text, in the order in which a reader follows them.

    `seed` (64 hex digits) and the `published` commitment are what somebody knows from elsewhere;
    the record must agree with them, and they stand in where it is silent.
    """
    try:
        sheet = ScoreSheet.parse(text)
    except InvalidNotation as error:
        return [Check(CheckName.READING, Outcome.FAILED, str(error))]
    return sheet_checks(sheet, seed=seed, published=published)


def sheet_checks(
    sheet: ScoreSheet, *, seed: str | None = None, published: str | None = None
) -> list[Check]:
    """Return the checks of a score sheet; see `record_checks`."""
    return list(_Verifier(sheet, seed, published).checks())


def verdict(checks: list[Check]) -> Outcome:
    """Return the worst outcome: FAILED, else OPEN, else PASSED."""
    outcomes = {check.outcome for check in checks}
    return next(o for o in (Outcome.FAILED, Outcome.OPEN, Outcome.PASSED) if o in outcomes)


def report(checks: list[Check]) -> str:
    """Return a line for each check, and one that says what they come to."""
    lines = [f"{check.outcome:<7} {check.name:<11} {check.found}" for check in checks]
    return "\n".join([*lines, conclusion(checks)])


def conclusion(checks: list[Check]) -> str:
    """Return the last line of a report."""
    outcome = verdict(checks)
    names = ", ".join(check.name for check in checks if check.outcome == outcome)
    return {
        Outcome.PASSED: "verified",
        Outcome.FAILED: f"NOT TRUE: {names}",
        Outcome.OPEN: f"incomplete, not checked: {names}",
    }[outcome]


class _Verifier:
    """`given` and `published` come from elsewhere; `sheet` is completed by them."""

    def __init__(self, sheet: ScoreSheet, given: str | None, published: str | None) -> None:
        self.given, self.published = given, published
        known = {"Seed": given, "Commitment": published}
        stand_in = {name: value for name, value in known.items() if value}
        self.sheet = ScoreSheet({**stand_in, **sheet.headers}, sheet.actions)
        self.headers = self.sheet.headers
        self.contest = self.headers.get("Contest")

    def checks(self) -> Iterator[Check]:
        yield self._rules()
        played = self._replayed()
        if isinstance(played, Attempt):
            how = "ranked" if played.ranked else "casual"
            yield _passed(CheckName.REPLAY, f"{played.ply} actions, all legal in {how} play")
            yield self._result(played)
        else:
            yield played
            yield _open(CheckName.RESULT, "nothing to compare it with")
        yield from self._deck()
        yield from self._commitment()

    def _rules(self) -> Check:
        game, version = self.headers.get("Game", GAME), self.headers.get("Rules")
        if game != GAME:
            return _failed(CheckName.RULES, f"Game: {game}, and these are the rules of {GAME}")
        if version != str(RULES_VERSION):
            found = f"Rules: the record names {version or 'none'}, and these are {RULES_VERSION}"
            return _failed(CheckName.RULES, found)
        return _passed(CheckName.RULES, f"{GAME}, version {RULES_VERSION}")

    def _replayed(self) -> Attempt | Check:
        if not self.headers.keys() & {"Deck", "Seed"}:
            return _open(CheckName.REPLAY, "the record has neither deck nor seed")
        try:
            return self.sheet.replay()
        except (InvalidNotation, IllegalMove) as error:
            return _failed(CheckName.REPLAY, str(error))

    def _result(self, played: Attempt) -> Check:
        status = played.status.value
        claimed = self.headers.get("Result", status)
        if played.status is Status.PLAYING and self.contest and claimed == EXPIRED:
            claimed = status
        claims = {
            "Result": (claimed, status),
            "Moves": (self.headers.get("Moves", str(played.ply)), str(played.ply)),
            "Undos": (self.headers.get("Undos", str(played.undos)), str(played.undos)),
        }
        wrong = [
            f"{name}: the record says {claim}, the replay {fact}"
            for name, (claim, fact) in claims.items()
            if claim != fact
        ]
        if wrong:
            return _failed(CheckName.RESULT, "; ".join(wrong))
        return _passed(CheckName.RESULT, f"{status}, moves {played.ply}, undos {played.undos}")

    def _deck(self) -> Iterator[Check]:
        """Nothing for a deck that a player brought: it follows from no seed."""
        if "Seed" in self.headers:
            yield self._deck_from_seed(self.headers["Seed"])
        elif self.contest is not None or "Shuffle" in self.headers:
            yield _open(CheckName.DECK, "no seed: it is published when the contest is settled")

    def _deck_from_seed(self, seed: str) -> Check:
        if self.given not in (None, seed):
            return _failed(CheckName.DECK, "Seed: the record has another than the one given")
        if "Shuffle" not in self.headers:
            return _failed(CheckName.DECK, "Shuffle: the record does not name its version")
        try:
            agrees = self.sheet.deck_of_seed() == self.sheet.deck
        except InvalidNotation as error:
            return _failed(CheckName.DECK, str(error))
        which = "it" if agrees else "another"
        found = f"shuffle {self.sheet.shuffle_version} of the seed gives {which}"
        return (_passed if agrees else _failed)(CheckName.DECK, found)

    def _commitment(self) -> Iterator[Check]:
        """Nothing for a casual game: nobody committed to its seed."""
        kind = self.contest.partition(":")[0] if self.contest is not None else _CASUAL
        if self.headers.get("Kind", kind) != kind:
            found = f"Kind: {self.headers['Kind']}, and the contest is {self.contest or 'missing'}"
            yield _failed(CheckName.COMMITMENT, found)
        elif self.contest is not None:
            yield self._commitment_to(self.contest)
        elif "Commitment" in self.headers:
            yield _failed(CheckName.COMMITMENT, "Contest: the record does not name it")

    def _commitment_to(self, contest: str) -> Check:
        name = CheckName.COMMITMENT
        promised = self.headers.get("Commitment")
        if promised is None:
            return _open(name, "none: it is published with the contest")
        if self.published not in (None, promised):
            return _failed(name, "Commitment: the record has another than the one published")
        if "Seed" not in self.headers:
            return _open(name, "no seed: it is published when the contest is settled")
        try:
            seed, version = self.sheet.seed, self.sheet.shuffle_version
        except InvalidNotation as error:
            return _failed(name, str(error))
        made = commitment(seed, contest, version)
        found = f'SHA-256 of "agnes {version} {contest} {seed.hex()}" is {made}'
        return (_passed if made == promised else _failed)(name, found)


def _passed(name: CheckName, found: str) -> Check:
    return Check(name, Outcome.PASSED, found)


def _failed(name: CheckName, found: str) -> Check:
    return Check(name, Outcome.FAILED, found)


def _open(name: CheckName, found: str) -> Check:
    return Check(name, Outcome.OPEN, found)
