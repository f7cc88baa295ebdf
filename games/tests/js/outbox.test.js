// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { Problem, createOutbox } from "../../static/games/api.js";
import { openingState } from "../../static/games/state.js";
import { gameWith } from "./games.js";

/** @typedef {import("../../static/games/api.js").Game} Game */

/** @typedef {import("../../static/games/state.js").Sending} Sending */

/**
 * An outbox on a table of its own: what it sent, kept and told, and how to answer.
 * @param {Partial<Game>} [facts] @param {Sending[][]} [left] what earlier pages kept
 */
function table(facts = {}, left = []) {
  const state = openingState(gameWith(facts));
  /** @type {Sending[]} */
  const sent = [];
  /** @type {{kept: Sending[]}} */
  const storage = { kept: [] };
  /** @type {string[]} */
  const told = [];
  /** @type {((answer: Game | Error) => void)[]} */
  const waiting = [];
  /** @param {Sending} sending @returns {Promise<Game>} */
  function send(sending) {
    sent.push(sending);
    return new Promise((resolve, reject) => {
      waiting.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
    });
  }
  const store = { read: () => state, change: (/** @type {any} */ mutate) => mutate(state) };
  const listener = {
    answered: (/** @type {string[]} */ actions) => void told.push(`answered ${actions}`),
    refused: (/** @type {string[]} */ actions, /** @type {unknown} */ reason) => {
      told.push(`refused ${actions}: ${reason}`);
    },
    held: (/** @type {Problem} */ { status }) => void told.push(`held ${status}`),
  };
  const keeper = {
    keep: (/** @type {Sending[]} */ ahead) => void (storage.kept = ahead),
    next: () => left.shift() ?? null,
  };
  const outbox = createOutbox(store, send, listener, keeper);
  /** @param {Game | Error} answer */
  async function answer(answer) {
    waiting.shift()?.(answer);
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { state, sent, told, storage, outbox, answer };
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
  assert.deepEqual(told, ["refused t3-t5,t6-f: Error: closed"]);
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

test("what is not answered yet is kept, and forgotten with its answer", async () => {
  const { storage, outbox, answer } = table();
  outbox.push(["t3-t5"]);
  outbox.push(["t6-f"]);
  assert.deepEqual(storage.kept, [{ ply: 0, actions: ["t3-t5"] }, { ply: 1, actions: ["t6-f"] }]);
  await answer(gameWith({ ply: 1 }));
  assert.deepEqual(storage.kept, [{ ply: 1, actions: ["t6-f"] }]);
  await answer(gameWith({ ply: 2 }));
  assert.deepEqual(storage.kept, []);
});

test("what earlier pages kept is sent at the plies it was played at, page by page", async () => {
  const left = [[{ ply: 0, actions: ["t3-t5"] }, { ply: 1, actions: ["t6-f"] }],
    [{ ply: 1, actions: ["deal"] }]];
  const { sent, told, state, outbox, answer } = table({ ply: 2, legal_moves: [] }, [...left]);
  /** @type {number[]} */
  const found = [];
  outbox.resume((count) => found.push(count));
  await answer(gameWith({ ply: 2 }));
  await answer(gameWith({ ply: 2 }));
  await answer(new Error("stale"));
  assert.deepEqual(sent, left.flat());
  assert.deepEqual(told, ["answered t3-t5", "answered t6-f", "refused deal: Error: stale"]);
  assert.deepEqual(found, [2, 1]);
  assert.deepEqual(state.ahead, []);
});

test("a play that the game has run past is left to the server to judge", async () => {
  const { sent, outbox, answer } = table();
  outbox.push(["t3-t5"]);
  outbox.push(["t6-f"]);
  await answer(gameWith({ ply: 5, legal_moves: ["deal"] }));
  assert.deepEqual(sent[1], { ply: 1, actions: ["t6-f"] });
});

test("when the session has ended all is kept, and nothing more is sent", async () => {
  for (const refusal of [{ status: 401 }, { status: 403, code: "csrf_failed" }]) {
    const { sent, told, storage, outbox, answer } = table();
    outbox.push(["t3-t5"]);
    await answer(new Problem(refusal));
    outbox.push(["t6-f"]);
    await answer(gameWith({ ply: 1 }));
    assert.equal(sent.length, 1);
    assert.deepEqual(told, [`held ${refusal.status}`]);
    assert.equal(storage.kept.length, 2);
  }
});
