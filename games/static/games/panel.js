// @ts-check
/** What stands around the board: facts, buttons, what was said, trouble, the end of the game. */

import { dealsLeft, parsePosition, rankLabel } from "./notation.js";

/** @typedef {import("./state.js").State} State @typedef {import("./api.js").Game} Game */

/** @param {HTMLElement} page the element that holds everything with a `data-show` or `data-do` */
export function createPanel(page) {
  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement} */ (page.querySelector(selector));
  let status = "playing";

  /** @param {Readonly<State>} state */
  return function draw(state) {
    for (const [name, text] of Object.entries(facts(state.game))) {
      find(`[data-show="${name}"]`).textContent = text;
    }
    find('[data-show="said"]').textContent = state.said;
    find('[data-show="banner-text"]').textContent = state.banner;
    find('[data-show="banner"]').hidden = !state.banner;
    for (const [name, reason] of Object.entries(closedButtons(state.game))) {
      closeButton(find(`[data-do="${name}"]`), reason);
    }
    page.classList.toggle("waiting", state.waiting);
    drawEnd(find('[data-show="end"]'), find, state.game, status);
    status = state.game.status;
  };
}

/** @param {Game} game @returns {Record<string, string>} */
function facts(game) {
  const position = parsePosition(game.position);
  return {
    base: rankLabel(game.base_rank),
    space: rankLabel(game.space_rank),
    stock: String(position.stock),
    deals: String(dealsLeft(position.stock)),
    moves: String(game.ply),
    undos: String(game.undos),
  };
}

/**
 * Why a button does nothing now; an empty text when it does.
 * @param {Game} game @returns {Record<string, string>}
 */
export function closedButtons(game) {
  const over = game.status !== "playing";
  return {
    deal: game.legal_moves.includes("deal") ? "" : whyNoDeal(over),
    undo: game.can_undo ? "" : whyNoUndo(game),
    concede: over ? "The game is over." : "",
  };
}

/** @param {boolean} over */
function whyNoDeal(over) {
  return over ? "The game is over." : "The stock is gone.";
}

/** @param {Game} game */
function whyNoUndo(game) {
  if (!["playing", "lost"].includes(game.status)) return "The game is over.";
  const dealt = dealsLeft(parsePosition(game.position).stock) < 3;
  return game.ranked && dealt
    ? "In a ranked game a deal stays: it has shown hidden cards."
    : "Nothing to take back.";
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
 * @param {HTMLElement} end @param {(selector: string) => HTMLElement} find
 * @param {Game} game @param {string} statusBefore
 */
function drawEnd(end, find, game, statusBefore) {
  end.hidden = game.status === "playing";
  if (end.hidden) return;
  const [title, words] = endWords(game);
  end.dataset.status = game.status;
  find('[data-show="end-title"]').textContent = title;
  find('[data-show="end-words"]').textContent = words;
  if (game.status !== statusBefore) end.scrollIntoView({ block: "nearest" });
}

/** @param {Game} game @returns {[string, string]} */
function endWords(game) {
  const count = `${game.foundation_cards} of 52 cards are on the foundations.`;
  switch (game.status) {
    case "won":
      return [`Won in ${game.ply} moves`, "All 52 cards are on the foundations."];
    case "lost":
      return [
        "No way on",
        `The stock is gone, and no series of moves between columns leads to another play. ${count}`
          + (game.can_undo ? " The last move may still be taken back." : ""),
      ];
    case "expired":
      return ["Time is up", `This game was not finished before its day was settled. ${count}`];
    default:
      return ["Conceded", count];
  }
}
