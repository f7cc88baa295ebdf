// @ts-check
/** The page of a game: puts state, board, panel and input together. */

import { createActions } from "./actions.js";
import { Problem, NoAnswer, fetchDaily } from "./api.js";
import { createHand } from "./hand.js";
import { listenToDrags, listenToKeys, listenToPresses } from "./input.js";
import { parsePlay, parsePosition, pileOfTarget } from "./notation.js";
import { closedButtons, createPanel, keepSettings } from "./panel.js";
import { createBoard } from "./render.js";
import { createStore, liftable, openingState, shownPosition, targets, targetsOf } from "./state.js";
import { gettext, placesName } from "./words.js";

/** @typedef {import("./api.js").Game} Game @typedef {import("./state.js").State} State */

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
