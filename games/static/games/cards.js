// @ts-check
/**
 * What lies on the board: three rows of seven piles, each a button made once; the faces of cards,
 * rank as text, suits and courts from the drawings in suits.svg; and how they glide.
 */

import { COLUMNS, EXTRAS, FOUNDATIONS, RESERVES, rankLabel } from "./notation.js";
import { cardName, gettext } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const RED = "DH";
const COURTS = "JQK";
const GLIDE = { duration: 180, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };
const ROWS = /** @type {const} */ ([
  ["upper", gettext("Foundations, extra places and stock"), [...FOUNDATIONS, ...EXTRAS, "stock"]],
  ["reserves", gettext("Reserves"), RESERVES],
  ["columns", gettext("Columns"), COLUMNS],
]);

/**
 * Makes the piles, or takes over those that the server has drawn.
 * @param {HTMLElement} board @param {string} sprite @returns {Map<string, HTMLElement>}
 */
export function layOut(board, sprite) {
  const drawn = [...board.querySelectorAll("[data-pile]")].map(asElement);
  const piles = new Map(drawn.map((pile) => [pile.dataset.pile ?? "", pile]));
  if (drawn.length) return piles;
  for (const [className, name, members] of ROWS) {
    const row = document.createElement("div");
    row.className = `row ${className}`;
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", name);
    for (const pile of members) piles.set(pile, emptyPile(pile, sprite));
    row.append(...members.map((pile) => /** @type {HTMLElement} */ (piles.get(pile))));
    board.append(row);
  }
  return piles;
}

/** @param {Element} element */
function asElement(element) {
  return /** @type {HTMLElement} */ (element);
}

/**
 * The cards that lie on a board already.
 * @param {HTMLElement} board @returns {Map<string, HTMLElement>}
 */
export function cardsOn(board) {
  const cards = [...board.querySelectorAll(".card")].map(asElement);
  return new Map(cards.map((card) => [card.dataset.card ?? "", card]));
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
  if (FOUNDATIONS.includes(name)) slot.append(drawing(sprite, name[1], `pip suit-${name[1]}`));
  slot.append(document.createElement("span"));
  tag.className = "tag";
  pile.append(slot, tag);
  return pile;
}

/**
 * A drawing of suits.svg.
 * @param {string} sprite its address @param {string} name @param {string} className
 */
function drawing(sprite, name, className) {
  const svg = document.createElementNS(SVG, "svg");
  const use = document.createElementNS(SVG, "use");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 32 32");
  svg.setAttribute("aria-hidden", "true");
  use.setAttribute("href", `${sprite}#${name}`);
  svg.append(use);
  return svg;
}

/** @param {string} sprite @param {string} card */
export function face(sprite, card) {
  const [rank, suit] = card;
  const element = document.createElement("span");
  element.className = `card ${RED.includes(suit) ? "red" : "black"} suit-${suit}`;
  element.dataset.card = card;
  element.title = cardName(card);
  element.append(corner(sprite, rank, suit), centre(sprite, rank, suit));
  return element;
}

/** @param {string} sprite @param {string} rank @param {string} suit */
function corner(sprite, rank, suit) {
  const element = document.createElement("span");
  const label = document.createElement("b");
  element.className = "corner";
  label.textContent = rankLabel(rank);
  element.append(label, drawing(sprite, suit, "pip"));
  return element;
}

/** @param {string} sprite @param {string} rank @param {string} suit */
function centre(sprite, rank, suit) {
  return drawing(sprite, COURTS.includes(rank) ? rank : suit, "emblem");
}

/**
 * Where the cards on the board are now.
 * @param {Map<string, HTMLElement>} cards @returns {Map<HTMLElement, DOMRect>}
 */
export function places(cards) {
  const onBoard = [...cards.values()].filter((card) => card.isConnected);
  return new Map(onBoard.map((card) => [card, card.getBoundingClientRect()]));
}

/**
 * Lets every card that has moved glide to its new place, unless the reader wants stillness.
 * @param {Map<string, HTMLElement>} cards @param {Map<HTMLElement, DOMRect>} before
 */
export function glide(cards, before) {
  if (!before.size || isStill()) return;
  for (const [card, now] of places(cards)) {
    const from = before.get(card) ?? origin(card, now);
    const [dx, dy] = [from.left - now.left, from.top - now.top];
    if (Math.abs(dx) + Math.abs(dy) > 1) glideFrom(card, dx, dy);
  }
}

function isStill() {
  const isWished = document.documentElement.dataset.motion === "off";
  return isWished || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * A card that was not to be seen comes from the stock, or lay under another one.
 * @param {HTMLElement} card @param {DOMRect} now
 */
function origin(card, now) {
  const stock = card.closest(".board")?.querySelector(".stock");
  return stock && !card.closest(".pile-f") ? stock.getBoundingClientRect() : now;
}

/** @param {HTMLElement} card @param {number} dx @param {number} dy */
function glideFrom(card, dx, dy) {
  const pile = card.parentElement;
  pile?.classList.add("arriving");
  const start = { transform: `translate(${dx}px, ${dy}px)` };
  const motion = card.animate([start, { transform: "none" }], GLIDE);
  motion.onfinish = motion.oncancel = () => pile?.classList.remove("arriving");
}
