// @ts-check
/** What the page says at turns of a game: a hint, a refusal, the end, a result to share. Pure. */

import { parsePosition } from "./notation.js";
import { counted, describeAction, sentence } from "./words.js";

/** @typedef {import("./api.js").Game} Game @typedef {import("./api.js").Hint} Hint */

const VERDICTS = {
  winnable: "This game can still be won.",
  lost: "This game can no longer be won.",
  unknown: "Whether this game can still be won, nobody knows: the search was given up.",
};

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
