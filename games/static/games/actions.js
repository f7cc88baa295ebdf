// @ts-check
/**
 * What a player can do with the game; how it is answered, and what is said about it.
 *
 * @typedef {import("./state.js").Game} Game
 * @typedef {import("./state.js").Store} Store @typedef {import("./state.js").Sending} Sending
 */

import {
  NoAnswer, Problem, SIGNED_OUT, createOutbox, fetchGame, fetchHint, sendActions,
} from "./api.js";
import { parsePlay, parsePosition } from "./notation.js";
import { closedButtons, hintWords } from "./panel.js";
import { homeLine, isBlind, liftable, shownPosition } from "./state.js";
import { describeAction, describeDealt, gettext, ngettext, sentence } from "./words.js";

export const SLOW = gettext("One moment: the server has not answered yet.");
const KEPT = gettext(
  "No answer from the server. Your move is kept and sent again until it arrives.",
);
const OFFLINE = gettext("No connection. What you play is kept and sent as soon as there is one.");
const ELSEWHERE = gettext("The game has moved on elsewhere. This is how it stands now.");
const OUT = gettext(
  "You are signed out. What you played here is kept, and sent once you are signed in again.",
);
const OLD_PAGE = gettext(
  "You have signed in since this page was loaded. What you played here is kept: load it again.",
);
const NOT_HOME = gettext("Finish is for when every card left can go to its foundation.");
const IMPOSSIBLE = gettext("That is not possible.");
const NO_HINT = gettext("No hint: the server does not answer.");

/** @param {Store} store @param {(game: Game) => void} ended is told of the end of the game */
export function createActions(store, ended) {
  const { id } = store.read().game;
  const keeper = createKeeper(id, () => localStorage);
  const listener = { answered, refused, held };
  const outbox = createOutbox(store, post, listener, keeper);

  /** @param {Sending} sending */
  function post(sending) {
    return sendActions(id, sending, trouble(KEPT));
  }

  /** @param {string} text */
  function say(text) {
    store.change((state) => void (state.said = sentence(text)));
  }

  /** @param {string} banner */
  function trouble(banner) {
    return () => store.change((state) => void (state.banner = state.way ? state.banner : banner));
  }

  /** Play, deal, undo or concede. @param {string} text */
  function act(text) {
    const reason = closedButtons(store.read())[text] || (isBlind(store.read()) ? SLOW : "");
    if (reason) say(reason);
    else send([text]);
  }

  /** All cards left to their foundations. */
  function finish() {
    const line = homeLine(store.read());
    if (line.length) send(line);
    else say(closedButtons(store.read()).concede || NOT_HOME);
  }

  /** @param {string[]} texts */
  function send(texts) {
    if (parsePlay(texts[0])) say(describeAction(texts[0], shownPosition(store.read())));
    store.change((state) => void Object.assign(state, { selection: null, cursor: null, hint: "" }));
    outbox.push(texts);
  }

  /** @param {string[]} texts @param {Game} before @param {Game} after */
  function answered([text], before, after) {
    const [from, to] = [before, after].map(({ position }) => parsePosition(position));
    const isNew = after.ply > before.ply;
    if (text === "deal" && isNew) say(describeDealt(from, to));
    else if (isNew && !parsePlay(text)) say(describeAction(text, from));
    show(before, after);
  }

  /** @param {string[]} dropped @param {unknown} reason */
  function refused(dropped, reason) {
    if (reason !== null && !(reason instanceof Problem)) throw reason;
    const { game } = store.read();
    show(game, reason?.game ?? game);
    const words = refusal(dropped, reason);
    say(words);
    if (reason?.code === "stale" || dropped.length > 1) trouble(words)();
  }

  /** @param {string[]} dropped @param {Problem | null} reason */
  function refusal(dropped, reason) {
    const count = dropped.length;
    const lost = ngettext(
      "{count} action from here did not count.", "{count} actions from here did not count.", count,
    );
    if (reason?.code === "stale") return `${ELSEWHERE} ${lost}`;
    const why = reason?.message ?? (closedButtons(store.read()).concede || IMPOSSIBLE);
    const back = parsePlay(dropped[0]) ? gettext("Taken back.") : "";
    return [why, count > 1 ? lost : back].filter(Boolean).join(" ");
  }

  /** Nothing more is taken from this page, but from the next one. @param {Problem} problem */
  function held({ status }) {
    const here = location.pathname;
    const isOut = status === SIGNED_OUT;
    const way = isOut
      ? { words: gettext("Sign in"), address: `/accounts/login/?next=${here}` }
      : { words: gettext("Load it again"), address: here };
    store.change((state) => void Object.assign(state, { banner: isOut ? OUT : OLD_PAGE, way }));
  }

  /** The game as the server has it now. @param {Game} before @param {Game} after */
  function show(before, after) {
    store.change((state) => {
      Object.assign(state, { game: after, banner: "", hint: "" });
      const { selection } = state;
      const isHeld = selection && liftable(state, selection.pile).includes(selection.count);
      if (!isHeld) state.selection = null;
    });
    if (after.status === before.status || after.status === "playing") return;
    say(""); // the panel that opens tells how it ended, and takes the focus
    ended(after);
  }

  async function hint() {
    const state = store.read();
    const reason = closedButtons(state).hint || (state.ahead.length ? SLOW : "");
    if (reason) return say(reason);
    say(gettext("Looking for a hint …"));
    try {
      tell(state.game, await fetchHint(state.game));
    } catch (error) {
      say(reasonOf(error, NO_HINT));
      if (error instanceof Problem && error.isOfSession) held(error);
    }
  }

  /** @param {Game} asked @param {import("./api.js").Hint} found */
  function tell(asked, found) {
    const { game, ahead } = store.read();
    const counted = { ...game, hints: game.hints + 1 };
    const isOld = game.ply !== asked.ply || ahead.length > 0;
    store.change((state) => void Object.assign(state, {
      game: counted,
      hint: isOld ? "" : (found.move ?? ""),
      selection: null,
    }));
    if (!isOld) say(hintWords(found, counted));
  }

  /** Moves made on another device appear here, unless something is on its way from here. */
  async function refresh() {
    const { game, ahead, way } = store.read();
    if (ahead.length && !way) return;
    const found = await fetchGame(game).catch(unfound);
    const now = store.read();
    if (found && way) return location.reload();
    if (!found || now.ahead.length || found.ply <= now.game.ply) return;
    show(now.game, found);
    say(ELSEWHERE);
  }

  /** @param {unknown} error */
  function unfound(error) {
    reasonOf(error, "");
    if (error instanceof Problem && error.isOfSession) held(error);
  }

  /** @param {number} count */
  function resent(count) {
    say(ngettext(
      "{count} action was still on its way. It is sent now.",
      "{count} actions were still on their way. They are sent now.", count,
    ));
  }

  addEventListener("offline", trouble(OFFLINE));
  addEventListener("online", trouble(""));
  addEventListener("beforeunload", (event) => {
    if (!keeper.isSafe()) event.preventDefault();
  });
  outbox.resume(resent);
  return { act, say, finish, hint, refresh };
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

/** @param {unknown} error @param {string} noAnswer what is said when nothing came */
function reasonOf(error, noAnswer) {
  if (error instanceof Problem) return error.message;
  if (error instanceof NoAnswer) return noAnswer;
  throw error;
}
