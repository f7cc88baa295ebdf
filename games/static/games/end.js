// @ts-check
/** How a game ended, in words: for its panel, and to pass on. Pure. */

import { gettext, ngettext } from "./words.js";

/** @typedef {import("./state.js").Game} Game */

const NOT_FINISHED = gettext("This game was not finished before its day was settled.");
const STUCK = [
  gettext("The stock is gone, and nothing that is left can reach a foundation."),
  gettext("No series of moves between columns opens another play."),
].join(" ");

/** @param {Game} game @returns {[string, string]} title and what there is to say */
export function endWords(game) {
  const count = game.foundation_cards;
  const home = gettext("{count} of 52 cards are on the foundations.", { count });
  switch (game.status) {
    case "won":
      return [ngettext("Won in {count} move", "Won in {count} moves", game.ply), wonWords(game)];
    case "lost":
      return [gettext("No way on"), lostWords(game, home)];
    case "expired":
      return [gettext("Time is up"), `${NOT_FINISHED} ${home}`];
    default:
      return [gettext("Conceded"), home];
  }
}

/** How short a win can be, once that may be told. @param {Game} game */
export function parWords({ par }) {
  if (!par) return "";
  return par.moves === par.bound
    ? gettext("The shortest win takes {moves} moves: none can be shorter.", par)
    : gettext("The shortest win found takes {moves} moves.", par);
}

/** @param {Game} game */
function wonWords(game) {
  return gettext("All 52 cards are on the foundations, {aids}.", { aids: aids(game) });
}

/** @param {Game} game */
function aids({ undos, hints }) {
  const undone = ngettext("{count} undo", "{count} undos", undos);
  const helped = ngettext("{count} hint", "{count} hints", hints);
  if (undos && hints) return gettext("with {undone} and {helped}", { undone, helped });
  if (!undos && !hints) return gettext("without undo");
  return gettext("with {aid}", { aid: undos ? undone : helped });
}

/** @param {Game} game @param {string} home */
function lostWords(game, home) {
  const undo = game.can_undo ? gettext("The last move may still be taken back.") : "";
  return `${STUCK} ${home} ${undo}`.trim();
}

/**
 * A result to pass on: no card in it, and it reads well aloud.
 * @param {Game} game a won daily @param {number | null} rank @param {string} origin
 */
export function shareText(game, rank, origin) {
  if (!game.contest?.date) return "";
  const { number, date } = game.contest;
  const won = ngettext("won in {count} move, {aids}", "won in {count} moves, {aids}", game.ply, {
    aids: aids(game),
  });
  const result = rank ? gettext("{won}, rank {rank} so far", { won, rank }) : won;
  const address = `${origin}/daily/${date}`;
  return gettext("Agnes, deal {number}: {result}. {address}", { number, result, address });
}
