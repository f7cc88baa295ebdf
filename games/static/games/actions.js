// @ts-check
/**
 * What a player can do, with cards in the hand and with the game; how it is answered, and what is
 * said about it.
 *
 * @typedef {import("./state.js").Game} Game
 * @typedef {import("./state.js").Store} Store
 * @typedef {{act: (text: string) => void, say: (text: string) => void}} Actions
 * @typedef {ReturnType<typeof createHand>} Hand
 */

import { NoAnswer, Problem, createOutbox, fetchGame, fetchHint, sendActions } from "./api.js";
import { parsePlay, parsePosition, playText } from "./notation.js";
import { closedButtons, endWords, hintWords } from "./panel.js";
import {
  bestPlace, homeLine, isBlind, isOpen, liftable, shownPosition, targets,
} from "./state.js";
import {
  describeAction, describeDealt, gettext, pileName, placesName, runName, sentence,
} from "./words.js";

const SLOW = gettext("One moment: the server has not answered yet.");
const KEPT = gettext(
  "No answer from the server. Your move is kept and sent again until it arrives.",
);
const OFFLINE = gettext("No connection. What you play is kept and sent as soon as there is one.");
const ELSEWHERE = gettext("The game has moved on elsewhere. This is how it stands now.");
const NOT_HOME = gettext("Finish is for when every card left can go to its foundation.");
const NO_HINT = gettext("No hint: the server does not answer.");

/** @param {Store} store @param {(game: Game) => void} ended is told of the end of the game */
export function createActions(store, ended) {
  const outbox = createOutbox(store, (game, texts) => sendActions(game, texts, trouble(KEPT)), {
    answered,
    refused,
  });

  /** @param {string} text */
  function say(text) {
    store.change((state) => void (state.said = sentence(text)));
  }

  /** @param {string} banner */
  function trouble(banner) {
    return () => store.change((state) => void (state.banner = banner));
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
    if (text === "deal") say(describeDealt(from, to));
    else if (!parsePlay(text)) say(describeAction(text, from));
    show(before, after);
  }

  /** @param {string[]} texts @param {unknown} reason */
  function refused([text], reason) {
    if (reason !== null && !(reason instanceof Problem)) throw reason;
    const back = parsePlay(text) ? gettext("Taken back.") : "";
    const why = reason?.message ?? gettext("That is not possible.");
    say(reason?.code === "stale" ? ELSEWHERE : `${why} ${back}`.trim());
    const { game } = store.read();
    show(game, reason?.game ?? game);
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
    say(endWords(after)[0]);
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
    const { game, ahead } = store.read();
    if (ahead.length) return;
    const found = await fetchGame(game).catch((error) => void reasonOf(error, ""));
    const now = store.read();
    if (!found || now.ahead.length || found.ply <= now.game.ply) return;
    say(ELSEWHERE);
    show(now.game, found);
  }

  addEventListener("offline", trouble(OFFLINE));
  addEventListener("online", trouble(""));
  return { act, say, finish, hint, refresh };
}

/**
 * What the player holds: cards are lifted, put, put back, or sent where they go best.
 * @param {Store} store @param {Actions} actions
 */
export function createHand(store, { act, say }) {
  /**
   * A pile is pressed at a depth in cards from the top; 0: no depth, the next larger run is meant.
   * @param {string} pile @param {number} depth @returns {boolean} whether cards were lifted
   */
  function press(pile, depth) {
    const { selection } = store.read();
    const count = wanted(pile, depth);
    if (pile === "stock") act("deal");
    else if (isOpen(store.read(), pile)) put(pile);
    else if (selection?.pile === pile && (!count || count === selection.count)) putBack();
    else return lift(pile, count);
    return false;
  }

  /** @param {string} pile @param {number} depth */
  function wanted(pile, depth) {
    const { selection } = store.read();
    const counts = liftable(store.read(), pile);
    const held = selection?.pile === pile ? selection.count : 0;
    return depth ? nearest(counts, depth) : counts.find((count) => count > held);
  }

  /** @param {string} pile @param {number | undefined} count @returns {boolean} */
  function lift(pile, count) {
    store.change((state) => {
      state.selection = count ? { pile, count } : null;
    });
    if (count) say(liftWords());
    else if (pile[0] !== "f") say(whyNothing(pile));
    return Boolean(count);
  }

  function liftWords() {
    const state = store.read();
    const { pile, count } = /** @type {import("./state.js").Selection} */ (state.selection);
    const known = targets(state);
    const cards = runName(shownPosition(state), pile, count);
    return known.size
      ? gettext("Lifted: {cards}. Goes to {places}.", { cards, places: placesName(known) })
      : gettext("Lifted: {cards}.", { cards });
  }

  /** @param {string} pile */
  function whyNothing(pile) {
    if (store.read().game.status !== "playing") return gettext("The game is over.");
    return isBlind(store.read())
      ? SLOW
      : gettext("Nothing moves from {pile} now.", { pile: pileName(pile) });
  }

  /** @param {string} pile one that is open to the lifted cards */
  function put(pile) {
    const { selection } = store.read();
    const target = pile[0] === "f" ? "f" : pile;
    if (selection) act(playText({ source: selection.pile, target, count: selection.count }));
  }

  function putBack() {
    store.change((state) => void (state.selection = null));
    say(gettext("Put back."));
  }

  /**
   * To the best place, or lifted and lit when that is the player's choice.
   * @param {string} pile @param {number} depth
   */
  function send(pile, depth) {
    const count = wanted(pile, depth);
    const place = count && bestPlace(store.read(), { pile, count });
    if (lift(pile, count) && place) put(place);
  }

  return { press, wanted, lift, put, putBack, send };
}

/** @param {number[]} counts @param {number} depth @returns {number | undefined} */
function nearest(counts, depth) {
  return [...counts].sort((a, b) => Math.abs(a - depth) - Math.abs(b - depth))[0];
}

/** @param {unknown} error @param {string} noAnswer what is said when nothing came */
function reasonOf(error, noAnswer) {
  if (error instanceof Problem) return error.message;
  if (error instanceof NoAnswer) return noAnswer;
  throw error;
}
