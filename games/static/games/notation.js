// @ts-check
/**
 * The texts of the game, read and put into words. Pure; knows no rules.
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

const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANK_NAMES = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const PILE_NAMES = { t: "column", r: "reserve", x: "extra place", f: "the foundation" };
const ACTIONS = { undo: "took back the last action", concede: "conceded" };

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

/** @param {string} rank */
export function rankName(rank) {
  return RANK_NAMES[/** @type {keyof RANK_NAMES} */ (rank)] ?? rank;
}

/** @param {string} suit */
export function suitName(suit) {
  return SUIT_NAMES[/** @type {keyof SUIT_NAMES} */ (suit)];
}

/** @param {string} card */
export function cardName(card) {
  return `${rankName(card[0])} of ${suitName(card[1])}`;
}

/** @param {string} pile */
export function pileName(pile) {
  const kind = PILE_NAMES[/** @type {keyof PILE_NAMES} */ (pile[0])];
  return pile[0] === "f" ? kind : `${kind} ${pile[1]}`;
}

/**
 * An action in words: “5 of hearts from reserve 3 to column 2”.
 * @param {string} text @param {Position} before where it was played
 */
export function describeAction(text, before) {
  const play = parsePlay(text);
  if (play) return describePlay(play, before);
  if (text === "deal") return describeDeal(before.stock);
  return ACTIONS[/** @type {keyof ACTIONS} */ (text)] ?? text;
}

/** @param {Play} play @param {Position} before */
function describePlay({ source, target, count }, before) {
  const head = cardName(before.piles[source].at(-count) ?? "");
  const what = count > 1 ? `${count} cards from the ${head}` : head;
  return `${what}: ${pileName(source)} to ${pileName(target)}`;
}

/** @param {number} stock */
function describeDeal(stock) {
  return stock < RESERVES.length
    ? "the last two cards dealt to the extra places"
    : "a card dealt to each reserve";
}
