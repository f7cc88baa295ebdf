// @ts-check
/** The page of a game: puts state, board, panel and input together. */

import { Problem, sendConcession, sendMove } from "./api.js";
import { listen } from "./input.js";
import { describeAction, parsePosition } from "./notation.js";
import { closedButtons, createPanel } from "./panel.js";
import { createBoard } from "./render.js";
import { createStore, openingState, targets } from "./state.js";

/** @typedef {import("./api.js").Game} Game */

const page = /** @type {HTMLElement} */ (document.querySelector("#play"));
const dialog = /** @type {HTMLDialogElement} */ (document.querySelector("#concede"));
const game = JSON.parse(document.querySelector("#game")?.textContent ?? "null");
const boardElement = /** @type {HTMLElement} */ (document.querySelector("#board"));
const board = createBoard(boardElement);
const drawPanel = createPanel(page);

const store = createStore(openingState(game), (state) => {
  drawPanel(state);
  board.draw({
    position: state.game.position,
    spaceRank: state.game.space_rank,
    selection: state.selection,
    targets: targets(state),
  });
});

/** @param {string} text */
function say(text) {
  store.change((state) => void (state.said = sentence(text)));
}

/** @param {string} text */
function sentence(text) {
  return text && text[0].toUpperCase() + text.slice(1);
}

/** Play, deal or undo, unless another action is on its way. @param {string} move */
function act(move) {
  const reason = closedButtons(store.read().game)[move];
  if (reason) say(reason);
  else perform((current) => sendMove(current, move, showTrouble), move);
}

/** @param {(game: Game) => Promise<Game>} send @param {string} action */
async function perform(send, action) {
  if (store.read().waiting) return;
  const before = store.read().game;
  store.change((state) => void Object.assign(state, { waiting: true, selection: null }));
  try {
    const after = await send(before);
    show(after, describeAction(action, parsePosition(before.position)));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    show(error.game ?? before, refusal(error));
  }
}

/** @param {Problem} problem */
function refusal(problem) {
  return problem.code === "stale"
    ? "The game has moved on elsewhere. This is how it stands now."
    : problem.message;
}

/** @param {Game} next @param {string} words */
function show(next, words) {
  store.change((state) => {
    Object.assign(state, { game: next, waiting: false, banner: "", said: sentence(words) });
  });
}

function showTrouble() {
  store.change((state) => {
    state.banner = "No answer from the server. Your move is kept and sent again until it arrives.";
  });
}

listen(boardElement, store, { act, say });
page.addEventListener("click", (event) => {
  const button = event.target instanceof Element ? event.target.closest("[data-do]") : null;
  const action = button instanceof HTMLElement ? (button.dataset.do ?? "") : "";
  if (action === "concede") askToConcede();
  else if (action) act(action);
});
dialog.addEventListener("close", () => {
  if (dialog.returnValue !== "concede") return;
  perform((current) => sendConcession(current, showTrouble), "concede");
});
addEventListener("resize", board.spread);
store.change(() => {});

function askToConcede() {
  const reason = closedButtons(store.read().game).concede;
  dialog.returnValue = "";
  if (reason) say(reason);
  else dialog.showModal();
}
