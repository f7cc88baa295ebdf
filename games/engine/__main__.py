"""The engine as a filter: a line in, a line out. `docs/engine.md` shows each command."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable

from games.engine.cards import Deck
from games.engine.deals import deck_of
from games.engine.errors import IllegalMove, InvalidNotation
from games.engine.perft import perft
from games.engine.position import Position
from games.engine.record import parse_history, replay
from games.engine.rules import legal_moves, status

Answer = dict[str, object]
Command = Callable[[argparse.Namespace, str], Answer]

_DEEPEST = 99


def answer_legal(arguments: argparse.Namespace, line: str) -> Answer:
    """Return the legal moves, sorted by text, and the status of a position."""
    position = Position.parse(line)
    legal = sorted(map(str, legal_moves(position)))
    return {"position": str(position), "legal": legal, "status": status(position)}


def answer_perft(arguments: argparse.Namespace, line: str) -> Answer:
    """Return how many lines of play start at a position."""
    position = Position.parse(line)
    return {"position": str(position), "count": perft(position, arguments.depth)}


def answer_replay(arguments: argparse.Namespace, line: str) -> Answer:
    """Return where a game on a deck stands after its actions."""
    deck, bar, history = line.partition("|")
    if not bar:
        raise InvalidNotation(line, "no '|' between deck and moves", "deck")
    cards = Deck.parse(deck.strip(" "))
    attempt = replay(cards, parse_history(history.strip(" ")), ranked=arguments.ranked)
    return {"position": str(attempt.position), "status": attempt.status, "ply": attempt.ply}


def answer_line(command: Command, arguments: argparse.Namespace, line: bytes) -> Answer:
    """Return the answer to one line, with its end, or an error object that says what is wrong."""
    try:
        return command(arguments, line.decode().removesuffix("\n").removesuffix("\r"))
    except UnicodeDecodeError as error:
        return {"error": f"not UTF-8: {error}", "code": InvalidNotation.code, "index": None}
    except (InvalidNotation, IllegalMove) as error:
        return {"error": str(error), "code": error.code, "index": error.index}


def seed(text: str) -> bytes:
    """Return the seed of 64 hex digits, as `argparse` wants it."""
    if not re.fullmatch("[0-9A-Fa-f]{64}", text):
        raise argparse.ArgumentTypeError("a seed is 64 hex digits")
    return bytes.fromhex(text)


def depth(text: str) -> int:
    """Return the depth, as `argparse` wants it."""
    if not re.fullmatch("[0-9]{1,2}", text):
        raise argparse.ArgumentTypeError(f"a depth is a number from 0 to {_DEEPEST}")
    return int(text)


def parse_arguments(words: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m games.engine",
        description="The rules of Agnes Bernauer as a filter: one line in, one JSON object out.",
    )
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def add(name: str, what_it_does: str, **defaults: object) -> argparse.ArgumentParser:
        command = commands.add_parser(name, help=what_it_does, allow_abbrev=False)
        command.set_defaults(**defaults)
        return command

    add("legal", "POSITION lines: the legal moves and the status", answer=answer_legal)
    record = add("replay", "DECK | ACTIONS lines: where the game stands", answer=answer_replay)
    record.add_argument("--ranked", action="store_true", help="refuse undo over a deal")
    counting = add("perft", "POSITION lines: count the lines of play", answer=answer_perft)
    counting.add_argument("depth", type=depth, metavar="DEPTH")
    deal = add("deal", "print the deck of a seed", answer=None)
    deal.add_argument("seed", type=seed, metavar="SEED_HEX")
    return parser.parse_args(words)


def main(words: list[str]) -> None:
    """Run the command in `words`: one line of standard output for each of standard input."""
    arguments = parse_arguments(words)
    if arguments.answer is None:
        print(deck_of(arguments.seed), flush=True)
        return
    for line in sys.stdin.buffer:
        print(json.dumps(answer_line(arguments.answer, arguments, line)), flush=True)


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BrokenPipeError:
        # Whoever read the answers has enough; the flush at exit must not complain either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except KeyboardInterrupt:
        sys.exit(130)
