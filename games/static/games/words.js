// @ts-check
/**
 * Cards, piles and actions in words, and those words in the language of the page: they are looked
 * up by the English ones in the JSON that the page brings. Without it a text is its own. Pure.
 */

import {
  COLUMNS, EXTRAS, FOUNDATIONS, RESERVES, dealsLeft, foundationNext, parsePlay, rankLabel,
} from "./notation.js";

/**
 * @typedef {import("./notation.js").Play} Play
 * @typedef {import("./notation.js").Position} Position
 */

const page = globalThis.document;
/** @type {Record<string, string | string[]>} */
const texts = JSON.parse(page?.getElementById("texts")?.textContent || "{}");
const plurals = new Intl.PluralRules(page?.documentElement.lang || "en");

const SUIT_NAMES = {
  C: gettext("clubs"), D: gettext("diamonds"), H: gettext("hearts"), S: gettext("spades"),
};
const RANK_NAMES = {
  A: gettext("ace"), T: "10", J: gettext("jack"), Q: gettext("queen"), K: gettext("king"),
};
const ACTIONS = { undo: gettext("took back the last action"), concede: gettext("conceded") };

/** @param {string} text @param {Record<string, unknown>} [facts] by the names in braces */
export function gettext(text, facts) {
  return filled(String(texts[text] ?? text), facts ?? {});
}

/**
 * A text that depends on a number, its `{count}`.
 * @param {string} one @param {string} many @param {number} count
 * @param {Record<string, unknown>} [facts]
 */
export function ngettext(one, many, count, facts) {
  const forms = texts[one] ?? [one, many];
  return filled(forms[plurals.select(count) === "one" ? 0 : 1], { count, ...facts });
}

/** @param {string} text @param {Record<string, unknown>} facts */
function filled(text, facts) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(facts[name]));
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
  const [rank, suit] = card;
  return gettext("{rank} of {suit}", { rank: rankName(rank), suit: suitName(suit) });
}

/** @param {string} pile */
export function pileName(pile) {
  const [kind, number] = pile;
  if (kind === "t") return gettext("column {number}", { number });
  if (kind === "r") return gettext("reserve {number}", { number });
  return kind === "x" ? gettext("extra place {number}", { number }) : gettext("the foundation");
}

/** @param {string[]} names */
function either(names) {
  const last = names.at(-1) ?? "";
  if (names.length < 2) return last;
  return gettext("{names} or {last}", { names: names.slice(0, -1).join(", "), last });
}

/** @param {number} count */
function cardsCounted(count) {
  return ngettext("{count} card", "{count} cards", count);
}

/** @param {string} text */
export function sentence(text) {
  return text && text[0].toUpperCase() + text.slice(1);
}

/**
 * The top `count` cards of a pile.
 * @param {Position} position @param {string} pile @param {number} count
 */
export function runName({ piles }, pile, count) {
  const head = cardName(piles[pile].at(-count) ?? "");
  return count > 1 ? gettext("{count} cards from the {card}", { count, card: head }) : head;
}

/**
 * An action in words: “5 of hearts: reserve 3 to column 2”.
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
  return gettext("{cards}: {source} to {target}", {
    cards: runName(before, source, count), source: pileName(source), target: pileName(target),
  });
}

/** @param {number} stock */
function describeDeal(stock) {
  return stock < RESERVES.length
    ? gettext("the last two cards dealt to the extra places")
    : gettext("a card dealt to each reserve");
}

/**
 * The cards that a deal has laid open: “Reserve 1: 4 of clubs; …”.
 * @param {Position} before @param {Position} after
 */
export function describeDealt(before, after) {
  const piles = [...RESERVES, ...EXTRAS];
  const grown = piles.filter((pile) => after.piles[pile].length > before.piles[pile].length);
  /** @param {string} pile */
  const top = (pile) => `${pileName(pile)}, ${cardName(after.piles[pile].at(-1) ?? "")}`;
  const dealt = grown.map(top).join("; ");
  return gettext("{deal}: {cards}", { deal: describeDeal(before.stock), cards: dealt });
}

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
  if (name === "stock") return ngettext("{count} deal", "{count} deals", dealsLeft(position.stock));
  if (EXTRAS.includes(name)) return gettext("extra");
  if (!FOUNDATIONS.includes(name)) return "";
  const next = foundationNext(position, name[1]);
  return next ? gettext("next {rank}", { rank: rankLabel(next) }) : gettext("full");
}

/**
 * A pile in words: its name, how many cards, the top one and those under it.
 * @param {string} name @param {Position} position @param {string} spaceRank
 */
export function pileLabel(name, position, spaceRank) {
  if (name === "stock") return stockLabel(position.stock);
  if (FOUNDATIONS.includes(name)) return foundationLabel(name[1], position);
  const [top, ...under] = position.piles[name].map(cardName).reverse();
  const facts = { pile: sentence(pileName(name)), top, under: under.join(", ") };
  if (!top) return gettext("{pile}: {state}", { ...facts, state: emptyName(name, spaceRank) });
  const cards = cardsCounted(under.length + 1);
  return under.length
    ? gettext("{pile}: {cards}, {top}, on {under}", { ...facts, cards })
    : gettext("{pile}: {cards}, {top}", { ...facts, cards });
}

/** @param {number} stock */
function stockLabel(stock) {
  const deals = ngettext("{count} deal left", "{count} deals left", dealsLeft(stock));
  return gettext("Stock: {cards}, {deals}", { cards: cardsCounted(stock), deals });
}

/** @param {string} name @param {string} spaceRank */
function emptyName(name, spaceRank) {
  const rank = rankName(spaceRank);
  return COLUMNS.includes(name) ? gettext("a space, takes {rank}", { rank }) : gettext("empty");
}

/** @param {string} suit @param {Position} position */
function foundationLabel(suit, position) {
  const next = foundationNext(position, suit);
  return gettext("Foundation of {suit}: {cards}, {state}", {
    suit: suitName(suit),
    cards: cardsCounted(position.heights[suit]),
    state: next ? gettext("next {rank}", { rank: rankName(next) }) : gettext("complete"),
  });
}

/**
 * Where cards may go: “column 2 or the foundation”.
 * @param {Iterable<string>} piles
 */
export function placesName(piles) {
  return either([...piles].map(pileName));
}
