// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import {
  bestPlace, homeLine, isBlind, isOffered, isOpen, liftable, nextPly, openingState, shownPly,
  shownPosition, targetsOf,
} from "../../static/games/state.js";
import { gameWith } from "./games.js";

/** @param {Partial<import("../../static/games/state.js").State>} facts */
function stateWith(facts) {
  return { ...openingState(gameWith({})), ...facts };
}

test("only what the server named can be lifted, and goes only where it said", () => {
  const state = stateWith({});
  assert.deepEqual(liftable(state, "t3"), [1]);
  assert.deepEqual(liftable(state, "t1"), []);
  assert.deepEqual([...targetsOf(state, { pile: "t6", count: 1 })], ["fS"]);
});

test("a play ahead is shown, and what it has not touched can still be played", () => {
  const state = stateWith({ ahead: [{ ply: 0, actions: ["t3-t5"] }] });
  assert.equal(shownPosition(state).piles.t5.at(-1), "7D");
  assert.equal(shownPly(state), 1);
  assert.deepEqual([...targetsOf(state, { pile: "t6", count: 1 })], ["fS"]);
});

test("of a pile that a play ahead has touched nothing is known, so anything may be tried", () => {
  const selection = { pile: "t3", count: 1 };
  const state = stateWith({ ahead: [{ ply: 0, actions: ["t3-t5"] }], selection });
  assert.deepEqual(liftable(state, "t3"), [1, 2]);
  assert.deepEqual([...targetsOf(state, selection)], []);
  assert.ok(isOpen(state, "t1"));
  assert.ok(isOpen(state, "fH"));
  assert.ok(!isOpen(state, "fS"));
  assert.ok(!isOpen(state, "r1"));
});

test("while a deal is on its way nothing can be lifted", () => {
  const state = stateWith({ ahead: [{ ply: 0, actions: ["deal"] }] });
  assert.ok(isBlind(state));
  assert.deepEqual(liftable(state, "t3"), []);
  assert.equal(shownPly(state), 0);
});

test("the best place is the foundation, else the only one, else none", () => {
  const game = gameWith({ legal_moves: ["t6-t1", "t6-f", "t3-t5", "r5-t3", "r5-t7"] });
  const state = openingState(game);
  assert.equal(bestPlace(state, { pile: "t6", count: 1 }), "fS");
  assert.equal(bestPlace(state, { pile: "t3", count: 1 }), "t5");
  assert.equal(bestPlace(state, { pile: "r5", count: 1 }), null);
});

test("every card goes home in one line when only foundation plays are needed", () => {
  const position = "A 13.13.12.11 KH/-/KSQS/-/-/-/- -/-/-/-/-/-/- -/- -";
  const state = openingState(gameWith({ position, legal_moves: ["t1-f", "t3-f"] }));
  assert.deepEqual(homeLine(state), ["t1-f", "t3-f", "t3-f"]);
});

test("no line home while a card lies wrong, or stock is left, or the game is over", () => {
  const wrong = "A 13.13.12.11 KH/-/QSKS/-/-/-/- -/-/-/-/-/-/- -/- -";
  assert.deepEqual(homeLine(openingState(gameWith({ position: wrong }))), []);
  assert.deepEqual(homeLine(stateWith({})), []);
  const won = "A 13.13.13.13 -/-/-/-/-/-/- -/-/-/-/-/-/- -/- -";
  assert.deepEqual(homeLine(openingState(gameWith({ position: won, status: "won" }))), []);
});

test("undo and concession are offered by what the game says of them", () => {
  assert.ok(!isOffered(gameWith({}), "undo"));
  assert.ok(isOffered(gameWith({ can_undo: true }), "undo"));
  assert.ok(isOffered(gameWith({}), "concede"));
  assert.ok(!isOffered(gameWith({ status: "lost" }), "concede"));
  assert.ok(!isOffered(gameWith({}), "t1-t2"));
});

test("an undo takes a play ahead back at once, and both are counted", () => {
  const ahead = ["t3-t5", "undo"].map((text, ply) => ({ ply, actions: [text] }));
  const state = stateWith({ ahead });
  assert.equal(shownPosition(state).piles.t3.at(-1), "7D");
  assert.equal(shownPly(state), 2);
  assert.ok(!isBlind(state));
  assert.deepEqual(liftable(state, "t3"), [1]);
});

test("an undo of what was answered already brings cards that nobody can foresee", () => {
  const state = stateWith({ ahead: [{ ply: 0, actions: ["undo"] }] });
  assert.ok(isBlind(state));
  assert.equal(shownPly(state), 0);
});

test("plays on another position than the one on screen are not shown there", () => {
  const game = gameWith({ ply: 4 });
  const state = stateWith({ game, ahead: [{ ply: 3, actions: ["t3-t5"] }] });
  assert.equal(shownPosition(state).piles.t3.at(-1), "7D");
  assert.equal(shownPly(state), 4);
  assert.ok(isBlind(state));
  assert.equal(nextPly(state), 4);
});
