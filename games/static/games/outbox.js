// @ts-check
/**
 * What is on its way to the server: sent one list after another, and kept until it is answered.
 *
 * @typedef {import("./state.js").Game} Game
 * @typedef {import("./state.js").Store} Store @typedef {import("./state.js").Sending} Sending
 * @typedef {(sending: Sending) => Promise<Game>} Send rejects with a refusal only
 * @typedef {{
 *   answered: (actions: string[], before: Game, after: Game) => void,
 *   refused: (actions: string[], reason: unknown) => void,
 *   held: (reason: Problem) => void,
 * }} Listener `refused`: all that is dropped, the refused first; `reason` is null when the game
 *   before no longer offers it. `held`: nothing is dropped, but nothing is sent from here any more
 * @typedef {{keep: (ahead: Sending[]) => void, next: () => Sending[] | null}} Keeper
 */

import { Problem } from "./api.js";
import { isOffered, isUnsure, nextPly } from "./state.js";

/**
 * Actions on their way, one list after another. What can be foreseen is on the screen at once;
 * what the server refuses is taken back there. No list is sent before the answer to the one before.
 * @param {Store} store @param {Send} send @param {Listener} listener @param {Keeper} keeper
 */
export function createOutbox(store, send, listener, keeper) {
  async function empty() {
    let goesOn = true;
    while (goesOn && store.read().ahead.length) goesOn = await sendFirst();
    return goesOn;
  }

  /** @returns {Promise<boolean>} whether more may be sent */
  async function sendFirst() {
    const { game, ahead: [first] } = store.read();
    if (!isUnsure(store.read()) && !isOffered(game, first.actions[0])) return giveUp(null);
    let after;
    try {
      after = await send(first);
    } catch (reason) {
      return giveUp(reason);
    }
    change({ game: after, ahead: store.read().ahead.slice(1) });
    listener.answered(first.actions, game, after);
    return true;
  }

  /** What was to follow rests on what was refused. @param {unknown} reason */
  function giveUp(reason) {
    if (reason instanceof Problem && reason.isOfSession) {
      listener.held(reason);
      return false;
    }
    const dropped = store.read().ahead.flatMap(({ actions }) => actions);
    change({ ahead: [], selection: null });
    listener.refused(dropped, reason);
    return true;
  }

  /** @param {Partial<import("./state.js").State>} facts */
  function change(facts) {
    store.change((state) => void Object.assign(state, facts));
    keeper.keep(store.read().ahead);
  }

  return {
    /** @param {string[]} actions */
    push(actions) {
      const { ahead } = store.read();
      change({ ahead: [...ahead, { ply: nextPly(store.read()), actions }] });
      if (!ahead.length) empty();
    },

    /** Send what earlier pages kept. @param {(count: number) => void} found */
    async resume(found) {
      for (let kept = keeper.next(); kept; kept = keeper.next()) {
        change({ ahead: kept });
        found(kept.flatMap(({ actions }) => actions).length);
        if (!await empty()) return;
      }
    },
  };
}

/**
 * What is on its way, kept in this browser until it is answered: neither a reload nor a closed tab
 * loses it. Each page keeps its own, and takes over what others have left.
 * @param {Game["id"]} id @param {() => Storage} storage throws where it is closed
 */
export function createKeeper(id, storage) {
  const prefix = `agnes.unsent.${id}.`;
  const own = `${prefix}${Math.random()}`;
  let isSafe = true;

  /** @param {Sending[]} ahead */
  function keep(ahead) {
    isSafe = !ahead.length;
    try {
      if (ahead.length) storage().setItem(own, JSON.stringify(ahead));
      else storage().removeItem(own);
      isSafe = true;
    } catch {
      // Storage is closed or full: then leaving the page asks first.
    }
  }

  /**
   * What a page has left. It may be one that is still open: the server counts an action once.
   * @returns {Sending[] | null}
   */
  function next() {
    try {
      const store = storage();
      const left = Object.keys(store).find((key) => key.startsWith(prefix) && key !== own);
      if (!left) return null;
      const ahead = readAhead(store.getItem(left) ?? "");
      keep(ahead);
      store.removeItem(left);
      return ahead.length ? ahead : next();
    } catch {
      return null;
    }
  }

  return { keep, next, isSafe: () => isSafe };
}

/** @param {string} text @returns {Sending[]} none when it cannot be read */
function readAhead(text) {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}
