// @ts-check
/**
 * The review of a game: asked for, waited for, and shown beside its moves.
 *
 * @typedef {{ply: number, move: string, better: string}} TurningPoint
 * @typedef {{
 *   verdicts: string[], turning_points: TurningPoint[], winning_line: string[] | null,
 *   par: {moves: number, bound: number} | null, over_par: number | null,
 * }} Review
 * @typedef {{
 *   lookAt: (ply: number) => void, know: (verdicts: string[]) => void, describe: (from: number, move: string) => string,
 *   follow: (from: number, moves: string[]) => void,
 * }} Viewer `follow`: step through moves from the position after `from` actions; `describe`: a move
 *   there in words
 */

import { fetchReview } from "./api.js";
import { stretches, verdictWords } from "./line.js";
import { gettext, ngettext } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";
const A_SECOND = 1000;
const MOST_WAITS = 600;
const HEIGHTS = { winnable: 10, unknown: 6, lost: 3 };
const TROUBLE = gettext("The review could not be fetched. The game is not affected: try again.");

/**
 * @param {HTMLElement} section @param {number} id of the game
 * @param {Review | null} found what the page has brought @param {Viewer} viewer
 */
export function showReview(section, id, found, viewer) {
  const said = /** @type {HTMLElement} */ (section.querySelector('[data-show="review"]'));
  const button = /** @type {HTMLButtonElement} */ (section.querySelector("button"));

  async function ask() {
    button.hidden = true;
    said.textContent = gettext("Asking for the review…");
    try {
      show(await waitFor(id, (text) => void (said.textContent = text)));
    } catch {
      said.textContent = TROUBLE;
      button.textContent = gettext("Try again");
      button.hidden = false;
    }
  }

  /** @param {Review} review */
  function show(review) {
    said.textContent = summary(review);
    showBar(review);
    viewer.know(review.verdicts);
    section.querySelector(".turns")?.remove();
    if (review.turning_points.length) section.append(turningPoints(review, viewer));
  }

  button.addEventListener("click", ask);
  if (found) show(found);
  else if (section.dataset.review === "asked") ask();
}

/** @param {number} id @param {(text: string) => void} say @returns {Promise<Review>} */
async function waitFor(id, say) {
  for (let waits = 0; waits < MOST_WAITS; waits += 1) {
    const answer = await fetchReview(id);
    if (answer.status === 200) return answer.json();
    if (answer.status !== 202 && answer.status !== 429) throw new Error(String(answer.status));
    if (answer.status === 202) say(progressWords(await answer.json()));
    const seconds = Number(answer.headers.get("Retry-After")) || 1;
    await new Promise((resolve) => setTimeout(resolve, seconds * A_SECOND));
  }
  throw new Error("no review came");
}

/** @param {{state: string, progress: number}} progress */
function progressWords({ state, progress }) {
  return state === "queued"
    ? gettext("The review waits for its turn.")
    : gettext("The game is being searched: {progress} per cent done.", { progress });
}

/** @param {Review} review */
function summary({ verdicts, turning_points: points, par, over_par: over }) {
  const words = [];
  if (points.length) words.push(gettext("The win was lost by a move; the bar shows where."));
  else if (verdicts[0] === "lost") words.push(gettext("This deal could not be won."));
  else if (!verdicts.includes("lost")) words.push(gettext("No move lost the win."));
  if (par && over !== null) words.push(overWords(over, par.moves));
  if (verdicts.includes("unknown")) words.push(gettext("Some positions were too hard to decide."));
  return words.join(" ");
}

/** @param {number} over @param {number} par in moves */
function overWords(over, par) {
  if (!over) return gettext("The win took exactly par, which is {par} moves.", { par });
  return over > 0
    ? ngettext(
      "The win took {count} move over par, which is {par} moves.",
      "The win took {count} moves over par, which is {par} moves.", over, { par },
    )
    : ngettext(
      "The win took {count} move less than par, which is {par} moves.",
      "The win took {count} moves less than par, which is {par} moves.", -over, { par },
    );
}

/** @param {Review} review */
function showBar(review) {
  const place = document.querySelector('[data-show="bar"]');
  place?.replaceChildren(bar(review));
  place?.removeAttribute("hidden");
}

/** As wide as the slider; the higher, the better. @param {Review} review */
function bar({ verdicts, turning_points: points }) {
  const svg = drawing("svg", {
    class: "verdicts", viewBox: `0 0 ${verdicts.length} 14`, preserveAspectRatio: "none",
    role: "img", "aria-label": verdictWords(verdicts),
  });
  for (const { verdict, from, to } of stretches(verdicts)) {
    const height = HEIGHTS[/** @type {keyof HEIGHTS} */ (verdict)];
    svg.append(drawing("rect", {
      class: `verdict-${verdict}`, x: from, y: 12 - height, width: to - from + 1, height,
    }));
  }
  for (const { ply } of points) {
    svg.append(drawing("line", {
      class: "turn", x1: ply, x2: ply, y1: 0, y2: 14, "vector-effect": "non-scaling-stroke",
    }));
  }
  return svg;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function drawing(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** @param {Review} review @param {Viewer} viewer */
function turningPoints({ turning_points: points, winning_line: line }, viewer) {
  const list = document.createElement("ul");
  list.className = "turns";
  for (const point of points) list.append(turningPoint(point, viewer));
  if (line) {
    const from = points[points.length - 1].ply - 1;
    const item = document.createElement("li");
    item.append(button(gettext("Step through a win from there"), () => viewer.follow(from, line)));
    list.append(item);
  }
  return list;
}

/** @param {TurningPoint} point @param {Viewer} viewer */
function turningPoint({ ply, move, better }, viewer) {
  markTurned(document.querySelector(`#ply-${ply}`));
  const item = document.createElement("li");
  const [lost, kept] = [move, better].map((text) => viewer.describe(ply - 1, text));
  const words = gettext(
    "Move {ply} lost the win ({lost}). This would have kept it: {kept}.", { ply, lost, kept },
  );
  item.append(words, " ", button(gettext("Look at it"), () => viewer.lookAt(ply - 1)));
  return item;
}

/** The server has marked the row when the review came with the page. @param {Element | null} row */
function markTurned(row) {
  if (!row || row.classList.contains("turned")) return;
  const mark = document.createElement("strong");
  mark.className = "turn-mark";
  mark.textContent = row.closest("table")?.dataset.turned ?? "";
  row.classList.add("turned");
  row.children[1].append(" ", mark);
}

/** @param {string} text @param {() => void} press */
function button(text, press) {
  const element = document.createElement("button");
  element.type = "button";
  element.className = "second small";
  element.textContent = text;
  element.addEventListener("click", press);
  return element;
}
