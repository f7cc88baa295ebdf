// @ts-check
/**
 * One state, one door: change it, and one render is scheduled.
 *
 * @typedef {import("./api.js").Game} Game
 * @typedef {{pile: string, count: number}} Selection the run of `count` cards lifted from a pile
 * @typedef {{
 *   game: Game,
 *   selection: Selection | null,
 *   waiting: boolean,
 *   said: string,
 *   banner: string,
 * }} State `waiting`: an action is on its way; `said`: the last thing that happened, in words;
 *   `banner`: trouble with the connection
 * @typedef {{read: () => Readonly<State>, change: (mutate: (state: State) => void) => void}} Store
 */

import { parsePlay, parsePosition } from "./notation.js";

/** @param {State} state @param {(state: Readonly<State>) => void} render @returns {Store} */
export function createStore(state, render) {
  let scheduled = false;
  const draw = () => {
    scheduled = false;
    render(state);
  };
  return {
    read: () => state,
    change(mutate) {
      mutate(state);
      if (!scheduled) requestAnimationFrame(draw);
      scheduled = true;
    },
  };
}

/** @param {Game} game @returns {State} */
export function openingState(game) {
  return { game, selection: null, waiting: false, said: "", banner: "" };
}

/**
 * The legal plays from a pile, as the server lists them.
 * @param {Game} game @param {string} pile
 */
export function playsFrom(game, pile) {
  const plays = game.legal_moves.map(parsePlay);
  return plays.filter((play) => play !== null).filter((play) => play.source === pile);
}

/** How many cards may be lifted from a pile, ascending. @param {Game} game @param {string} pile */
export function liftable(game, pile) {
  const counts = new Set(playsFrom(game, pile).map((play) => play.count));
  return [...counts].sort((a, b) => a - b);
}

/**
 * The piles where the lifted cards may go.
 * @param {Readonly<State>} state @returns {Set<string>}
 */
export function targets({ game, selection }) {
  if (!selection) return new Set();
  const suit = parsePosition(game.position).piles[selection.pile].at(-1)?.[1];
  const plays = playsFrom(game, selection.pile).filter((play) => play.count === selection.count);
  return new Set(plays.map(({ target }) => (target === "f" ? `f${suit}` : target)));
}
