"""The answers of the filter: each takes one line and returns what is to be written as JSON."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from games.engine.cards import Deck
from games.engine.errors import IllegalMove, InvalidNotation
from games.engine.moves import Move
from games.engine.par import par
from games.engine.perft import perft
from games.engine.position import Position
from games.engine.record import parse_history, replay
from games.engine.rules import legal_moves, opening, status
from games.engine.solver import solve

Answer = dict[str, object]
Command = Callable[[argparse.Namespace, str], Answer]


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


def answer_solve(arguments: argparse.Namespace, line: str) -> Answer:
    """Return whether a position, or the opening of a deck, can be won, and a line that wins."""
    position = parse_open(line)
    solution = solve(position, arguments.budget)
    found = {"verdict": solution.verdict, "nodes": solution.nodes, "line": text_of(solution.line)}
    return {"position": str(position), **found}


def answer_par(arguments: argparse.Namespace, line: str) -> Answer:
    """Return the shortest win found of a position, or the opening of a deck, and its bound."""
    position = parse_open(line)
    found = par(position, arguments.budget)
    if found is None:
        return {"position": str(position), "moves": None, "bound": None, "line": None}
    figures = {"moves": found.moves, "bound": found.bound, "line": text_of(found.line)}
    return {"position": str(position), **figures}


def parse_open(line: str) -> Position:
    """Return a position, its stock not hidden, or a deck's opening. Raises InvalidNotation."""
    position = Position.parse(line) if "/" in line else opening(Deck.parse(line))
    if position.unseen:
        raise InvalidNotation(line, "its stock is hidden", "position to be solved")
    return position


def text_of(line: tuple[Move, ...] | None) -> str | None:
    return None if line is None else " ".join(map(str, line))


def answer_line(command: Command, arguments: argparse.Namespace, line: bytes) -> Answer:
    """Return the answer to one line, with its end, or an error object that says what is wrong."""
    try:
        return command(arguments, line.decode().removesuffix("\n").removesuffix("\r"))
    except UnicodeDecodeError as error:
        return {"error": f"not UTF-8: {error}", "code": InvalidNotation.code, "index": None}
    except (InvalidNotation, IllegalMove) as error:
        return {"error": str(error), "code": error.code, "index": error.index}
