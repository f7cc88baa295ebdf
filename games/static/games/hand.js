// @ts-check
/**
 * What a player can do with cards in the hand.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {{act: (text: string) => void, say: (text: string) => void}} Actions
 * @typedef {ReturnType<typeof createHand>} Hand
 */

import { SLOW } from "./actions.js";
import { playText } from "./notation.js";
import { bestPlace, isBlind, isOpen, liftable, shownPosition, targets } from "./state.js";
import { gettext, pileName, placesName, runName } from "./words.js";

/**
 * What the player holds: cards are lifted, put, put back, or sent where they go best.
 * @param {Store} store @param {Actions} actions
 */
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
    const cards = runName(shownPosition(state), pile, count);
    return known.size
      ? gettext("Lifted: {cards}. Goes to {places}.", { cards, places: placesName(known) })
      : gettext("Lifted: {cards}.", { cards });
  }

  /** @param {string} pile */
  function whyNothing(pile) {
    if (store.read().game.status !== "playing") return gettext("The game is over.");
    return isBlind(store.read())
      ? SLOW
      : gettext("Nothing moves from {pile} now.", { pile: pileName(pile) });
  }

  /** @param {string} pile one that is open to the lifted cards */
  function put(pile) {
    const { selection } = store.read();
    const target = pile[0] === "f" ? "f" : pile;
    if (selection) act(playText({ source: selection.pile, target, count: selection.count }));
  }

  function putBack() {
    store.change((state) => void (state.selection = null));
    say(gettext("Put back."));
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
