// @ts-check
/**
 * Times for the reader: `<time data-left datetime=…>` shows what is left, and
 * `<time data-local datetime=…>` the same moment on the reader's clock.
 */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** @param {number} ms @returns {string} such as `7 h 04 min` or `12 min 30 s` */
export function left(ms) {
  if (ms <= 0) return "over";
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
  write("time[data-left]", (element) => left(Date.parse(element.dateTime) - Date.now()));
}

const local = new Intl.DateTimeFormat(undefined, {
  weekday: "short", hour: "2-digit", minute: "2-digit",
});
write("time[data-local]", (element) => local.format(new Date(element.dateTime)));
tick();
setInterval(tick, SECOND);
