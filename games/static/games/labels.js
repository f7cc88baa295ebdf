// @ts-check
/**
 * The words on the piles, and about them. Pure.
 *
 * @typedef {import("./notation.js").Position} Position
 */

import {
  COLUMNS, EXTRAS, FOUNDATIONS, cardName, dealsLeft, foundationNext, pileName, rankLabel,
  rankName, suitName,
} from "./notation.js";

/**
 * What stands in an empty pile.
 * @param {string} name @param {Position} position @param {string} spaceRank
 */
export function captionOf(name, position, spaceRank) {
  if (name === "stock") return String(position.stock || "");
  if (FOUNDATIONS.includes(name)) return rankLabel(foundationNext(position, name[1]) ?? "");
  return COLUMNS.includes(name) ? rankLabel(spaceRank) : "";
}

/** What stands under a pile of the upper row. @param {string} name @param {Position} position */
export function tagOf(name, position) {
  const deals = dealsLeft(position.stock);
  if (name === "stock") return deals === 1 ? "1 deal" : `${deals} deals`;
  if (EXTRAS.includes(name)) return "extra";
  if (!FOUNDATIONS.includes(name)) return "";
  const next = foundationNext(position, name[1]);
  return next ? `next ${rankLabel(next)}` : "full";
}

/**
 * All of a pile in words, its top first.
 * @param {string} name @param {Position} position @param {string} spaceRank
 */
export function pileLabel(name, position, spaceRank) {
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
