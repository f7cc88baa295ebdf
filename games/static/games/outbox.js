// @ts-check
/**
 * Actions on their way to the server, one list after another. What can be foreseen is on the
 * screen at once; what the server refuses is taken back there. No list is sent before the answer
 * to the one before it says that it may be.
 *
 * @typedef {import("./api.js").Game} Game
 * @typedef {import("./state.js").Store} Store
 * @typedef {(game: Game, actions: string[]) => Promise<Game>} Send rejects with a refusal only
 * @typedef {{
 *   answered: (actions: string[], before: Game, after: Game) => void,
 *   refused: (actions: string[], reason: unknown) => void,
 * }} Listener `reason` is null when the game before no longer offers the actions
 */

import { isOffered } from "./state.js";

/**
 * @param {Store} store @param {Send} send @param {Listener} listener
 * @returns {{push: (actions: string[]) => void}}
 */
export function createOutbox(store, send, listener) {
  async function empty() {
    while (store.read().ahead.length) await sendFirst();
  }

  async function sendFirst() {
    const { game, ahead } = store.read();
    const actions = ahead[0];
    if (!isOffered(game, actions[0])) return giveUp(actions, null);
    let after;
    try {
      after = await send(game, actions);
    } catch (reason) {
      return giveUp(actions, reason);
    }
    store.change((state) => {
      Object.assign(state, { game: after, ahead: state.ahead.slice(1) });
    });
    listener.answered(actions, game, after);
  }

  /**
   * What was to follow rests on what was refused.
   * @param {string[]} actions @param {unknown} reason
   */
  function giveUp(actions, reason) {
    store.change((state) => void Object.assign(state, { ahead: [], selection: null }));
    listener.refused(actions, reason);
  }

  return {
    push(actions) {
      store.change((state) => void state.ahead.push(actions));
      if (store.read().ahead.length === 1) empty();
    },
  };
}
