// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { createKeeper } from "../../static/games/actions.js";

const PLAY = { ply: 3, actions: ["t3-t5"] };
const DEAL = { ply: 3, actions: ["deal"] };

/** A browser's storage: its entries are properties, its methods are not listed. */
function createStorage() {
  const methods = {
    /** @param {string} key @param {string} text */
    setItem(key, text) { Object.assign(this, { [key]: text }); },
    /** @param {string} key @returns {string | null} */
    getItem(key) { return Reflect.get(this, key) ?? null; },
    /** @param {string} key */
    removeItem(key) { Reflect.deleteProperty(this, key); },
  };
  return /** @type {Storage} */ (Object.create(methods));
}

test("the next page takes over what the one before kept, and keeps it on", () => {
  const storage = createStorage();
  createKeeper(7, () => storage).keep([PLAY]);
  const second = createKeeper(7, () => storage);
  assert.deepEqual(second.next(), [PLAY]);
  assert.equal(second.next(), null);
  assert.deepEqual(createKeeper(7, () => storage).next(), [PLAY]);
});

test("what is answered is forgotten, and games do not mix", () => {
  const storage = createStorage();
  const keeper = createKeeper(7, () => storage);
  keeper.keep([PLAY]);
  assert.equal(createKeeper(71, () => storage).next(), null);
  keeper.keep([]);
  assert.equal(createKeeper(7, () => storage).next(), null);
});

test("two pages of one game keep their own", () => {
  const storage = createStorage();
  const [first, second] = [1, 2].map(() => createKeeper(7, () => storage));
  first.keep([PLAY]);
  second.keep([DEAL]);
  const third = createKeeper(7, () => storage);
  assert.deepEqual(new Set([third.next(), third.next()]), new Set([[PLAY], [DEAL]]));
});

test("where storage is closed nothing is lost by keeping, and leaving is not safe", () => {
  const keeper = createKeeper(7, () => { throw new Error("closed"); });
  assert.equal(keeper.next(), null);
  assert.ok(keeper.isSafe());
  keeper.keep([PLAY]);
  assert.ok(!keeper.isSafe());
  keeper.keep([]);
  assert.ok(keeper.isSafe());
});

test("what cannot be read is thrown away", () => {
  const storage = createStorage();
  storage.setItem("agnes.unsent.7.x", "[broken");
  const keeper = createKeeper(7, () => storage);
  assert.equal(keeper.next(), null);
  assert.deepEqual(Object.keys(storage), []);
});
