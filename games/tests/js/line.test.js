// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { plyOf, positionsAlong, stretches, verdictWords } from "../../static/games/line.js";
import { parsePosition } from "../../static/games/notation.js";

const OPENING = parsePosition(
  "J 0.0.0.1 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKCQS/7H8DKDAH9HJC8H 4C/6D/2D/5D/6S/AC/2H -/- ?16",
);
const STOCK = "4S 2C 7S 7C AD QD 3S 5H 3H 6H 8C 4D 5C TS JH 9C".split(" ");

test("a line has a position before its first move and after each", () => {
  const positions = positionsAlong(OPENING, ["t6-f", "t3-t5"], STOCK);
  assert.equal(positions.length, 3);
  assert.equal(positions[0], OPENING);
  assert.equal(positions[1].heights.S, 2);
  assert.deepEqual(positions[2].piles.t5.slice(-2), ["8S", "7D"]);
});

test("deals take the stock in its order, the last two cards to the extra places", () => {
  const positions = positionsAlong(OPENING, ["deal", "deal", "deal"], STOCK);
  assert.deepEqual(positions.map(({ stock }) => stock), [16, 9, 2, 0]);
  assert.deepEqual(positions[1].piles.r1, ["4C", "4S"]);
  assert.deepEqual(positions[2].piles.r7, ["2H", "3S", "TS"]);
  assert.deepEqual([positions[3].piles.x1, positions[3].piles.x2], [["JH"], ["9C"]]);
  assert.deepEqual(OPENING.piles.r1, ["4C"]);
});

test("verdicts that do not change are one stretch", () => {
  assert.deepEqual(stretches(["winnable", "winnable", "lost"]), [
    { verdict: "winnable", from: 0, to: 1 },
    { verdict: "lost", from: 2, to: 2 },
  ]);
  assert.deepEqual(stretches([]), []);
});

test("the bar is told in words", () => {
  assert.equal(
    verdictWords(["winnable", "winnable", "unknown", "lost"]),
    "The game after moves 0 to 1 could be won; after move 2 not decided; after move 3 could not be won.",
  );
});

test("an address points to a ply or to none", () => {
  assert.equal(plyOf("#ply-41"), 41);
  for (const other of ["", "#ply-", "#ply-x", "#ply-99999", "#main"]) {
    assert.equal(plyOf(other), null);
  }
});
