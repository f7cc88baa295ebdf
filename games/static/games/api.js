// @ts-check
/**
 * The only place that talks to the server: what is asked, asked again, and kept to be sent.
 *
 * @typedef {import("./state.js").Store} Store @typedef {import("./state.js").Sending} Sending
 * @typedef {(sending: Sending) => Promise<Game>} Send rejects with a refusal only
 * @typedef {{
 *   answered: (actions: string[], before: Game, after: Game) => void,
 *   refused: (actions: string[], reason: unknown) => void,
 *   held: (reason: Problem) => void,
 * }} Listener `refused`: all that is dropped, the refused first; `reason` is null when the game
 *   before no longer offers it. `held`: nothing is dropped, but nothing is sent from here any more
 * @typedef {{keep: (ahead: Sending[]) => void, next: () => Sending[] | null}} Keeper
 * @typedef {import("./state.js").Game} Game
 * @typedef {{
 *   verdict: "winnable" | "lost" | "unknown",
 *   move: string | null,
 *   critical: boolean,
 * }} Hint `verdict`: of the position, all cards known
 * @typedef {{
 *   number: number, players: number, my_result: {rank: number | null, moves: number} | null,
 * }} Daily
 */

import { isOffered, isUnsure, nextPly } from "./state.js";
import { gettext } from "./words.js";

const TIMEOUT_MS = 10_000;
const LONGEST_WAIT_MS = 15_000;
export const SIGNED_OUT = 401;
const TOO_MANY = 429;
const SERVER_FAILED = 500;

/** A refusal: the problem document the server sent (RFC 9457). */
export class Problem extends Error {
  /** @param {{title?: string, detail?: string, status: number, code?: string, game?: Game}} body */
  constructor(body) {
    super(body.detail || body.title || gettext("The server answered {status}.", body));
    this.status = body.status;
    this.code = body.code ?? "";
    this.game = body.game ?? null;
  }

  /** Whether it is who asks that was refused, not what was asked. */
  get isOfSession() {
    return this.status === SIGNED_OUT || this.code === "csrf_failed";
  }
}

/** No answer, or none that says whether the action was taken. `wait`: milliseconds asked for. */
export class NoAnswer extends Error {
  /** @param {number} wait */
  constructor(wait = 0) {
    super("No answer from the server.");
    this.wait = wait;
  }
}

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
 * Plays, a deal, an undo or a concession. The same may be sent any number of times: it counts once.
 * @param {Game["id"]} id @param {Sending} sending @param {() => void} onNoAnswer
 * @returns {Promise<Game>} rejects with a Problem
 */
export function sendActions(id, { ply, actions }, onNoAnswer) {
  const [path, body] = actions[0] === "concede"
    ? ["concede", { ply }]
    : ["moves", actions.length > 1 ? { ply, moves: actions } : { ply, move: actions[0] }];
  return untilAnswered(() => post(`/api/v1/games/${id}/${path}`, body), onNoAnswer);
}

/** @param {Game} game @returns {Promise<Game>} rejects with a Problem or NoAnswer */
export function fetchGame({ id }) {
  return get(`/api/v1/games/${id}`);
}

/** @param {Game} game @returns {Promise<Hint>} rejects with a Problem or NoAnswer */
export function fetchHint({ id }) {
  return get(`/api/v1/games/${id}/hint`);
}

/** @param {string} date @returns {Promise<Daily>} rejects with a Problem or NoAnswer */
export function fetchDaily(date) {
  return get(`/api/v1/daily/${date}`);
}

/**
 * Tells the account how its player wants pages to look.
 * @param {Record<string, string>} look @returns {Promise<unknown>} rejects as `fetchGame` does
 */
export function sendSettings(look) {
  return send("PATCH", "/api/v1/me", look);
}

/**
 * @template T
 * @param {() => Promise<T>} send @param {() => void} onNoAnswer
 * @returns {Promise<T>}
 */
async function untilAnswered(send, onNoAnswer) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      onNoAnswer();
      await pause(error.wait || Math.min(500 * 2 ** tries, LONGEST_WAIT_MS));
    }
  }
}

/** Over after so many milliseconds, or as soon as the network is back. @param {number} ms */
function pause(ms) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener("online", done);
      resolve(undefined);
    };
    const timer = setTimeout(done, ms);
    addEventListener("online", done);
  });
}

/** @param {string} path @param {object} body */
function post(path, body) {
  return send("POST", path, body);
}

/** @param {"POST" | "PATCH"} method @param {string} path @param {object} body */
function send(method, path, body) {
  return ask(path, {
    method,
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
    body: JSON.stringify(body),
  });
}

/**
 * The review of a game as it answers now: 200 when it is ready, 202 with its progress until then.
 *
 * @param {number} id
 */
export function fetchReview(id) {
  return reach(`/api/v1/games/${id}/review`, { credentials: "same-origin" });
}

/** @param {string} path */
function get(path) {
  return ask(path, { cache: "no-store" });
}

/** @param {string} path @param {RequestInit} options @returns {Promise<any>} */
async function ask(path, options) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const answer = await reach(path, { credentials: "same-origin", signal, ...options });
  if (answer.status === TOO_MANY || answer.status >= SERVER_FAILED) {
    throw new NoAnswer(secondsAsked(answer) * 1000);
  }
  const document = await readJson(answer);
  if (!answer.ok) throw new Problem({ status: answer.status, ...document });
  return document;
}

/** @param {string} path @param {RequestInit} options */
async function reach(path, options) {
  try {
    return await fetch(path, options);
  } catch {
    throw new NoAnswer();
  }
}

/** A body that breaks off is no answer either. @param {Response} answer */
async function readJson(answer) {
  try {
    return await answer.json();
  } catch {
    if (answer.ok) throw new NoAnswer();
    return {};
  }
}

/** @param {Response} answer */
function secondsAsked(answer) {
  return Number(answer.headers.get("Retry-After")) || 0;
}

function csrfToken() {
  return document.querySelector('meta[name="csrf-token"]')?.getAttribute("content") ?? "";
}
