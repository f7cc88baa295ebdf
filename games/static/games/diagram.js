// @ts-check
/**
 * The diagrams of the rules guide. The server has drawn each before and after its one move, which
 * the engine allowed; here the move is made by pressing what it takes and where it goes.
 */

import { cardsOn, glide } from "./cards.js";

/** @param {HTMLElement} diagram */
function bringToLife(diagram) {
  const { source = "", target = "", count = "1" } = diagram.dataset;
  const [before, after] = [...diagram.querySelectorAll(".board")].map(asElement);
  const said = asElement(diagram.querySelector("[data-text]"));
  const again = asElement(diagram.querySelector('[data-do="again"]'));
  const from = asElement(before.querySelector(`[data-pile="${source}"]`));
  const to = asElement(before.querySelector(`[data-pile="${target}"]`));
  const lifted = [...from.querySelectorAll(".card")].slice(-Number(count));

  /** @param {boolean} isLifted */
  function lift(isLifted) {
    for (const card of lifted) card.classList.toggle("lifted", isLifted);
    to.classList.toggle("target", isLifted);
    from.setAttribute("aria-pressed", String(isLifted));
    said.textContent = isLifted ? (said.dataset.lifted ?? "") : "";
  }

  /** @param {HTMLElement} pile */
  function press(pile) {
    const isLifted = to.classList.contains("target");
    if (pile === to && (isLifted || from === to)) show(true);
    else if (pile === from) lift(!isLifted);
    else said.textContent = said.dataset.other ?? "";
  }

  /** @param {boolean} isPlayed */
  function show(isPlayed) {
    const start = new Map([...cardsOn(before)].map(([name, card]) => [name, placeOf(card)]));
    lift(false);
    before.hidden = isPlayed;
    after.hidden = !isPlayed;
    again.hidden = !isPlayed;
    if (isPlayed) said.textContent = said.dataset.text ?? "";
    if (isPlayed) glideInto(after, start);
    (isPlayed ? again : from).focus();
  }

  for (const pile of before.querySelectorAll("button")) pile.disabled = false;
  before.addEventListener("click", ({ target: pressed }) => {
    const pile = pressed instanceof Element ? pressed.closest("[data-pile]") : null;
    if (pile instanceof HTMLElement) press(pile);
  });
  again.addEventListener("click", () => show(false));
}

/** @param {HTMLElement} card */
function placeOf(card) {
  return card.getBoundingClientRect();
}

/**
 * The cards of a board glide from where the same cards lay on the other one.
 * @param {HTMLElement} board @param {Map<string, DOMRect>} start
 */
function glideInto(board, start) {
  const cards = cardsOn(board);
  /** @type {Map<HTMLElement, DOMRect>} */
  const before = new Map();
  for (const [name, card] of cards) {
    const place = start.get(name);
    if (place) before.set(card, place);
  }
  glide(cards, before);
}

/** @param {Element | null} element */
function asElement(element) {
  return /** @type {HTMLElement} */ (element);
}

for (const diagram of document.querySelectorAll(".diagram")) bringToLife(asElement(diagram));
