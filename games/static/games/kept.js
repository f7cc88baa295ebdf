// @ts-check
/**
 * What is on its way to the server, kept in this browser until it is answered: neither a reload nor
 * a closed tab loses it. Each page keeps its own, and takes over what others have left.
 *
 * @typedef {import("./state.js").Game} Game @typedef {import("./state.js").Sending} Sending
 */

/** @param {Game["id"]} id @param {() => Storage} storage throws where it is closed */
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
