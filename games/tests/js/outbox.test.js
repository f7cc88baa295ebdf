// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { createOutbox } from "../../static/games/api.js";
import { openingState } from "../../static/games/state.js";
import { gameWith } from "./games.js";

/** @typedef {import("../../static/games/api.js").Game} Game */

/** An outbox on a table of its own: what it sent, what it told, and how to answer. */
function table() {
  const state = openingState(gameWith({}));
  /** @type {{ply: number, actions: string[]}[]} */
  const sent = [];
  /** @type {string[]} */
  const told = [];
  /** @type {((answer: Game | Error) => void)[]} */
  const waiting = [];
  /** @param {Game} game @param {string[]} actions @returns {Promise<Game>} */
  function send({ ply }, actions) {
    sent.push({ ply, actions });
    return new Promise((resolve, reject) => {
      waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  }
  const store = { read: () => state, change: (/** @type {any} */ mutate) => mutate(state) };
  const outbox = createOutbox(store, send, {
    answered: (actions) => told.push(`answered ${actions}`),
    refused: (actions, reason) => told.push(`refused ${actions}: ${reason}`),
  });
  /** @param {Game | Error} answer */
  async function answer(answer) {
    waiting.shift()?.(answer);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { state, sent, told, outbox, answer };
}

test("one list is on its way at a time, each with the ply of the answer before", async () => {
  const { state, sent, told, outbox, answer } = table();
  outbox.push(["t3-t5"]);
  outbox.push(["t6-f"]);
  assert.deepEqual(sent, [{ ply: 0, actions: ["t3-t5"] }]);
  await answer(gameWith({ ply: 1 }));
  assert.deepEqual(sent[1], { ply: 1, actions: ["t6-f"] });
  await answer(gameWith({ ply: 2 }));
  assert.deepEqual(told, ["answered t3-t5", "answered t6-f"]);
  assert.deepEqual(state.ahead, []);
  assert.equal(state.game.ply, 2);
});

test("a refusal empties the outbox: what was to follow rests on what was refused", async () => {
  const { state, sent, told, outbox, answer } = table();
  outbox.push(["t3-t5"]);
  outbox.push(["t6-f"]);
  await answer(new Error("closed"));
  assert.equal(sent.length, 1);
  assert.deepEqual(told, ["refused t3-t5: Error: closed"]);
  assert.deepEqual(state.ahead, []);
  assert.equal(state.game.ply, 0);
});

test("what the last answer no longer offers is not sent", async () => {
  const { sent, told, outbox, answer } = table();
  outbox.push(["t3-t5"]);
  outbox.push(["t3-t1"]);
  await answer(gameWith({ ply: 1 }));
  assert.equal(sent.length, 1);
  assert.deepEqual(told, ["answered t3-t5", "refused t3-t1: null"]);
});
