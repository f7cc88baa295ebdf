// @ts-check
/** Positions along a line of moves that is known to be legal. Pure. */

import { EXTRAS, RESERVES, parsePlay, played } from "./notation.js";
import { gettext } from "./words.js";

/** @typedef {import("./notation.js").Position} Position */

/**
 * The position before the first move, and after each.
 * @param {Position} start @param {string[]} moves
 * @param {string[]} stock all of the deal's stock, next card first
 */
export function positionsAlong(start, moves, stock) {
  const positions = [start];
  for (const move of moves) {
    const before = positions[positions.length - 1];
    const play = parsePlay(move);
    positions.push(play ? played(before, play) : dealt(before, stock));
  }
  return positions;
}

/**
 * A card to each reserve; the last two to the extra places (R7).
 * @param {Position} position @param {string[]} stock @returns {Position}
 */
function dealt(position, stock) {
  const next = stock.slice(stock.length - position.stock);
  const targets = next.length < RESERVES.length ? EXTRAS : RESERVES;
  const piles = { ...position.piles };
  targets.forEach((name, index) => {
    piles[name] = [...piles[name], next[index]];
  });
  return { ...position, piles, stock: next.length - targets.length };
}

/**
 * Where the verdict changes: `from` and `to` are plies, both included.
 * @param {string[]} verdicts after 0, 1, 2, … actions
 */
export function stretches(verdicts) {
  /** @type {{verdict: string, from: number, to: number}[]} */
  const found = [];
  verdicts.forEach((verdict, ply) => {
    const last = found.at(-1);
    if (last?.verdict === verdict) last.to = ply;
    else found.push({ verdict, from: ply, to: ply });
  });
  return found;
}

const VERDICTS = {
  winnable: gettext("could be won"),
  lost: gettext("could not be won"),
  unknown: gettext("not decided"),
};

/** The whole bar in words. @param {string[]} verdicts */
export function verdictWords(verdicts) {
  const words = stretches(verdicts).map(({ verdict, from, to }) => {
    const facts = { from, to, verdict: VERDICTS[/** @type {keyof VERDICTS} */ (verdict)] };
    return from === to
      ? gettext("after move {from} {verdict}", facts)
      : gettext("after moves {from} to {to} {verdict}", facts);
  });
  return gettext("The game {verdicts}.", { verdicts: words.join("; ") });
}

/** The ply that an address points to, null for none. @param {string} hash such as `#ply-41` */
export function plyOf(hash) {
  const match = /^#ply-(\d{1,4})$/.exec(hash);
  return match ? Number(match[1]) : null;
}
