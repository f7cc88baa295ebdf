"""The diagrams of the rules guide: positions, and the one move that can be played in each."""

from __future__ import annotations

from typing import Any, NamedTuple

from games.engine import DEAL, Move, Position, play
from games.views.pages.drawing import piles_drawn
from games.views.pages.naming import cards_of, pile_name


class Diagram(NamedTuple):
    """A position and a move as text, and the piles that are shown, row by row."""

    position: str
    move: str
    piles: str


DIAGRAMS = {
    "agnes": Diagram(
        "J 0.0.0.1 QHTC/4D8S/5HJCTH7DAD7S/QD6H8C4S2C2H/8HACQCAS2D6D/9CKD7H5S3D5C/6SQS3CKC9H "
        "9D/6C/-/-/-/-/- -/- JHKS9SAH2S4CTD8D7CKH3HTS5D4HJD3S",
        "r1-t1",
        "r1 r2/t1 t2",
    ),
    "deal": Diagram(
        "J 0.0.0.1 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKCQS/7H8DKDAH9HJC8H 4C/6D/2D/"
        "5D/6S/AC/2H -/- ?16",
        "t3-t5",
        "fC fD fH fS stock/r1 r2 r3 r4 r5 r6 r7/t1 t2 t3 t4 t5 t6 t7",
    ),
    "foundations": Diagram(
        "J 0.0.2.3 7HAS/TDKC4CQD8C/7C8H5SAD2S/KD9S5H2D6D/7DJC4S2H5D/6H7S2C3H/AC3D6C9D 5C/-/-/"
        "-/-/-/- -/- 6SAH8D3CTC4H9H9C4DKHTHQC8S3STSJD",
        "t1-f",
        "fC fD fH fS/r1/t1",
    ),
    "columns": Diagram(
        "J 0.1.0.1 2C9H8S7D/KSTC/5D/TSACQC5S6C2H2S/6SKC7S5HQS3H6D/KD8D3D3CAD9S5C/"
        "7CTD4CAS2D8C -/-/-/-/-/-/- -/- 6HAH7HQHTH4H4S9C4DKHJC9D8H3SJHQD",
        "t1-t2:3",
        "t1 t2 t3",
    ),
    "spaces": Diagram(
        "J 0.0.0.1 3HTD9S/-/6S/KH4HQHJDQS7HASAD9D5C/3SJH8H6DTH3C5S2C7S/TS4C8SAC8C7DJC2D2H/"
        "5D5H6HKDQD4SKC3D6C 9C/-/-/-/-/-/- -/- QCKS9HAH2S4DTC8D7C",
        "t1-t2:2",
        "r1/t1 t2 t3",
    ),
    "reserves": Diagram(
        "J 0.0.0.1 KSJD9D6C2S/JH8CTH5H3S/QSKHQD2CTC/9H8D8H7C8S/4D7H3HKC3C/QCAD4HAH7D/"
        "QHKD6H2D5S 4C/6D/-/5DTS/6S/AC/2H -/- 7SAS9C3DJC5CTD9S4S",
        "deal",
        "stock/r1 r2 r3 r4 r5 r6 r7",
    ),
    "end": Diagram(
        "J 13.13.12.13 -/-/-/-/-/-/- -/-/-/-/-/-/- TH/- -",
        "x1-f",
        "fC fD fH fS x1 x2",
    ),
    "grow": Diagram(
        "5 0.0.1.0 9SQD/3H/KHJD9CKC7S6C3D5C/3S4C7CQH3CQS9D/TH5STSTD7HAD8C/5DQC6S8D4S2C2H/"
        "4H8SACJSAS2D6D JC6H/KD/-/-/-/-/- -/- JHKS9HAH2S4DTC8H7D",
        "r1-f",
        "fC fD fH fS/r1 r2/t1 t2",
    ),
    "fill": Diagram(
        "5 0.0.2.0 9SQD/-/KHJH9DKD8C6D3D5C/3H3S7DQS3CKC9H/TS6CJDTH7SAD8D/5DQH7C8H4S2C2H/"
        "4H9CACQCAS2D6S JC4C/5S/-/-/-/-/- -/- JSKSTCAH2S4DTD8S7H",
        "r1-t2",
        "fC fD fH fS/r1 r2/t1 t2",
    ),
}


def diagram_drawn(diagram: Diagram) -> dict[str, Any]:
    """Return the boards before and after the move, and what has to be pressed.

    Raises InvalidNotation and IllegalMove: what is shown is what the engine allows.
    """
    before, move = Position.parse(diagram.position), Move.parse(diagram.move)
    after = play(before, move)
    target = _target(before, move)
    rows = diagram.piles.split("/")
    return {
        "boards": [[piles_drawn(at, row) for row in rows] for at in (before, after)],
        "source": str(move.source) if move != DEAL else "stock",
        "target": target,
        "target_name": pile_name(target),
        "count": move.count,
    }


def _target(before: Position, move: Move) -> str:
    """The pile on the board where a move ends: of four foundations the one of the suit."""
    if move == DEAL:
        return "stock"
    if move.target.letter != "f":
        return str(move.target)
    return f"f{cards_of(before, str(move.source))[-1].text[1]}"
