// @ts-check
/** A game looked back at: step through its positions, the table of actions alongside. */

import { parsePosition } from "./notation.js";
import { createBoard } from "./render.js";
import { describeAction } from "./words.js";

/** @typedef {{ply: number, move: string, pause: number}} Action */

const page = /** @type {HTMLElement} */ (document.querySelector("#history"));
const viewer = /** @type {HTMLElement} */ (page.querySelector(".viewer"));
const where = /** @type {HTMLElement} */ (page.querySelector(".where"));
const game = readJson("game");
/** @type {Action[]} */
const actions = readJson("actions");
/** @type {string[]} */
const positions = readJson("positions");
let ply = 0;

viewer.hidden = false;
const board = createBoard(/** @type {HTMLElement} */ (document.querySelector("#board")));

/** @param {string} id @returns {any} */
function readJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** @param {number} wanted */
function show(wanted) {
  ply = Math.min(Math.max(wanted, 0), actions.length);
  board.draw({ position: parsePosition(positions[ply]), spaceRank: game.space_rank });
  where.textContent = `${ply} of ${actions.length}: ${words(ply)}`;
  page.querySelectorAll("tr[data-ply]").forEach(markRow);
}

/** @param {number} number */
function words(number) {
  const action = actions[number - 1];
  return action ? describeAction(action.move, parsePosition(positions[number - 1])) : "the opening";
}

/** @param {Element} row */
function markRow(row) {
  row.removeAttribute("aria-current");
  if (!(row instanceof HTMLElement) || Number(row.dataset.ply) !== ply) return;
  row.setAttribute("aria-current", "true");
  const list = row.closest(".scroll");
  if (list) list.scrollTop = row.offsetTop - list.clientHeight / 2;
}

/** @type {Record<string, () => void>} */
const steps = {
  first: () => show(0),
  back: () => show(ply - 1),
  on: () => show(ply + 1),
  last: () => show(actions.length),
};
const keys = { Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last" };

page.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const step = target?.closest("[data-step]");
  const row = target?.closest("tr[data-ply]");
  if (step instanceof HTMLElement) steps[step.dataset.step ?? ""]();
  else if (row instanceof HTMLElement) show(Number(row.dataset.ply));
});
document.addEventListener("keydown", (event) => {
  const step = keys[/** @type {keyof keys} */ (event.key)];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  steps[step]();
});
addEventListener("resize", board.spread);
show(ply);
