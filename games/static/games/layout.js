// @ts-check
/** Where the piles lie: three rows of seven, every pile a button, made once. */

import { drawing } from "./faces.js";
import { COLUMNS, EXTRAS, FOUNDATIONS, RESERVES } from "./notation.js";

const ROWS = /** @type {const} */ ([
  ["upper", "Foundations, extra places and stock", [...FOUNDATIONS, ...EXTRAS, "stock"]],
  ["reserves", "Reserves", RESERVES],
  ["columns", "Columns", COLUMNS],
]);

/** @param {HTMLElement} board @param {string} sprite @returns {Map<string, HTMLElement>} */
export function layOut(board, sprite) {
  const piles = new Map();
  for (const [className, name, members] of ROWS) {
    const row = document.createElement("div");
    row.className = `row ${className}`;
    row.setAttribute("role", "group");
    row.setAttribute("aria-label", name);
    for (const pile of members) piles.set(pile, emptyPile(pile, sprite));
    row.append(...members.map((pile) => piles.get(pile)));
    board.append(row);
  }
  return piles;
}

/** @param {string} name @param {string} sprite */
function emptyPile(name, sprite) {
  const pile = document.createElement("button");
  const slot = document.createElement("span");
  const tag = document.createElement("span");
  pile.type = "button";
  pile.className = `pile ${name === "stock" ? name : `pile-${name[0]}`}`;
  pile.dataset.pile = name;
  slot.className = "slot";
  if (FOUNDATIONS.includes(name)) slot.append(drawing(sprite, name[1], "pip"));
  slot.append(document.createElement("span"));
  tag.className = "tag";
  pile.append(slot, tag);
  return pile;
}
