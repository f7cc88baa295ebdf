// @ts-check
/**
 * Times for the reader: `<time data-left=… datetime=…>` shows what is left, or its
 * own words when nothing is, and `<time data-local datetime=…>` the same moment on the
 * reader's clock.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** @param {number} ms more than 0 @returns {string} such as `7 h 04 min` or `12 min 30 s` */
export function left(ms) {
  const two = (/** @type {number} */ value) => String(Math.floor(value)).padStart(2, "0");
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h ${two((ms % HOUR) / MINUTE)} min`;
  return `${Math.floor(ms / MINUTE)} min ${two((ms % MINUTE) / SECOND)} s`;
}

/** @param {string} selector @param {(element: HTMLTimeElement) => string} text */
function write(selector, text) {
  for (const element of document.querySelectorAll(selector)) {
    element.textContent = text(/** @type {HTMLTimeElement} */ (element));
  }
}

function tick() {
  write("time[data-left]", ({ dateTime, dataset }) => {
    const ms = Date.parse(dateTime) - Date.now();
    return ms > 0 ? left(ms) : (dataset.left ?? "");
  });
}

const local = new Intl.DateTimeFormat(document.documentElement.lang, {
  weekday: "short", hour: "2-digit", minute: "2-digit",
});
write("time[data-local]", (element) => local.format(new Date(element.dateTime)));
tick();
setInterval(tick, SECOND);
