// @ts-check
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { Problem, fetchHint, sendActions } from "../../static/games/api.js";
import { gameWith } from "./games.js";

Object.assign(globalThis, {
  document: { querySelector: () => ({ getAttribute: () => "token" }) },
  addEventListener: () => {},
  removeEventListener: () => {},
});

/**
 * A server that answers in turn; returns what it was sent.
 * @param {(Response | Error)[]} answers
 */
function serve(answers) {
  /** @type {{path: string, body: string}[]} */
  const asked = [];
  mock.method(globalThis, "fetch", (/** @type {string} */ path, /** @type {any} */ options) => {
    asked.push({ path, body: options.body });
    const answer = answers.shift();
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  mock.method(globalThis, "setTimeout", (/** @type {() => void} */ done) => queueMicrotask(done));
  return asked;
}

test("what is not answered is sent again, word for word, until it is", async () => {
  const after = gameWith({ ply: 1 });
  const silence = [new TypeError("offline"), new Response("", { status: 503 })];
  const broken = new Response('{"ply": 1', { status: 200 });
  const failed = new Response("", { status: 500 });
  const asked = serve([...silence, failed, broken, Response.json(after)]);
  let troubles = 0;
  assert.deepEqual(await sendActions(7, { ply: 0, actions: ["t3-t5"] }, () => void (troubles += 1)), after);
  assert.equal(troubles, 4);
  assert.deepEqual(new Set(asked.map(({ body }) => body)), new Set(['{"ply":0,"move":"t3-t5"}']));
  assert.equal(asked.length, 5);
});

test("several moves go as one list, a concession to its own address", async () => {
  const asked = serve([Response.json(gameWith({})), Response.json(gameWith({}))]);
  await sendActions(7, { ply: 3, actions: ["t1-f", "t2-f"] }, assert.fail);
  await sendActions(7, { ply: 5, actions: ["concede"] }, assert.fail);
  assert.deepEqual(asked, [
    { path: "/api/v1/games/7/moves", body: '{"ply":3,"moves":["t1-f","t2-f"]}' },
    { path: "/api/v1/games/7/concede", body: '{"ply":5}' },
  ]);
});

test("a refusal is not sent again, and brings the game as it stands", async () => {
  const game = gameWith({ ply: 4 });
  const body = { status: 409, code: "stale", detail: "The game has moved on.", game };
  const asked = serve([Response.json(body, { status: 409 })]);
  await assert.rejects(sendActions(7, { ply: 0, actions: ["deal"] }, assert.fail), (problem) => {
    assert.ok(problem instanceof Problem);
    assert.equal(problem.code, "stale");
    assert.equal(problem.message, "The game has moved on.");
    assert.deepEqual(problem.game, game);
    return true;
  });
  assert.equal(asked.length, 1);
});

test("a hint that is not answered is not asked for again: it would count", async () => {
  const asked = serve([new Response("", { status: 503 })]);
  await assert.rejects(fetchHint(gameWith({})), { message: "No answer from the server." });
  assert.equal(asked.length, 1);
});
