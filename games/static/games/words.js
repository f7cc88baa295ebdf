// @ts-check
/** Cards, piles, actions, hints and endings in words. Pure. */

import {
  COLUMNS, EXTRAS, FOUNDATIONS, RESERVES, dealsLeft, foundationNext, parsePlay, parsePosition,
  rankLabel,
} from "./notation.js";

/**
 * @typedef {import("./api.js").Game} Game @typedef {import("./api.js").Hint} Hint
 * @typedef {import("./notation.js").Play} Play
 * @typedef {import("./notation.js").Position} Position
 */

const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const RANK_NAMES = { A: "ace", T: "10", J: "jack", Q: "queen", K: "king" };
const PILE_NAMES = { t: "column", r: "reserve", x: "extra place", f: "the foundation" };
const ACTIONS = { undo: "took back the last action", concede: "conceded" };
const VERDICTS = {
  winnable: "This game can still be won.",
  lost: "This game can no longer be won.",
  unknown: "Whether this game can still be won, nobody knows: the search was given up.",
};

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

/** @param {string[]} names */
function either(names) {
  const last = names.at(-1) ?? "";
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} or ${last}` : last;
}

/** @param {number} count @param {string} noun */
export function counted(count, noun) {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
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
  return count > 1 ? `${count} cards from the ${head}` : head;
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
  return `${runName(before, source, count)}: ${pileName(source)} to ${pileName(target)}`;
}

/** @param {number} stock */
function describeDeal(stock) {
  return stock < RESERVES.length
    ? "the last two cards dealt to the extra places"
    : "a card dealt to each reserve";
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
  return `${describeDeal(before.stock)}: ${grown.map(top).join("; ")}`;
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
  if (name === "stock") return counted(dealsLeft(position.stock), "deal");
  if (EXTRAS.includes(name)) return "extra";
  if (!FOUNDATIONS.includes(name)) return "";
  const next = foundationNext(position, name[1]);
  return next ? `next ${rankLabel(next)}` : "full";
}

/**
 * A pile in words: its name, how many cards, the top one and those under it.
 * @param {string} name @param {Position} position @param {string} spaceRank
 */
export function pileLabel(name, position, spaceRank) {
  if (name === "stock") return stockLabel(position.stock);
  if (FOUNDATIONS.includes(name)) return foundationLabel(name[1], position);
  const [top, ...under] = position.piles[name].map(cardName).reverse();
  if (!top) return sentence(`${pileName(name)}: ${emptyName(name, spaceRank)}`);
  const below = under.length ? `, on ${under.join(", ")}` : "";
  return sentence(`${pileName(name)}: ${counted(under.length + 1, "card")}, ${top}${below}`);
}

/** @param {number} stock */
function stockLabel(stock) {
  return `Stock: ${counted(stock, "card")}, ${counted(dealsLeft(stock), "deal")} left`;
}

/** @param {string} name @param {string} spaceRank */
function emptyName(name, spaceRank) {
  return COLUMNS.includes(name) ? `a space, takes ${rankName(spaceRank)}` : "empty";
}

/** @param {string} suit @param {Position} position */
function foundationLabel(suit, position) {
  const next = foundationNext(position, suit);
  const state = next ? `next ${rankName(next)}` : "complete";
  return `Foundation of ${suitName(suit)}: ${counted(position.heights[suit], "card")}, ${state}`;
}

/**
 * Where cards may go: “column 2 or the foundation”.
 * @param {Iterable<string>} piles
 */
export function placesName(piles) {
  return either([...piles].map(pileName));
}

/**
 * A hint in words, and that it is counted.
 * @param {Hint} hint @param {Game} game as it was asked about, the hint already counted
 */
export function hintWords({ verdict, move, critical }, game) {
  const advice = move ? `Hint: ${describeAction(move, parsePosition(game.position))}.` : "";
  const care = critical && move ? "Few other moves keep the win." : "";
  const count = `${sentence(counted(game.hints, "hint"))} used in this game.`;
  return [advice, VERDICTS[verdict] ?? "", care, count].filter(Boolean).join(" ");
}

/** @param {Game} game @returns {[string, string]} title and what there is to say */
export function endWords(game) {
  const home = `${game.foundation_cards} of 52 cards are on the foundations.`;
  switch (game.status) {
    case "won":
      return [`Won in ${counted(game.ply, "move")}`, wonWords(game)];
    case "lost":
      return ["No way on", lostWords(game, home)];
    case "expired":
      return ["Time is up", `This game was not finished before its day was settled. ${home}`];
    default:
      return ["Conceded", home];
  }
}

/** @param {Game} game */
function wonWords(game) {
  return `All 52 cards are on the foundations, ${aids(game)}.`;
}

/** @param {Game} game */
function aids({ undos, hints }) {
  const used = [undos && counted(undos, "undo"), hints && counted(hints, "hint")].filter(Boolean);
  return used.length ? `with ${used.join(" and ")}` : "without undo";
}

/** @param {Game} game @param {string} home */
function lostWords(game, home) {
  const why = "The stock is gone, and nothing that is left can reach a foundation: "
    + "no series of moves between columns opens another play.";
  const undo = game.can_undo ? " The last move may still be taken back." : "";
  return `${why} ${home}${undo}`;
}

/**
 * A result to pass on: no card in it, and it reads well aloud.
 * @param {Game} game a won daily @param {number | null} rank @param {string} origin
 */
export function shareText(game, rank, origin) {
  if (!game.contest?.date) return "";
  const place = rank ? `, rank ${rank} so far` : "";
  const result = `won in ${counted(game.ply, "move")}, ${aids(game)}${place}`;
  return `Agnes, deal ${game.contest.number}: ${result}. ${origin}/daily/${game.contest.date}`;
}
