// @ts-check
/**
 * Clicks, taps and keys become texts of moves. What is possible stands in `legal_moves`.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {{act: (move: string) => void, say: (text: string) => void}} Actions
 */

import { cardName, parsePosition, pileName, playText } from "./notation.js";
import { depthAt, focusBeside, pileAt } from "./render.js";
import { liftable, targets } from "./state.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const KEYS = { d: "deal", u: "undo" };

/** @param {HTMLElement} board @param {Store} store @param {Actions} actions */
export function listen(board, store, actions) {
  let putBack = "";

  board.addEventListener("click", (event) => {
    const pile = pileAt(event.target);
    if (!pile || store.read().waiting) return;
    const name = pile.dataset.pile ?? "";
    // A click made with the keyboard has no place and no count.
    const depth = event.detail ? depthAt(pile, event.clientY) : 0;
    putBack = press(store, actions, name, depth) ? name : "";
  });

  board.addEventListener("dblclick", (event) => {
    const name = pileAt(event.target)?.dataset.pile ?? "";
    const move = playText({ source: name, target: "f", count: 1 });
    const { game, waiting } = store.read();
    if (name === putBack && !waiting && game.legal_moves.includes(move)) actions.act(move);
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    if (event.key === "Escape") store.change((state) => void (state.selection = null));
    const action = KEYS[/** @type {keyof KEYS} */ (event.key)];
    if (action && !event.repeat) actions.act(action);
    const step = ARROWS[/** @type {keyof ARROWS} */ (event.key)];
    const pile = pileAt(event.target);
    if (!step || !pile) return;
    event.preventDefault();
    focusBeside(pile, step[0], step[1]);
  });
}

/** @param {EventTarget | null} target */
function isElsewhere(target) {
  return target instanceof Element && target.closest("dialog, input, textarea, select") !== null;
}

/**
 * A pile is pressed at a depth (0: by keyboard). True when the lifted cards were put back.
 * @param {Store} store @param {Actions} actions @param {string} pile @param {number} depth
 */
function press(store, actions, pile, depth) {
  const { selection } = store.read();
  if (pile === "stock") actions.act("deal");
  else if (selection && targets(store.read()).has(pile)) {
    const target = pile[0] === "f" ? "f" : pile;
    actions.act(playText({ source: selection.pile, target, count: selection.count }));
  } else return lift(store, actions, pile, depth);
  return false;
}

/** @param {Store} store @param {Actions} actions @param {string} pile @param {number} depth */
function lift(store, actions, pile, depth) {
  const { game, selection } = store.read();
  const held = selection?.pile === pile ? selection.count : 0;
  const count = depth ? nearest(liftable(game, pile), depth) : larger(liftable(game, pile), held);
  const isPutBack = held > 0 && (!count || count === held);
  store.change((state) => {
    state.selection = count && !isPutBack ? { pile, count } : null;
  });
  actions.say(isPutBack ? "Put back." : liftWords(store, pile));
  return isPutBack;
}

/** @param {number[]} counts @param {number} depth @returns {number | undefined} */
function nearest(counts, depth) {
  return [...counts].sort((a, b) => Math.abs(a - depth) - Math.abs(b - depth))[0];
}

/** @param {number[]} counts @param {number} held @returns {number | undefined} */
function larger(counts, held) {
  return counts.find((count) => count > held);
}

/** @param {Store} store @param {string} pile */
function liftWords(store, pile) {
  const { game, selection } = store.read();
  if (!selection) return pile[0] === "f" ? "" : `Nothing moves from ${pileName(pile)} now.`;
  const cards = parsePosition(game.position).piles[pile].slice(-selection.count);
  const run = cards.length > 1 ? `${cards.length} cards from the ` : "";
  const places = [...targets(store.read())].map(pileName);
  return `Lifted: ${run}${cardName(cards[0])}. Goes to ${places.join(", ")}.`;
}
