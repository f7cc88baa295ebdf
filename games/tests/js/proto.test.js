// @ts-check
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Problem, sendActions } from "../../static/games/api.js";
import { createStore, openingState } from "../../static/games/state.js";
import { gameWith } from "./games.js";

Object.assign(globalThis, {
  document: { querySelector: () => null },
  requestAnimationFrame: () => 0,
});

/** JSON whose member `__proto__` is one of its own, as only a text can bring it. */
const NASTY = '"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}';

function assertClean() {
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
  assert.equal(/** @type {any} */ ([]).polluted, undefined);
}

/** @param {number} status @param {string} body */
function answerWith(status, body) {
  mock.method(globalThis, "fetch", () => Promise.resolve(new Response(body, { status })));
}

test("an answer with __proto__ in it changes no other object", async () => {
  const game = JSON.stringify(gameWith({})).replace("{", `{${NASTY}, `);
  answerWith(200, game);
  const after = await sendActions(7, { ply: 0, actions: ["t3-t5"] }, assert.fail);
  const state = openingState(after);
  createStore(state, assert.fail).change((now) => void Object.assign(now, { game: after }));
  assert.equal(state.game.ply, 0);
  assertClean();
});

test("a refusal with __proto__ in it changes no other object", async () => {
  answerWith(409, `{${NASTY}, "code": "stale", "detail": "Moved on."}`);
  const sent = sendActions(7, { ply: 0, actions: ["t3-t5"] }, assert.fail);
  await assert.rejects(sent, (problem) => problem instanceof Problem && problem.code === "stale");
  assertClean();
});
