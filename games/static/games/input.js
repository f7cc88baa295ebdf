// @ts-check
/**
 * Presses, drags and keys become what the hand does. What is possible stands in `legal_moves`.
 *
 * @typedef {import("./state.js").Store} Store
 * @typedef {{
 *   press: (pile: string, depth: number) => boolean,
 *   wanted: (pile: string, depth: number) => number | undefined,
 *   lift: (pile: string, count: number | undefined) => boolean,
 *   put: (pile: string) => void,
 *   putBack: () => void,
 *   send: (pile: string, depth: number) => void,
 * }} Hand what the player holds, and does with it
 * @typedef {ReturnType<typeof import("./render.js").createBoard>} Board
 * @typedef {{
 *   id: number, pile: HTMLElement, depth: number, x: number, y: number, isDrag: boolean,
 * }} Grip where a pointer went down
 */

import { depthAt, focusBeside, pileAt, pileUnder } from "./render.js";
import { isOpen, liftable, shownPosition } from "./state.js";
import { runName } from "./words.js";

const SLACK_PX = { mouse: 5, pen: 8, touch: 10 };
const SECOND_TAP_MS = 350;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * Drag and drop, by mouse, touch and pen.
 * @param {HTMLElement} element @param {Board} board @param {Store} store @param {Hand} hand
 */
export function listenToDrags(element, board, store, hand) {
  /** @type {Grip | null} */
  let grip = null;
  let isClickOfDrag = false;

  /** @param {PointerEvent} event */
  function begin({ isPrimary, button, target, clientX: x, clientY: y, pointerId: id }) {
    isClickOfDrag = false;
    const pile = pileAt(target);
    if (!pile || grip || !isPrimary || button !== 0) return;
    if (!(target instanceof Element) || !target.closest(".movable")) return;
    grip = { id, pile, depth: depthAt(pile, y), x, y, isDrag: false };
  }

  /** @param {PointerEvent} event */
  function move(event) {
    if (grip?.id !== event.pointerId) return;
    const [dx, dy] = [event.clientX - grip.x, event.clientY - grip.y];
    if (!grip.isDrag && Math.hypot(dx, dy) < slack(event)) return;
    if (!grip.isDrag && !lift(grip)) return;
    const { selection } = store.read();
    if (selection) board.carry(selection, dx, dy, dropPlace(event));
    else cancel();
  }

  /** @param {Grip} held */
  function lift(held) {
    const name = held.pile.dataset.pile ?? "";
    const count = hand.wanted(name, held.depth);
    if (!count) return void (grip = null);
    hand.lift(name, count);
    held.isDrag = true;
    held.pile.setPointerCapture(held.id);
    return true;
  }

  /**
   * The open pile under the pointer, or the one that the card in the hand covers most.
   * @param {PointerEvent} event
   */
  function dropPlace({ clientX: x, clientY: y }) {
    const { pile: source = "", count = 1 } = store.read().selection ?? {};
    const cards = element.querySelectorAll(`[data-pile="${source}"] .card`);
    const head = cards[cards.length - count]?.getBoundingClientRect();
    /** @param {string} pile */
    const isWanted = (pile) => isOpen(store.read(), pile);
    const below = pileUnder(element, isWanted, new DOMRect(x - 0.5, y - 0.5, 1, 1));
    return below ?? (head ? pileUnder(element, isWanted, head) : null);
  }

  /** @param {PointerEvent} event */
  function end(event) {
    if (grip?.id !== event.pointerId) return;
    const { isDrag } = grip;
    grip = null;
    if (!isDrag) return;
    isClickOfDrag = true;
    const place = dropPlace(event);
    board.letGo();
    if (place) hand.put(place);
    else hand.putBack();
  }

  function cancel() {
    isClickOfDrag = grip?.isDrag ?? false;
    grip = null;
    board.letGo();
    if (isClickOfDrag) hand.putBack();
  }

  element.addEventListener("pointerdown", begin);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", end);
  element.addEventListener("pointercancel", cancel);
  element.addEventListener("click", (event) => {
    if (isClickOfDrag) event.stopImmediatePropagation();
    isClickOfDrag = false;
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && grip) cancel();
  });
}

/** @param {PointerEvent} event how far a press may stray */
function slack({ pointerType }) {
  return SLACK_PX[/** @type {keyof SLACK_PX} */ (pointerType)] ?? SLACK_PX.mouse;
}

/**
 * Clicks and taps: one lifts and puts, a second at once sends to the best place.
 * @param {HTMLElement} element @param {Store} store @param {Hand} hand
 */
export function listenToPresses(element, store, hand) {
  let last = { pile: "", time: 0, isLift: false };

  element.addEventListener("click", (event) => {
    const pile = pileAt(event.target);
    const name = pile?.dataset.pile ?? "";
    if (!pile) return;
    if (last.isLift && last.pile === name && isSecond(event, last.time)) {
      last.isLift = false;
      hand.send(name, depthAt(pile, event.clientY));
    } else {
      // A click made with the keyboard has no place and no count.
      const depth = event.detail ? depthAt(pile, event.clientY) : pointedAt(store, name);
      last = { pile: name, time: event.timeStamp, isLift: hand.press(name, depth) };
    }
  });
}

/** Not every browser counts taps. @param {MouseEvent} event @param {number} before */
function isSecond(event, before) {
  const isTap = event instanceof PointerEvent && event.pointerType === "touch";
  return event.detail > 1 || (isTap && event.timeStamp - before < SECOND_TAP_MS);
}

/** @param {Store} store @param {string} pile */
function pointedAt(store, pile) {
  const { cursor } = store.read();
  return cursor?.pile === pile ? cursor.count : 0;
}

/**
 * Arrows between piles and along a run, letters for what the buttons do.
 * @param {Store} store @param {Hand} hand
 * @param {{act: (text: string) => void, say: (text: string) => void}} actions
 * @param {Record<string, () => void>} keys
 */
export function listenToKeys(store, hand, { say }, keys) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event.target)) return;
    if (event.key === "Escape" && store.read().selection) hand.putBack();
    if (!event.repeat) keys[event.key.toLowerCase()]?.(); // Caps Lock may be on
    const step = ARROWS[/** @type {keyof ARROWS} */ (event.key)];
    const pile = pileAt(event.target);
    if (!step || !pile) return;
    event.preventDefault();
    if (!step[1] || !pointAlong(pile.dataset.pile ?? "", -step[1])) {
      store.change((state) => void (state.cursor = null));
      focusBeside(pile, step[0], step[1]);
    }
  });

  /**
   * One card more of a run, or one less; false at its ends.
   * @param {string} pile @param {number} step
   */
  function pointAlong(pile, step) {
    const state = store.read();
    const counts = liftable(state, pile);
    const now = pointedAt(store, pile) || 1;
    const next = step > 0 ? counts.find((n) => n > now) : counts.findLast((n) => n < now);
    if (state.selection || pile[0] !== "t" || !next) return false;
    store.change((changed) => void (changed.cursor = { pile, count: next }));
    say(runName(shownPosition(state), pile, next));
    return true;
  }
}

/** @param {EventTarget | null} target */
function isElsewhere(target) {
  return target instanceof Element && target.closest("dialog, input, textarea, select") !== null;
}
