// @ts-check
/**
 * The texts of the game, read and written. Pure; knows no rules.
 *
 * @typedef {{rank: string, suit: string}} Card
 * @typedef {{source: string, target: string, count: number}} Play
 * @typedef {{
 *   baseRank: string,
 *   heights: Record<string, number>,
 *   piles: Record<string, string[]>,
 *   stock: number,
 * }} Position `piles` by name (t1…t7, r1…r7, x1, x2), cards bottom to top
 */

export const RANKS = "A23456789TJQK";
export const SUITS = ["C", "D", "H", "S"];
export const FOUNDATIONS = SUITS.map((suit) => `f${suit}`);
export const COLUMNS = ["t1", "t2", "t3", "t4", "t5", "t6", "t7"];
export const RESERVES = ["r1", "r2", "r3", "r4", "r5", "r6", "r7"];
export const EXTRAS = ["x1", "x2"];

/** @param {string} text @returns {Position} */
export function parsePosition(text) {
  const [baseRank, heights, columns, reserves, extras, stock] = text.split(" ");
  const names = [...COLUMNS, ...RESERVES, ...EXTRAS];
  const piles = [columns, reserves, extras].flatMap((field) => field.split("/")).map(parsePile);
  const counts = heights.split(".").map(Number);
  return {
    baseRank,
    heights: Object.fromEntries(SUITS.map((suit, index) => [suit, counts[index]])),
    piles: Object.fromEntries(names.map((name, index) => [name, piles[index]])),
    stock: parseStock(stock),
  };
}

/** @param {string} text @returns {string[]} */
function parsePile(text) {
  return text === "-" ? [] : (text.match(/../g) ?? []);
}

/** @param {string} text a number of hidden cards, `-`, or the cards of an old game */
function parseStock(text) {
  return text.startsWith("?") ? Number(text.slice(1)) : parsePile(text).length;
}

/** @param {string} text @returns {Play | null} null for `deal`, `undo` and `concede` */
export function parsePlay(text) {
  const match = /^([trx]\d)-(t\d|f)(?::(\d+))?$/.exec(text);
  return match && { source: match[1], target: match[2], count: Number(match[3] ?? 1) };
}

/** @param {Play} play @returns {string} */
export function playText({ source, target, count }) {
  return `${source}-${target}${count > 1 ? `:${count}` : ""}`;
}

/**
 * The rank that is `steps` above another, K followed by A.
 * @param {string} rank @param {number} steps
 */
export function rankAbove(rank, steps) {
  return RANKS[(RANKS.indexOf(rank) + steps) % RANKS.length];
}

/** @param {Position} position @param {string} suit @returns {string | null} null when empty */
export function foundationTop({ baseRank, heights }, suit) {
  return heights[suit] ? rankAbove(baseRank, heights[suit] - 1) + suit : null;
}

/** @param {Position} position @param {string} suit @returns {string | null} null when complete */
export function foundationNext({ baseRank, heights }, suit) {
  return heights[suit] < RANKS.length ? rankAbove(baseRank, heights[suit]) : null;
}

/** Deals left in a stock: seven cards each, then the last two (R7). @param {number} stock */
export function dealsLeft(stock) {
  return Math.ceil(stock / RESERVES.length);
}

/** As printed on a card. @param {string} rank */
export function rankLabel(rank) {
  return rank === "T" ? "10" : rank;
}

/**
 * The position once a play is made. Cards change places, nothing is judged.
 * @param {Position} position @param {Play} play @returns {Position}
 */
export function played(position, { source, target, count }) {
  const cards = position.piles[source].slice(-count);
  const piles = { ...position.piles, [source]: position.piles[source].slice(0, -count) };
  if (target !== "f") {
    return { ...position, piles: { ...piles, [target]: [...piles[target], ...cards] } };
  }
  const suit = cards[0][1];
  const heights = { ...position.heights, [suit]: position.heights[suit] + 1 };
  return { ...position, piles, heights };
}

/**
 * The pile on the board where a play ends: its column, or the foundation of the card's suit.
 * @param {Position} position @param {Play} play
 */
export function pileOfTarget({ piles }, { source, target }) {
  return target === "f" ? `f${piles[source].at(-1)?.[1]}` : target;
}
