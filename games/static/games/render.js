// @ts-check
/**
 * The board: the only place that touches its DOM. Piles are buttons, made once; cards are
 * made once each and carried from pile to pile.
 *
 * @typedef {import("./notation.js").Position} Position
 * @typedef {import("./state.js").Selection} Selection
 * @typedef {{
 *   position: Position, spaceRank: string, selection?: Selection | null,
 *   cursor?: Selection | null, targets?: Set<string>, hinted?: Selection & {target: string} | null,
 *   movable?: (pile: string) => number, prompt?: (pile: string) => string, before?: Position,
 * }} View `movable`: the most cards that may be lifted from a pile; `prompt`: what may be done
 *   with it, in words; `before`: what has come to a pile since then is marked
 */

import { cardsOn, face, glide, layOut, places } from "./cards.js";
import { COLUMNS, FOUNDATIONS, foundationTop } from "./notation.js";
import { captionOf, pileLabel, tagOf } from "./words.js";

const WIDEST_FAN = 0.33;
const TIGHTEST_FAN = 0.15;
const TIGHTEST_FAN_PX = 15;
const LEAST_ROOM = 3;
const NONE = /** @type {Set<string>} */ (new Set());

/** @param {HTMLElement} board with the address of suits.svg in `data-suits` */
export function createBoard(board) {
  const sprite = board.dataset.suits ?? "";
  const cards = cardsOn(board);
  const piles = layOut(board, sprite);
  const hand = createHand(piles);
  /** @param {string} card */
  const cardElement = (card) => {
    const element = cards.get(card) ?? face(sprite, card);
    cards.set(card, element);
    return element;
  };

  /** @param {View} view */
  function draw(view) {
    const { position, spaceRank } = view;
    const before = places(cards);
    hand.rest();
    for (const [name, pile] of piles) {
      fill(pile, shownCards(position, name).map(cardElement));
      mark(pile, name, view);
      write(pile, ".slot span", captionOf(name, position, spaceRank));
      write(pile, ".tag", tagOf(name, position));
      setLabel(pile, [pileLabel(name, position, spaceRank), view.prompt?.(name)]);
    }
    spread(board, piles);
    glide(cards, before);
  }
  return { draw, spread: () => spread(board, piles), carry: hand.carry, letGo: hand.letGo };
}

/**
 * Cards in the hand hang from the pointer; let go of, they glide from there at the next drawing.
 * @param {Map<string, HTMLElement>} piles
 */
function createHand(piles) {
  /** @type {HTMLElement[]} */
  let held = [];
  let isCarrying = false;

  /**
   * @param {Selection} selection @param {number} dx @param {number} dy
   * @param {string | null} over the pile where they would go
   */
  function carry({ pile, count }, dx, dy, over) {
    if (!isCarrying) {
      const element = /** @type {HTMLElement} */ (piles.get(pile));
      held = [...element.querySelectorAll(".card")].slice(-count).map(asElement);
      element.classList.add("carried");
      isCarrying = true;
    }
    for (const card of held) card.style.translate = `${dx}px ${dy}px`;
    for (const [name, element] of piles) element.classList.toggle("over", name === over);
  }

  function rest() {
    if (isCarrying) return;
    for (const card of held) card.style.translate = "";
    held = [];
  }

  function letGo() {
    isCarrying = false;
    for (const element of piles.values()) element.classList.remove("carried", "over");
  }
  return { carry, rest, letGo };
}

/** @param {Element} element */
function asElement(element) {
  return /** @type {HTMLElement} */ (element);
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
 * Of some piles, the one a rectangle covers most.
 * @param {HTMLElement} board @param {(name: string) => boolean} isWanted @param {DOMRect} rect
 */
export function pileUnder(board, isWanted, rect) {
  const piles = [...board.querySelectorAll("[data-pile]")].map(asElement);
  const wanted = piles.filter((pile) => isWanted(pile.dataset.pile ?? ""));
  const areas = wanted.map((pile) => overlap(pile.getBoundingClientRect(), rect));
  const most = Math.max(0, ...areas);
  return most > 0 ? (wanted[areas.indexOf(most)].dataset.pile ?? null) : null;
}

/** @param {DOMRect} a @param {DOMRect} b in square pixels */
function overlap(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
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

/** @param {HTMLElement} pile @param {string} name @param {View} view */
function mark(pile, name, view) {
  const { position, selection, cursor, targets = NONE, hinted, movable, before } = view;
  const cards = [...pile.querySelectorAll(".card")].map(asElement);
  /** @param {Selection | null | undefined} run */
  const from = (run) => cards.length - (run?.pile === name ? run.count : 0);
  const marks = {
    lifted: from(selection),
    pointed: from(cursor),
    hinted: from(hinted),
    movable: cards.length - (movable?.(name) ?? 0),
  };
  for (const [className, first] of Object.entries(marks)) {
    cards.forEach((card, index) => card.classList.toggle(className, index >= first));
  }
  for (const card of cards) card.classList.toggle("moved", hasCome(card, name, position, before));
  pile.classList.toggle("target", targets.has(name) || hinted?.target === name);
  pile.classList.toggle("bare", name === "stock" ? !position.stock : !cards.length);
  if (selection !== undefined) pile.setAttribute("aria-pressed", String(selection?.pile === name));
}

/**
 * Whether a card was not in a pile before; what an undo lays bare on a foundation was.
 * @param {HTMLElement} card @param {string} name @param {Position} now @param {Position} [before]
 */
function hasCome({ dataset }, name, now, before) {
  if (!before) return false;
  if (name[0] === "f") return now.heights[name[1]] > before.heights[name[1]];
  return !before.piles[name].includes(dataset.card ?? "");
}

/** @param {HTMLElement} pile @param {string} selector @param {string} text */
function write(pile, selector, text) {
  const element = /** @type {HTMLElement} */ (pile.querySelector(selector));
  if (element.textContent !== text) element.textContent = text;
}

/** @param {HTMLElement} pile @param {(string | undefined)[]} sentences */
function setLabel(pile, sentences) {
  pile.setAttribute("aria-label", sentences.filter(Boolean).join(". "));
}

/**
 * Long columns overlap more, so that they fit the window.
 * @param {HTMLElement} board @param {Map<string, HTMLElement>} piles
 */
function spread(board, piles) {
  const height = piles.get("t1")?.querySelector(".slot")?.getBoundingClientRect().height ?? 0;
  const top = (piles.get("t1")?.getBoundingClientRect().top ?? 0) + scrollY;
  const below = parseFloat(getComputedStyle(board).getPropertyValue("--room-below")) || 0;
  const room = Math.max(innerHeight - top - below, height * LEAST_ROOM) - height;
  const tightest = Math.max(height * TIGHTEST_FAN, TIGHTEST_FAN_PX);
  for (const name of COLUMNS) {
    const pile = /** @type {HTMLElement} */ (piles.get(name));
    const covered = Math.max(pile.querySelectorAll(".card").length - 1, 1);
    const fan = Math.min(height * WIDEST_FAN, Math.max(tightest, room / covered));
    pile.style.setProperty("--fan", `${fan.toFixed(1)}px`);
  }
  board.style.setProperty("--reserve-fan", `${(height * WIDEST_FAN).toFixed(1)}px`);
}
