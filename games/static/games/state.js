// @ts-check
/**
 * One state, one door: change it, and one render is scheduled. What is legal is what the server
 * said is legal; moves it has not answered yet are shown already.
 *
 * @typedef {{
 *   id: number | string,
 *   kind: "daily" | "casual" | "challenge",
 *   ranked: boolean,
 *   contest: {date?: string, number?: number} | null,
 *   status: "playing" | "won" | "lost" | "conceded" | "expired",
 *   ply: number,
 *   undos: number,
 *   base_rank: string,
 *   space_rank: string,
 *   position: string,
 *   foundation_cards: number,
 *   legal_moves: string[],
 *   can_undo: boolean,
 *   hints: number,
 *   par: {moves: number, bound: number} | null,
 * }} Game
 * @typedef {{ply: number, actions: string[]}} Sending actions, and the ply they were played at
 * @typedef {import("./notation.js").Play} Play
 * @typedef {import("./notation.js").Position} Position
 * @typedef {{pile: string, count: number}} Selection the run of `count` cards on top of a pile
 * @typedef {{
 *   game: Game,
 *   ahead: Sending[],
 *   selection: Selection | null,
 *   cursor: Selection | null,
 *   hint: string,
 *   said: string,
 *   banner: string,
 *   way: Way | null,
 * }} State `game`: as last answered; `ahead`: lists of actions still to be answered, the first is
 *   on its way; `selection`: lifted cards; `cursor`: the run the keyboard points at; `hint`: the
 *   action the server advises; `said`: the last thing that happened, in words; `banner`: trouble,
 *   and `way`: the way out of it when this page can send nothing any more
 * @typedef {{words: string, address: string}} Way
 * @typedef {(mutate: (state: State) => void) => void} Change
 * @typedef {{read: () => Readonly<State>, change: Change}} Store
 */

import {
  SUITS, foundationNext, parsePlay, parsePosition, pileOfTarget, playText, played,
} from "./notation.js";

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
  return {
    game, ahead: [], selection: null, cursor: null, hint: "", said: "", banner: "", way: null,
  };
}

/** @type {WeakMap<Game, {position: Position, plays: Play[]}>} */
const readings = new WeakMap();

/** What a game says never changes: its texts are read once. @param {Game} game */
function reading(game) {
  const known = readings.get(game) ?? {
    position: parsePosition(game.position),
    plays: game.legal_moves.map(parsePlay).filter((play) => play !== null),
  };
  readings.set(game, known);
  return known;
}

/** The position on screen: what was answered and the plays ahead. @param {State} state */
export function shownPosition(state) {
  return foreseen(state).plays.reduce(played, reading(state.game).position);
}

/**
 * Whether it takes the server to tell if the actions ahead stand: they were played on another
 * position than the one last answered, in another tab or before the page was loaded.
 * @param {State} state
 */
export function isUnsure({ game, ahead }) {
  return ahead.length > 0 && ahead[0].ply !== game.ply;
}

/** Nothing can be foreseen of the cards that a deal brings. @param {State} state */
export function isBlind(state) {
  const { ahead } = state;
  return foreseen(state).count < ahead.flatMap(({ actions }) => actions).length;
}

/** The moves on screen are counted there. @param {State} state */
export function shownPly(state) {
  return state.game.ply + foreseen(state).count;
}

/** The ply of the next action. @param {State} state */
export function nextPly({ game, ahead }) {
  const last = ahead.at(-1);
  return last ? last.ply + last.actions.length : game.ply;
}

/**
 * The plays ahead that stand, and how many actions that takes: an undo takes a play ahead back.
 * @param {State} state @returns {{plays: Play[], count: number}}
 */
function foreseen(state) {
  /** @type {Play[]} */
  const plays = [];
  let count = 0;
  const texts = isUnsure(state) ? [] : state.ahead.flatMap(({ actions }) => actions);
  for (const text of texts) {
    const play = parsePlay(text);
    if (play) plays.push(play);
    else if (text !== "undo" || !plays.pop()) break;
    count += 1;
  }
  return { plays, count };
}

/** The piles that the plays ahead leave or reach. @param {State} state @returns {Set<string>} */
function touched(state) {
  let { position } = reading(state.game);
  const piles = new Set();
  for (const play of foreseen(state).plays) {
    piles.add(play.source).add(pileOfTarget(position, play));
    position = played(position, play);
  }
  return piles;
}

/**
 * The plays from a pile that the server has named, and that nothing ahead can have changed.
 * @param {State} state @param {string} pile
 */
export function playsFrom(state, pile) {
  if (isBlind(state)) return [];
  const changed = touched(state);
  const { position, plays } = reading(state.game);
  const own = changed.has(pile) ? [] : plays.filter(({ source }) => source === pile);
  return own.filter((play) => !changed.has(pileOfTarget(position, play)));
}

/**
 * How many cards may be lifted from a pile, ascending. Of a pile that has changed and was not
 * answered for, that is any number; the answer will judge.
 * @param {State} state @param {string} pile @returns {number[]}
 */
export function liftable(state, pile) {
  if (touched(state).has(pile) && !isBlind(state)) {
    return (shownPosition(state).piles[pile] ?? []).map((_, index) => index + 1);
  }
  const counts = new Set(playsFrom(state, pile).map((play) => play.count));
  return [...counts].sort((a, b) => a - b);
}

/**
 * The piles where cards may go, as far as is known.
 * @param {State} state @param {Selection | null} cards @returns {Set<string>}
 */
export function targetsOf(state, cards) {
  if (!cards) return new Set();
  const { position } = reading(state.game);
  const plays = playsFrom(state, cards.pile).filter((play) => play.count === cards.count);
  return new Set(plays.map((play) => pileOfTarget(position, play)));
}

/** @param {State} state @returns {Set<string>} */
export function targets(state) {
  return targetsOf(state, state.selection);
}

/**
 * Whether the lifted cards may be put on a pile: surely, or perhaps, because a play ahead has
 * changed one of the two.
 * @param {State} state @param {string} pile
 */
export function isOpen(state, pile) {
  const { selection } = state;
  if (!selection || isBlind(state) || selection.pile === pile) return false;
  const changed = touched(state);
  const isUnknown = changed.has(selection.pile) || changed.has(pile);
  return targets(state).has(pile) || (isUnknown && takesPlays(state, pile));
}

/** @param {State} state @param {string} pile */
function takesPlays(state, pile) {
  const { pile: source, count } = /** @type {Selection} */ (state.selection);
  if (pile[0] === "t") return true;
  return count === 1 && pile === `f${shownPosition(state).piles[source].at(-1)?.[1]}`;
}

/**
 * The pile a double press sends cards to: their foundation, else the only one that takes them.
 * @param {State} state @param {Selection} cards @returns {string | null}
 */
export function bestPlace(state, cards) {
  const places = [...targetsOf(state, cards)];
  const home = places.find((pile) => pile[0] === "f");
  return home ?? (places.length === 1 ? places[0] : null);
}

/**
 * Whether the server, as last answered, would take an action.
 * @param {Game} game @param {string} text
 */
export function isOffered(game, text) {
  if (text === "undo") return game.can_undo;
  return text === "concede" ? game.status === "playing" : game.legal_moves.includes(text);
}

/**
 * The plays that carry all cards left home, when nothing but plays to the foundations is needed;
 * else none. The page judges nothing here: a pile gives its top card while its foundation says
 * that this one is next, as the board shows it, and the server takes the list as a whole or not at
 * all. Offered only when it ends the game, so it never spends a card that another may need.
 * @param {State} state @returns {string[]}
 */
export function homeLine(state) {
  let position = shownPosition(state);
  if (state.game.status !== "playing" || position.stock) return [];
  const line = [];
  for (let play = homePlay(position); play; play = homePlay(position)) {
    line.push(playText(play));
    position = played(position, play);
  }
  return SUITS.every((suit) => !foundationNext(position, suit)) ? line : [];
}

/** @param {Position} position @returns {Play | undefined} */
function homePlay(position) {
  const sources = Object.keys(position.piles).filter((pile) => {
    const [rank, suit] = position.piles[pile].at(-1) ?? "";
    return rank && rank === foundationNext(position, suit);
  });
  return sources.map((source) => ({ source, target: "f", count: 1 }))[0];
}
