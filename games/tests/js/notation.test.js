// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  foundationNext, foundationTop, parsePlay, parsePosition, pileOfTarget, playText, played,
} from "../../static/games/notation.js";

const TEXT = "J 0.0.0.1 TC/QHTD/3CKH7D/QCTH6C4H/KS5S3DJD8S/9S9D2SASKCQS/7H8DKDAH9HJC8H "
  + "4C/6D/2D/5D/6S/AC/2H -/- ?16";
const POSITION = parsePosition(TEXT);

test("a position is read pile by pile", () => {
  assert.equal(POSITION.baseRank, "J");
  assert.deepEqual(POSITION.piles.t3, ["3C", "KH", "7D"]);
  assert.deepEqual(POSITION.piles.r5, ["6S"]);
  assert.deepEqual(POSITION.piles.x1, []);
  assert.equal(POSITION.stock, 16);
});

test("a foundation names its top and its next card, the ace after the king", () => {
  assert.equal(foundationTop(POSITION, "S"), "JS");
  assert.equal(foundationNext(POSITION, "S"), "Q");
  assert.equal(foundationNext(parsePosition(TEXT.replace("0.0.0.1", "3.0.0.13")), "C"), "A");
  assert.equal(foundationNext(parsePosition(TEXT.replace("0.0.0.1", "3.0.0.13")), "S"), null);
});

test("plays are read and written exactly", () => {
  for (const text of ["t3-f", "r5-t2", "x1-t4", "t1-t4:3"]) {
    const play = parsePlay(text);
    assert.ok(play);
    assert.equal(playText(play), text);
  }
  for (const text of ["deal", "undo", "concede", "t8-f:", ""]) assert.equal(parsePlay(text), null);
});

test("a play carries cards from pile to pile and leaves the position before alone", () => {
  const after = played(POSITION, { source: "t3", target: "t5", count: 2 });
  assert.deepEqual(after.piles.t3, ["3C"]);
  assert.deepEqual(after.piles.t5, ["KS", "5S", "3D", "JD", "8S", "KH", "7D"]);
  assert.deepEqual(POSITION.piles.t3, ["3C", "KH", "7D"]);
});

test("a play to a foundation makes that of its suit one higher", () => {
  const play = { source: "t6", target: "f", count: 1 };
  assert.equal(pileOfTarget(POSITION, play), "fS");
  const after = played(POSITION, play);
  assert.equal(after.heights.S, 2);
  assert.equal(after.piles.t6.length, 5);
});
