// @ts-check
/** A game looked back at: step, play and jump through its positions, and through a winning line. */

import { plyOf, positionsAlong } from "./line.js";
import { parsePosition } from "./notation.js";
import { createBoard } from "./render.js";
import { showReview } from "./review.js";
import { describeAction, gettext, sentence } from "./words.js";

/**
 * @typedef {import("./notation.js").Position} Position
 * @typedef {{moves: string[], positions: Position[], ply: number}} Track
 *   moves, the position before the first and after each, and the one looked at
 */

const A_STEP_MS = 900;
const A_PAUSE_MS = 300;
const A_SWIPE_PX = 40;

const page = /** @type {HTMLElement} */ (document.querySelector("#history"));
const board = createBoard(/** @type {HTMLElement} */ (document.querySelector("#board")));
const slider = /** @type {HTMLInputElement} */ (page.querySelector("#where"));
const playButton = /** @type {HTMLElement} */ (page.querySelector('[data-step="play"]'));
const speed = /** @type {HTMLSelectElement} */ (page.querySelector("[data-speed]"));
const game = readJson("game");
/** @type {Track} */
const played = {
  moves: readJson("actions").map((/** @type {{move: string}} */ action) => action.move),
  positions: readJson("positions").map(parsePosition),
  ply: 0,
};
let track = played;
/** @type {string[]} */
let verdicts = [];
/** @type {number | undefined} */
let timer;
/** @type {number | undefined} */
let naming;

/** @param {string} id @returns {any} */
function readJson(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

/** @param {number} wanted */
function show(wanted) {
  const { positions, moves } = track;
  track.ply = Math.min(Math.max(wanted, 0), moves.length);
  const [before, position] = [positions[track.ply - 1], positions[track.ply]];
  board.draw({ position, before, spaceRank: game.space_rank });
  const facts = { ply: track.ply, moves: moves.length, action: actionWords() };
  const words = track === played
    ? gettext("{ply} of {moves}: {action}", facts)
    : gettext("winning line, {ply} of {moves}: {action}", facts);
  write("words", words);
  writeVerdict();
  linkSteps();
  slider.max = String(moves.length);
  slider.value = String(track.ply);
  slider.setAttribute("aria-valuetext", words);
  if (track.ply === moves.length) pause();
  if (track === played) markRow();
}

function actionWords() {
  const { ply, moves, positions } = track;
  if (!ply) return track === played ? gettext("the opening") : gettext("where it was lost");
  return describeAction(moves[ply - 1], positions[ply - 1]);
}

/** The sentences are the page's: the server has said one of them already. */
function writeVerdict() {
  const place = /** @type {HTMLElement} */ (page.querySelector('[data-show="verdict"]'));
  const verdict = track === played ? verdicts[track.ply] : "winnable";
  place.textContent = place.dataset[verdict ?? ""] ?? "";
}

/** The links lead where they do without this module, and say where there is no further. */
function linkSteps() {
  const last = track.moves.length;
  const plies = { first: 0, back: Math.max(track.ply - 1, 0) };
  const further = { on: Math.min(track.ply + 1, last), last };
  for (const [step, ply] of Object.entries({ ...plies, ...further })) {
    const link = /** @type {HTMLElement} */ (page.querySelector(`[data-step="${step}"]`));
    const isEnd = track.ply === (step in plies ? 0 : last);
    link.setAttribute("aria-disabled", String(isEnd));
    if (game.id !== null && track === played) link.setAttribute("href", addressOf(ply));
  }
}

/** @param {number} ply */
function addressOf(ply) {
  return ply ? `${location.pathname}?ply=${ply}` : location.pathname;
}

/** @param {string} name @param {string} text */
function write(name, text) {
  const element = /** @type {HTMLElement} */ (page.querySelector(`[data-show="${name}"]`));
  element.textContent = sentence(text);
}

/** The row of the table, and the address, say which position is looked at. */
function markRow() {
  page.querySelector("tr[aria-current]")?.removeAttribute("aria-current");
  const row = page.querySelector(`#ply-${track.ply}`);
  const list = row?.closest(".scroll");
  row?.setAttribute("aria-current", "true");
  if (row instanceof HTMLElement && list) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  clearTimeout(naming);
  naming = setTimeout(nameAddress, A_PAUSE_MS);
}

/** Browsers allow only so many new addresses in a time: it waits until the reader does. */
function nameAddress() {
  if (game.id !== null) history.replaceState(null, "", addressOf(played.ply));
}

/** @param {Track} next */
function follow(next) {
  pause();
  track = next;
  page.classList.toggle("beside", track !== played);
  show(track.ply);
}

/** @param {number} ply */
function lookAt(ply) {
  played.ply = ply;
  follow(played);
}

function pause() {
  clearInterval(timer);
  timer = undefined;
  playButton.textContent = gettext("Play");
}

function playOrPause() {
  if (timer !== undefined) return pause();
  if (track.ply === track.moves.length) show(0);
  playButton.textContent = gettext("Pause");
  run();
}

function run() {
  clearInterval(timer);
  timer = setInterval(() => show(track.ply + 1), A_STEP_MS / Number(speed.value));
}

/** @type {Record<string, () => void>} */
const steps = {
  first: () => show(0),
  back: () => show(track.ply - 1),
  play: playOrPause,
  on: () => show(track.ply + 1),
  last: () => show(track.moves.length),
  leave: () => follow(played),
  copy: copyLink,
};
const keys = {
  Home: "first", ArrowLeft: "back", ArrowRight: "on", End: "last", " ": "play", p: "play",
};

/** On a phone the board is flipped through with a finger. @param {HTMLElement} felt */
function listenForSwipes(felt) {
  let [x, y] = [0, 0];
  felt.addEventListener("pointerdown", (event) => {
    [x, y] = [event.clientX, event.clientY];
  });
  felt.addEventListener("pointerup", (event) => {
    const [dx, dy] = [event.clientX - x, event.clientY - y];
    const isSwipe = event.pointerType === "touch" && Math.abs(dx) > A_SWIPE_PX;
    if (isSwipe && Math.abs(dx) > 2 * Math.abs(dy)) steps[dx < 0 ? "on" : "back"]();
  });
}

async function copyLink() {
  const address = location.origin + addressOf(played.ply);
  try {
    await navigator.clipboard.writeText(address);
    write("copied", gettext("The link is copied."));
  } catch {
    write("copied", address);
  }
}

page.addEventListener("click", (event) => {
  const target = event.target instanceof Element ? event.target : null;
  const step = target?.closest("[data-step]");
  const row = target?.closest("tr[data-ply]");
  if (event.ctrlKey || event.metaKey || event.shiftKey || !(step ?? row)) return;
  event.preventDefault();
  if (step instanceof HTMLElement) steps[step.dataset.step ?? ""]();
  else if (row instanceof HTMLElement) lookAt(Number(row.dataset.ply));
});
document.addEventListener("keydown", (event) => {
  const step = keys[/** @type {keyof keys} */ (event.key)];
  const target = event.target instanceof Element ? event.target : null;
  const isTaken = target?.matches(event.key === " " ? "button, input, select" : "input, select");
  if (!step || isTaken || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  steps[step]();
});
slider.addEventListener("input", () => {
  pause();
  show(Number(slider.value));
});
speed.addEventListener("change", () => timer !== undefined && run());
listenForSwipes(/** @type {HTMLElement} */ (page.querySelector(".felt")));
addEventListener("resize", board.spread);

for (const element of page.querySelectorAll("[hidden][data-scripted]")) {
  element.removeAttribute("hidden");
}
show(plyOf(location.hash) ?? Number(page.dataset.ply));

const review = page.querySelector("#review");
if (review instanceof HTMLElement) {
  showReview(review, game.id, readJson("found"), {
    lookAt,
    know: (found) => {
      verdicts = found;
      writeVerdict();
    },
    describe: (from, move) => describeAction(move, played.positions[from]),
    follow: (from, moves) => {
      const positions = positionsAlong(played.positions[from], moves, readJson("stock"));
      follow({ moves, positions, ply: 0 });
    },
  });
}
