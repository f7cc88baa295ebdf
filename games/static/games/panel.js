// @ts-check
/** What stands around the board: facts, buttons, what was said, trouble, hints, the end. */

import { dealsLeft, parsePosition, rankLabel } from "./notation.js";
import { homeLine, shownPly, shownPosition } from "./state.js";
import { describeAction, gettext, ngettext } from "./words.js";

/**
 * @typedef {import("./state.js").State} State
 * @typedef {import("./api.js").Game} Game @typedef {import("./api.js").Hint} Hint
 */

const NO_HINTS = gettext("A ranked game has no hints: everybody plays it unaided.");
const VERDICTS = {
  winnable: gettext("This game can still be won."),
  lost: gettext("This game can no longer be won."),
  unknown: gettext("Whether this game can still be won, nobody knows: the search was given up."),
};
const NOT_FINISHED = gettext("This game was not finished before its day was settled.");
const STUCK = [
  gettext("The stock is gone, and nothing that is left can reach a foundation."),
  gettext("No series of moves between columns opens another play."),
].join(" ");

/** @param {HTMLElement} page the element that holds everything with a `data-show` or `data-do` */
export function createPanel(page) {
  /** @param {string} name @param {string} text */
  function write(name, text) {
    const element = find(page, `[data-show="${name}"]`);
    if (element && element.textContent !== text) element.textContent = text;
  }

  /** @param {Readonly<State>} state */
  function draw(state) {
    for (const [name, text] of Object.entries(facts(state))) write(name, text);
    write("said", state.said);
    write("banner-text", state.banner);
    show("banner", Boolean(state.banner));
    drawWay(state.way);
    for (const [name, reason] of Object.entries(closedButtons(state))) {
      for (const button of page.querySelectorAll(`[data-do="${name}"]`)) {
        closeButton(/** @type {HTMLElement} */ (button), reason);
      }
    }
    for (const button of page.querySelectorAll('[data-do="finish"]')) {
      /** @type {HTMLElement} */ (button).hidden = !homeLine(state).length;
    }
    page.classList.toggle("waiting", state.ahead.length > 0);
    page.dataset.status = state.game.status;
    drawEnd(state.game);
  }

  /** @param {string} name @param {boolean} isShown */
  function show(name, isShown) {
    const element = find(page, `[data-show="${name}"]`);
    if (element) element.hidden = !isShown;
  }

  /** @param {import("./state.js").Way | null} way */
  function drawWay(way) {
    show("banner-way", Boolean(way));
    write("banner-way", way?.words ?? "");
    find(page, '[data-show="banner-way"]')?.setAttribute("href", way?.address ?? "");
  }

  /** @param {Game} game */
  function drawEnd(game) {
    show("end", game.status !== "playing");
    if (game.status === "playing") return;
    const [title, words] = endWords(game);
    write("end-title", title);
    write("end-words", words);
    write("par", parWords(game));
    show("take-back", game.can_undo);
    show("share", game.status === "won" && Boolean(game.contest?.date));
  }

  /** @param {Game} game @param {import("./api.js").Daily | null} daily */
  function drawRank(game, daily) {
    const rank = daily?.my_result?.rank;
    const facts = { rank, players: daily?.players };
    write("rank", rank ? gettext("Rank {rank} of {players} so far.", facts) : "");
    write("share-text", shareText(game, rank ?? null, location.origin));
  }

  /** Brings the end into view and, for readers of the screen, under the focus. */
  function showEnd() {
    const end = find(page, '[data-show="end"]');
    end?.classList.add("moment");
    end?.scrollIntoView({ block: "nearest" });
    end?.focus({ preventScroll: true });
  }

  /** Where there is little room, the end is brief until more of it is asked for. */
  function toggleEnd() {
    const end = find(page, '[data-show="end"]');
    const isBrief = end?.classList.toggle("brief");
    find(page, '[data-do="more"]')?.setAttribute("aria-expanded", String(!isBrief));
    end?.scrollIntoView({ block: "nearest" });
  }
  return { draw, drawRank, showEnd, toggleEnd };
}

/** @param {HTMLElement} page @param {string} selector */
function find(page, selector) {
  return /** @type {HTMLElement | null} */ (page.querySelector(selector));
}

/** @param {State} state @returns {Record<string, string>} */
function facts(state) {
  const { game } = state;
  const { stock } = shownPosition(state);
  return {
    base: rankLabel(game.base_rank),
    space: rankLabel(game.space_rank),
    stock: String(stock),
    deals: String(dealsLeft(stock)),
    moves: String(shownPly(state)),
    undos: String(game.undos),
    hints: String(game.hints),
  };
}

/**
 * Why a button does nothing now; an empty text when it does.
 * @param {State} state @returns {Record<string, string>}
 */
export function closedButtons({ game, ahead }) {
  const over = game.status === "playing" ? "" : gettext("The game is over.");
  return {
    deal: game.legal_moves.includes("deal") ? "" : over || gettext("The stock is gone."),
    undo: game.can_undo || ahead.length ? "" : whyNoUndo(game),
    hint: over || (game.ranked ? NO_HINTS : ""),
    concede: over,
  };
}

/** @param {Game} game */
function whyNoUndo(game) {
  if (!["playing", "lost"].includes(game.status)) return gettext("The game is over.");
  const dealt = dealsLeft(parsePosition(game.position).stock) < 3;
  return game.ranked && dealt
    ? gettext("In a ranked game a deal stays: it has shown hidden cards.")
    : gettext("Nothing to take back.");
}

/**
 * A button that does nothing can still be pressed, and then says why. Only until the page is
 * listening is it disabled.
 * @param {HTMLElement} button @param {string} reason
 */
function closeButton(button, reason) {
  button.removeAttribute("disabled");
  button.setAttribute("aria-disabled", String(Boolean(reason)));
  button.setAttribute("aria-description", reason);
  button.title = reason || (button.dataset.hint ?? "");
}

/**
 * A hint in words, and that it is counted.
 * @param {Hint} hint @param {Game} game as it was asked about, the hint already counted
 */
export function hintWords({ verdict, move, critical }, game) {
  const action = move && describeAction(move, parsePosition(game.position));
  const advice = action ? gettext("Hint: {action}.", { action }) : "";
  const care = critical && move ? gettext("Few other moves keep the win.") : "";
  const count = ngettext(
    "{count} hint used in this game.", "{count} hints used in this game.", game.hints,
  );
  return [advice, VERDICTS[verdict] ?? "", care, count].filter(Boolean).join(" ");
}

/** @param {Game} game @returns {[string, string]} title and what there is to say */
export function endWords(game) {
  const count = game.foundation_cards;
  const home = ngettext(
    "{count} of 52 cards is on the foundations.", "{count} of 52 cards are on the foundations.",
    count,
  );
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
