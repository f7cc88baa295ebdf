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

import { drawing, face } from "./faces.js";
import {
  COLUMNS, EXTRAS, RESERVES, SUITS, cardName, dealsLeft, foundationNext, foundationTop,
  parsePosition, pileName, rankLabel, rankName, suitName,
} from "./notation.js";

const FOUNDATIONS = SUITS.map((suit) => `f${suit}`);
const ROWS = /** @type {const} */ ([
  ["upper", "Foundations, extra places and stock", [...FOUNDATIONS, ...EXTRAS, "stock"]],
  ["reserves", "Reserves", RESERVES],
  ["columns", "Columns", COLUMNS],
]);
const WIDEST_FAN = 0.33;
const TIGHTEST_FAN = 0.15;
const TIGHTEST_FAN_PX = 15;
const LEAST_ROOM_PX = 300;
const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

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

/** How many cards lie from the one at height `y` to the top. @param {HTMLElement} pile @param {number} y */
export function depthAt(pile, y) {
  const tops = [...pile.querySelectorAll(".card")].map((card) => card.getBoundingClientRect().top);
  return Math.max(1, tops.filter((top) => top > y).length + 1);
}

/** Moves the focus with the arrow keys. @param {HTMLElement} pile @param {number} dx @param {number} dy */
export function focusBeside(pile, dx, dy) {
  const rows = [...(pile.parentElement?.parentElement?.children ?? [])];
  const row = rows.indexOf(/** @type {Element} */ (pile.parentElement));
  const place = [...rows[row].children].indexOf(pile);
  const next = rows[row + dy]?.children[place + dx];
  if (next instanceof HTMLElement) next.focus();
}

/** @param {HTMLElement} board @param {string} sprite @returns {Map<string, HTMLElement>} */
function layOut(board, sprite) {
  const piles = new Map();
  for (const [className, name, members] of ROWS) {
    const row = document.createElement("div");
    row.className = `row ${className}`;
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", name);
    for (const pile of members) piles.set(pile, emptyPile(pile, sprite));
    row.append(...members.map((pile) => piles.get(pile)));
    board.append(row);
  }
  return piles;
}

/** @param {string} name @param {string} sprite */
function emptyPile(name, sprite) {
  const pile = document.createElement("button");
  const slot = document.createElement("span");
  const tag = document.createElement("span");
  pile.type = "button";
  pile.className = `pile ${name === "stock" ? name : `pile-${name[0]}`}`;
  pile.dataset.pile = name;
  slot.className = "slot";
  if (FOUNDATIONS.includes(name)) slot.append(drawing(sprite, name[1], "pip"));
  slot.append(document.createElement("span"));
  tag.className = "tag";
  pile.append(slot, tag);
  return pile;
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
  pile.classList.toggle("target", isTarget(name, position, selection, targets));
  pile.classList.toggle("bare", name === "stock" ? !position.stock : !cards.length);
  pile.setAttribute("aria-pressed", String(lifted > 0));
}

/** @param {string} name @param {Position} position @param {Selection} selection @param {Set<string>} targets */
function isTarget(name, position, selection, targets) {
  if (!selection || !FOUNDATIONS.includes(name)) return targets.has(name);
  return targets.has("f") && position.piles[selection.pile].at(-1)?.[1] === name[1];
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

/** @param {string} name @param {Position} position @param {string} spaceRank */
function captionOf(name, position, spaceRank) {
  if (name === "stock") return String(position.stock || "");
  if (FOUNDATIONS.includes(name)) return rankLabel(foundationNext(position, name[1]) ?? "");
  return COLUMNS.includes(name) ? rankLabel(spaceRank) : "";
}

/** What stands under a pile of the upper row. @param {string} name @param {Position} position */
function tagOf(name, position) {
  const deals = dealsLeft(position.stock);
  if (name === "stock") return deals === 1 ? "1 deal" : `${deals} deals`;
  if (EXTRAS.includes(name)) return "extra";
  if (!FOUNDATIONS.includes(name)) return "";
  const next = foundationNext(position, name[1]);
  return next ? `next ${rankLabel(next)}` : "full";
}

/** @param {string} name @param {Position} position @param {View} view */
function label(name, position, { spaceRank, selection, targets }) {
  const possible = isTarget(name, position, selection, targets) ? " (possible)" : "";
  return `${pileLabel(name, position, spaceRank)}${possible}`;
}

/** @param {string} name @param {Position} position @param {string} spaceRank */
function pileLabel(name, position, spaceRank) {
  if (name === "stock") return `Stock: ${position.stock} cards, ${dealsLeft(position.stock)} deals`;
  if (FOUNDATIONS.includes(name)) return foundationLabel(name[1], position);
  const cards = position.piles[name].map(cardName).reverse();
  const empty = COLUMNS.includes(name) ? `a space, takes ${rankName(spaceRank)}` : "empty";
  return `${pileName(name)}: ${cards.join(", ") || empty}`;
}

/** @param {string} suit @param {Position} position */
function foundationLabel(suit, position) {
  const next = foundationNext(position, suit);
  const state = next ? `next ${rankName(next)}` : "complete";
  return `foundation of ${suitName(suit)}: ${position.heights[suit]} cards, ${state}`;
}

/** Long columns overlap more, so that they fit the window. @param {HTMLElement} board @param {Map<string, HTMLElement>} piles */
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

/** @param {Map<string, HTMLElement>} cards @returns {Map<HTMLElement, DOMRect>} */
function places(cards) {
  const onBoard = [...cards.values()].filter((card) => card.isConnected);
  return new Map(onBoard.map((card) => [card, card.getBoundingClientRect()]));
}

/** Lets every card that has moved glide to its new place. @param {Map<string, HTMLElement>} cards @param {Map<HTMLElement, DOMRect>} before */
function glide(cards, before) {
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [card, now] of places(cards)) {
    const from = before.get(card) ?? origin(card, now);
    const [dx, dy] = [from.left - now.left, from.top - now.top];
    if (Math.abs(dx) + Math.abs(dy) > 1) glideFrom(card, dx, dy);
  }
}

/** A card that was not to be seen comes from the stock, or lay under another one. @param {HTMLElement} card @param {DOMRect} now */
function origin(card, now) {
  const stock = card.closest(".board")?.querySelector(".stock");
  return stock && !card.closest(".pile-f") ? stock.getBoundingClientRect() : now;
}

/** @param {HTMLElement} card @param {number} dx @param {number} dy */
function glideFrom(card, dx, dy) {
  const pile = card.parentElement;
  pile?.classList.add("arriving");
  const motion = card.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "none" }], GLIDE);
  motion.onfinish = motion.oncancel = () => pile?.classList.remove("arriving");
}
