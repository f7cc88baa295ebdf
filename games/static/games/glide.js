// @ts-check
/** Cards that have moved glide to their new places, unless the reader wants stillness. */

const GLIDE = { duration: 200, easing: "cubic-bezier(0.2, 0.7, 0.2, 1)" };

/**
 * Where the cards on the board are now.
 * @param {Map<string, HTMLElement>} cards @returns {Map<HTMLElement, DOMRect>}
 */
export function places(cards) {
  const onBoard = [...cards.values()].filter((card) => card.isConnected);
  return new Map(onBoard.map((card) => [card, card.getBoundingClientRect()]));
}

/**
 * Lets every card that has moved glide to its new place.
 * @param {Map<string, HTMLElement>} cards @param {Map<HTMLElement, DOMRect>} before
 */
export function glide(cards, before) {
  if (!before.size || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [card, now] of places(cards)) {
    const from = before.get(card) ?? origin(card, now);
    const [dx, dy] = [from.left - now.left, from.top - now.top];
    if (Math.abs(dx) + Math.abs(dy) > 1) glideFrom(card, dx, dy);
  }
}

/**
 * A card that was not to be seen comes from the stock, or lay under another one.
 * @param {HTMLElement} card @param {DOMRect} now
 */
function origin(card, now) {
  const stock = card.closest(".board")?.querySelector(".stock");
  return stock && !card.closest(".pile-f") ? stock.getBoundingClientRect() : now;
}

/** @param {HTMLElement} card @param {number} dx @param {number} dy */
function glideFrom(card, dx, dy) {
  const pile = card.parentElement;
  pile?.classList.add("arriving");
  const start = { transform: `translate(${dx}px, ${dy}px)` };
  const motion = card.animate([start, { transform: "none" }], GLIDE);
  motion.onfinish = motion.oncancel = () => pile?.classList.remove("arriving");
}
