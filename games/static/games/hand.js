// @ts-check
/**
 * What the player holds: cards are lifted, put, put back, or sent where they go best.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {{act: (text: string) => void, say: (text: string) => void}} Actions
 * @typedef {ReturnType<typeof createHand>} Hand
 */

import { playText } from "./notation.js";
import { bestPlace, isBlind, isOpen, liftable, shownPosition, targets } from "./state.js";
import { pileName, placesName, runName } from "./words.js";

/** @param {Store} store @param {Actions} actions */
export function createHand(store, { act, say }) {
  /**
   * A pile is pressed at a depth in cards from the top; 0: no depth, the next larger run is meant.
   * @param {string} pile @param {number} depth @returns {boolean} whether cards were lifted
   */
  function press(pile, depth) {
    const { selection } = store.read();
    const count = wanted(pile, depth);
    if (pile === "stock") act("deal");
    else if (isOpen(store.read(), pile)) put(pile);
    else if (selection?.pile === pile && (!count || count === selection.count)) putBack();
    else return lift(pile, count);
    return false;
  }

  /** @param {string} pile @param {number} depth */
  function wanted(pile, depth) {
    const { selection } = store.read();
    const counts = liftable(store.read(), pile);
    const held = selection?.pile === pile ? selection.count : 0;
    return depth ? nearest(counts, depth) : counts.find((count) => count > held);
  }

  /** @param {string} pile @param {number | undefined} count @returns {boolean} */
  function lift(pile, count) {
    store.change((state) => {
      state.selection = count ? { pile, count } : null;
    });
    if (count) say(liftWords());
    else if (pile[0] !== "f") say(whyNothing(pile));
    return Boolean(count);
  }

  function liftWords() {
    const state = store.read();
    const { pile, count } = /** @type {import("./state.js").Selection} */ (state.selection);
    const known = targets(state);
    const places = known.size ? ` Goes to ${placesName(known)}.` : "";
    return `Lifted: ${runName(shownPosition(state), pile, count)}.${places}`;
  }

  /** @param {string} pile */
  function whyNothing(pile) {
    if (store.read().game.status !== "playing") return "The game is over.";
    return isBlind(store.read())
      ? "One moment: the server has not answered yet."
      : `Nothing moves from ${pileName(pile)} now.`;
  }

  /** @param {string} pile one that is open to the lifted cards */
  function put(pile) {
    const { selection } = store.read();
    const target = pile[0] === "f" ? "f" : pile;
    if (selection) act(playText({ source: selection.pile, target, count: selection.count }));
  }

  function putBack() {
    store.change((state) => void (state.selection = null));
    say("Put back.");
  }

  /**
   * To the best place, or lifted and lit when that is the player's choice.
   * @param {string} pile @param {number} depth
   */
  function send(pile, depth) {
    const count = wanted(pile, depth);
    const place = count && bestPlace(store.read(), { pile, count });
    if (lift(pile, count) && place) put(place);
  }

  return { press, wanted, lift, put, putBack, send };
}

/** @param {number[]} counts @param {number} depth @returns {number | undefined} */
function nearest(counts, depth) {
  return [...counts].sort((a, b) => Math.abs(a - depth) - Math.abs(b - depth))[0];
}
