// @ts-check
/** The player's wishes for the board, kept in this browser; look.js applies them on each page. */

const KEY = "agnes.look";

/** @param {HTMLFormElement} form its fields have the names of the `data-` marks they set */
export function keepSettings(form) {
  const root = document.documentElement;
  const fields = [...form.querySelectorAll("input")];
  for (const field of fields) field.checked = (root.dataset[field.name] ?? "") === field.value;

  form.addEventListener("change", () => {
    const wishes = Object.fromEntries(new FormData(form));
    for (const { name } of fields) delete root.dataset[name];
    Object.assign(root.dataset, wishes);
    keep(JSON.stringify(wishes));
    dispatchEvent(new Event("resize"));
  });
}

/** @param {string} text */
function keep(text) {
  try {
    localStorage.setItem(KEY, text);
  } catch {
    // Storage is closed: the wishes hold for this page only.
  }
}
