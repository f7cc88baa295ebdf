// @ts-check
/**
 * The board: the only place that touches its DOM. Piles are buttons, made once; cards are
 * made once each and carried from pile to pile.
 *
 * @typedef {import("./notation.js").Position} Position
 * @typedef {{pile: string, count: number} | null} Selection
 * @typedef {{
 *   position: string, spaceRank: string, selection: Selection, targets: Set<string>,
 * }} View
 */

import { face } from "./faces.js";
import { glide, places } from "./glide.js";
import { captionOf, pileLabel, tagOf } from "./labels.js";
import { layOut } from "./layout.js";
import { COLUMNS, FOUNDATIONS, foundationTop, parsePosition } from "./notation.js";

const WIDEST_FAN = 0.33;
const TIGHTEST_FAN = 0.15;
const TIGHTEST_FAN_PX = 15;
const LEAST_ROOM_PX = 300;

/** @param {HTMLElement} board with the address of suits.svg in `data-suits` */
export function createBoard(board) {
  const sprite = board.dataset.suits ?? "";
  /** @type {Map<string, HTMLElement>} */
  const cards = new Map();
  const piles = layOut(board, sprite);
  /** @param {string} card */
  const cardElement = (card) => {
    const element = cards.get(card) ?? face(sprite, card);
    cards.set(card, element);
    return element;
  };

  /** @param {View} view */
  function draw(view) {
    const position = parsePosition(view.position);
    const before = places(cards);
    for (const [name, pile] of piles) {
      const shown = shownCards(position, name);
      fill(pile, shown.map(cardElement));
      mark(pile, name, position, view);
      pile.setAttribute("aria-label", label(name, position, view));
    }
    captions(piles, position, view.spaceRank);
    spread(board, piles);
    glide(cards, before);
  }
  return { draw, spread: () => spread(board, piles) };
}

/** The pile a pointer or the focus is on. @param {EventTarget | null} target */
export function pileAt(target) {
  const pile = target instanceof Element ? target.closest("[data-pile]") : null;
  return pile instanceof HTMLElement ? pile : null;
}

/**
 * How many cards lie from the one at height `y` to the top.
 * @param {HTMLElement} pile @param {number} y
 */
export function depthAt(pile, y) {
  const tops = [...pile.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().top);
  return Math.max(1, tops.filter((top) => top > y).length + 1);
}

/**
 * Moves the focus with the arrow keys.
 * @param {HTMLElement} pile @param {number} dx @param {number} dy
 */
export function focusBeside(pile, dx, dy) {
  const rows = [...(pile.parentElement?.parentElement?.children ?? [])];
  const row = rows.indexOf(/** @type {Element} */ (pile.parentElement));
  const place = [...rows[row].children].indexOf(pile);
  const next = rows[row + dy]?.children[place + dx];
  if (next instanceof HTMLElement) next.focus();
}

/** Of a foundation only the top card is shown. @param {Position} position @param {string} name */
function shownCards(position, name) {
  if (name === "stock") return [];
  if (!FOUNDATIONS.includes(name)) return position.piles[name];
  const top = foundationTop(position, name[1]);
  return top ? [top] : [];
}

/** @param {HTMLElement} pile @param {HTMLElement[]} wanted */
function fill(pile, wanted) {
  /** @type {Element[]} */
  const present = [...pile.querySelectorAll(".card")];
  const isSame = present.length === wanted.length && wanted.every((card, n) => card === present[n]);
  if (isSame) return;
  for (const card of present) card.remove();
  pile.append(...wanted);
}

/** @param {HTMLElement} pile @param {string} name @param {Position} position @param {View} view */
function mark(pile, name, position, { selection, targets }) {
  const lifted = selection?.pile === name ? selection.count : 0;
  const cards = [...pile.querySelectorAll(".card")];
  cards.forEach((card, index) => {
    card.classList.toggle("lifted", index >= cards.length - lifted);
  });
  pile.classList.toggle("target", targets.has(name));
  pile.classList.toggle("bare", name === "stock" ? !position.stock : !cards.length);
  pile.setAttribute("aria-pressed", String(lifted > 0));
}

/** @param {Map<string, HTMLElement>} piles @param {Position} position @param {string} spaceRank */
function captions(piles, position, spaceRank) {
  for (const [name, pile] of piles) {
    write(pile, ".slot span", captionOf(name, position, spaceRank));
    write(pile, ".tag", tagOf(name, position));
  }
}

/** @param {HTMLElement} pile @param {string} selector @param {string} text */
function write(pile, selector, text) {
  /** @type {HTMLElement} */ (pile.querySelector(selector)).textContent = text;
}

/** @param {string} name @param {Position} position @param {View} view */
function label(name, position, { spaceRank, targets }) {
  const possible = targets.has(name) ? " (possible)" : "";
  return `${pileLabel(name, position, spaceRank)}${possible}`;
}

/**
 * Long columns overlap more, so that they fit the window.
 * @param {HTMLElement} board @param {Map<string, HTMLElement>} piles
 */
function spread(board, piles) {
  const height = piles.get("t1")?.querySelector(".slot")?.getBoundingClientRect().height ?? 0;
  const top = (piles.get("t1")?.getBoundingClientRect().top ?? 0) + scrollY;
  const below = parseFloat(getComputedStyle(board).getPropertyValue("--room-below")) || 0;
  const room = Math.max(innerHeight - top - below, LEAST_ROOM_PX) - height;
  const tightest = Math.max(height * TIGHTEST_FAN, TIGHTEST_FAN_PX);
  for (const name of COLUMNS) {
    const pile = /** @type {HTMLElement} */ (piles.get(name));
    const covered = Math.max(pile.querySelectorAll(".card").length - 1, 1);
    const fan = Math.min(height * WIDEST_FAN, Math.max(tightest, room / covered));
    pile.style.setProperty("--fan", `${fan.toFixed(1)}px`);
  }
  board.style.setProperty("--reserve-fan", `${(height * WIDEST_FAN).toFixed(1)}px`);
}
