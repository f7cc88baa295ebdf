// @ts-check
import assert from "node:assert/strict";
import { mock, test } from "node:test";

import { createActions } from "../../static/games/actions.js";
import { listenToKeys } from "../../static/games/input.js";
import { createStore, openingState } from "../../static/games/state.js";
import { gameWith } from "./games.js";

/** @type {((event: object) => void)[]} */
const listeners = [];
Object.assign(globalThis, {
  document: {
    querySelector: () => ({ getAttribute: () => "token" }),
    addEventListener: (/** @type {string} */ _, /** @type {() => void} */ listener) => {
      listeners.push(listener);
    },
  },
  Element: class {},
  HTMLElement: class {},
  localStorage: { setItem() {}, removeItem() {} },
  location: { pathname: "/games/7" },
  addEventListener: () => {},
  removeEventListener: () => {},
  requestAnimationFrame: () => 0,
});

const conceded = gameWith({ ply: 1, status: "conceded", legal_moves: [] });

/** A game before its first move, whose server always gives the same answer. */
function sitDown() {
  mock.method(globalThis, "fetch", async () => Response.json(conceded));
  const store = createStore(openingState(gameWith({})), () => {});
  /** @type {(game: import("./games.js").Game) => void} */
  let end = () => {};
  const ended = new Promise((resolve) => void (end = resolve));
  return { store, ended, actions: createActions(store, (game) => end(game)) };
}

test("how a game ended is told by its panel, and not said beside it again", async () => {
  const { store, ended, actions } = sitDown();
  actions.act("concede");
  assert.equal((await ended).status, "conceded");
  assert.equal(store.read().said, "");
});

test("of a game that ended elsewhere it is said that this happened elsewhere", async () => {
  const { store, ended, actions } = sitDown();
  await actions.refresh();
  assert.equal((await ended).status, "conceded");
  assert.match(store.read().said, /moved on elsewhere/);
});

test("keys do the same with Caps Lock on", () => {
  const store = createStore(openingState(gameWith({})), () => {});
  const deal = mock.fn();
  const hand = /** @type {any} */ ({});
  listenToKeys(store, hand, { act() {}, say() {} }, { d: deal });
  for (const key of ["d", "D"]) listeners.forEach((listener) => listener({ key, target: null }));
  assert.equal(deal.mock.callCount(), 2);
});
