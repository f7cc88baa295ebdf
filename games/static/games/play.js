// @ts-check
/** The page of a game: puts state, board, panel and input together. */

import { SLOW, createActions } from "./actions.js";
import { Problem, NoAnswer, fetchDaily } from "./api.js";
import { listenToDrags, listenToKeys, listenToPresses } from "./input.js";
import { parsePlay, parsePosition, pileOfTarget, playText } from "./notation.js";
import { closedButtons, createPanel } from "./panel.js";
import { createBoard } from "./render.js";
import { keepSettings } from "./settings.js";
import {
  bestPlace, createStore, isBlind, isOpen, liftable, openingState, shownPosition, targets,
  targetsOf,
} from "./state.js";
import { gettext, pileName, placesName, runName } from "./words.js";

/**
 * @typedef {import("./api.js").Game} Game @typedef {import("./state.js").State} State
 * @typedef {import("./state.js").Store} Store
 * @typedef {{act: (text: string) => void, say: (text: string) => void}} Actions
 */

const page = /** @type {HTMLElement} */ (document.querySelector("#play"));
const element = /** @type {HTMLElement} */ (document.querySelector("#board"));
const game = JSON.parse(document.querySelector("#game")?.textContent ?? "null");
const board = createBoard(element);
const panel = createPanel(page);
const store = createStore(openingState(game), draw);
const actions = createActions(store, (ended) => {
  rank(ended);
  requestAnimationFrame(panel.showEnd);
});
const hand = createHand(store, actions);

/** @type {Record<string, () => void>} */
const doings = {
  deal: () => actions.act("deal"),
  undo: () => actions.act("undo"),
  hint: actions.hint,
  finish: actions.finish,
  concede: askToConcede,
  keys: () => dialog("keys").showModal(),
  settings: () => dialog("settings").showModal(),
  share: copyResult,
  more: () => panel.toggleEnd(),
};
const keys = {
  d: doings.deal, u: doings.undo, h: doings.hint, f: doings.finish, "?": doings.keys,
};

/** @param {Readonly<State>} state */
function draw(state) {
  panel.draw(state);
  board.draw({
    position: shownPosition(state),
    spaceRank: state.game.space_rank,
    selection: state.selection,
    cursor: state.cursor,
    targets: targets(state),
    hinted: hinted(state),
    movable: (pile) => liftable(state, pile).at(-1) ?? 0,
    prompt: (pile) => prompt(state, pile),
  });
}

/** The cards and the pile of the hint. @param {State} state */
function hinted({ hint, game: { position } }) {
  const play = parsePlay(hint);
  if (!play) return hint === "deal" ? { pile: "", count: 0, target: "stock" } : null;
  const target = pileOfTarget(parsePosition(position), play);
  return { pile: play.source, count: play.count, target };
}

/** What may be done with a pile, in words. @param {State} state @param {string} pile */
function prompt(state, pile) {
  if (state.selection?.pile === pile) return gettext("Lifted");
  if (state.selection) return targets(state).has(pile) ? gettext("Takes the lifted cards") : "";
  const [least] = liftable(state, pile);
  const places = least ? targetsOf(state, { pile, count: least }) : [];
  const names = placesName(places);
  return names && gettext("Goes to {places}", { places: names });
}

/** @param {string} id */
function dialog(id) {
  return /** @type {HTMLDialogElement} */ (document.getElementById(id));
}

function askToConcede() {
  const reason = closedButtons(store.read()).concede;
  dialog("concede").returnValue = "";
  if (reason) actions.say(reason);
  else dialog("concede").showModal();
}

/** The place on the day's board, which only the server knows. @param {Game} ended */
async function rank(ended) {
  panel.drawRank(ended, null);
  const date = ended.contest?.date;
  if (!date || ended.status !== "won") return;
  try {
    panel.drawRank(ended, await fetchDaily(date));
  } catch (error) {
    if (!(error instanceof Problem || error instanceof NoAnswer)) throw error;
  }
}

async function copyResult() {
  const text = page.querySelector('[data-show="share-text"]');
  try {
    await navigator.clipboard.writeText(text?.textContent ?? "");
    actions.say(gettext("Copied."));
  } catch {
    getSelection()?.selectAllChildren(/** @type {Element} */ (text));
    actions.say(gettext("The result is marked: copy it from here."));
  }
}

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

listenToDrags(element, board, store, hand);
listenToPresses(element, store, hand);
listenToKeys(store, hand, actions, keys);
page.addEventListener("click", ({ target }) => {
  const button = target instanceof Element ? target.closest("[data-do]") : null;
  if (button instanceof HTMLElement) doings[button.dataset.do ?? ""]();
});
dialog("concede").addEventListener("close", () => {
  if (dialog("concede").returnValue === "concede") actions.act("concede");
});
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState === "visible") actions.refresh();
});
addEventListener("focus", actions.refresh);
addEventListener("resize", board.spread);
keepSettings(/** @type {HTMLFormElement} */ (dialog("settings").querySelector("form")));
rank(game);
store.change(() => {});
