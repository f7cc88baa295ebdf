// @ts-check
/** The faces of cards: rank as text, suits and courts from the drawings in suits.svg. */

import { cardName, rankLabel } from "./notation.js";

const SVG = "http://www.w3.org/2000/svg";
const RED = "DH";
const COURTS = "JQK";

/**
 * A drawing of suits.svg.
 * @param {string} sprite its address @param {string} name @param {string} className
 */
export function drawing(sprite, name, className) {
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
  element.className = `card ${RED.includes(suit) ? "red" : "black"}`;
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
