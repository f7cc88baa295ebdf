// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

const TEXTS = {
  "column {number}": "colonne {number}",
  "{count} card": ["{count} carte", "{count} cartes"],
};

/** words.js as a French page would load it. */
async function frenchWords() {
  const page = {
    documentElement: { lang: "fr" },
    getElementById: (/** @type {string} */ id) => ({ textContent: id && JSON.stringify(TEXTS) }),
  };
  Object.assign(globalThis, { document: page });
  // @ts-ignore: the query makes it a module of its own
  const words = await import("../../static/games/words.js?fr");
  Reflect.deleteProperty(globalThis, "document");
  return words;
}

test("words come from the page, and a text that it lacks is its own", async () => {
  const { gettext, ngettext, pileName } = await frenchWords();
  assert.equal(pileName("t3"), "colonne 3");
  assert.equal(gettext("Hint: {action}.", { action: "x" }), "Hint: x.");
  assert.equal(ngettext("{count} hint", "{count} hints", 2), "2 hints");
});

test("plurals are those of the page's language: in French zero is one", async () => {
  const { ngettext } = await frenchWords();
  const told = [0, 1, 2].map((count) => ngettext("{count} card", "{count} cards", count));
  assert.deepEqual(told, ["0 carte", "1 carte", "2 cartes"]);
});
