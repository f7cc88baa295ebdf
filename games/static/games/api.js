// @ts-check
/**
 * The only place that talks to the server.
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
 * }} Game
 */

const TIMEOUT_MS = 10_000;
const LONGEST_WAIT_MS = 15_000;
const RETRIED = new Set([429, 502, 503, 504]);

/** A refusal: the problem document the server sent (RFC 9457). */
export class Problem extends Error {
  /** @param {{title?: string, detail?: string, status: number, code?: string, game?: Game}} body */
  constructor(body) {
    super(body.detail || body.title || `The server answered ${body.status}.`);
    this.status = body.status;
    this.code = body.code ?? "";
    this.game = body.game ?? null;
  }
}

/** No answer, or none that says whether the action was taken. `wait`: milliseconds asked for. */
class NoAnswer extends Error {
  /** @param {number} wait */
  constructor(wait = 0) {
    super("No answer from the server.");
    this.wait = wait;
  }
}

/**
 * Play, deal or undo. The same `{ply, move}` may be sent any number of times: it counts once.
 * @param {Game} game @param {string} move @param {(tries: number) => void} onNoAnswer
 * @returns {Promise<Game>} rejects with a Problem
 */
export function sendMove(game, move, onNoAnswer) {
  const send = () => post(`/api/v1/games/${game.id}/moves`, { ply: game.ply, move });
  return untilAnswered(send, onNoAnswer);
}

/**
 * @param {Game} game @param {(tries: number) => void} onNoAnswer
 * @returns {Promise<Game>} rejects with a Problem
 */
export function sendConcession(game, onNoAnswer) {
  const send = () => post(`/api/v1/games/${game.id}/concede`, { ply: game.ply });
  return untilAnswered(send, onNoAnswer);
}

/**
 * @template T
 * @param {() => Promise<T>} send @param {(tries: number) => void} onNoAnswer
 * @returns {Promise<T>}
 */
async function untilAnswered(send, onNoAnswer) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      onNoAnswer(tries);
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

/** @param {string} path @param {object} body @returns {Promise<any>} */
async function post(path, body) {
  const answer = await reach(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRFToken": csrfToken() },
    credentials: "same-origin",
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (RETRIED.has(answer.status)) throw new NoAnswer(secondsAsked(answer) * 1000);
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
