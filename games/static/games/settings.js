// @ts-check
/**
 * The player's wishes for how pages look: marks on <html>, with which the server draws each page.
 * They are kept in a cookie of this browser, and in the account of who has one.
 *
 * @typedef {Record<string, string>} Look `unsent` in it: whose account has not been told yet
 */

import { NoAnswer, Problem, sendSettings } from "./api.js";

const YEAR_S = 60 * 60 * 24 * 365;

/**
 * Applies each change at once and keeps it; sends what an earlier page could not.
 * @param {HTMLFormElement} form its fields have the names of the marks; `data-player`: the account;
 *   `data-cookie`: what the cookie is called
 */
export function keepSettings(form) {
  const player = form.dataset.player ?? "";
  const cookie = /** @type {string} */ (form.dataset.cookie);
  let sending = Promise.resolve();
  const send = () => {
    if (player) sending = sending.then(sendUnsent);
  };

  async function sendUnsent() {
    const { unsent, ...look } = readLook(cookie);
    if (unsent !== player) return;
    const isTold = await told(look);
    // What was changed in the meantime has its turn after this.
    if (isTold && sameLook(readLook(cookie), { ...look, unsent })) writeLook(cookie, look);
    showWhere(form, isTold ? "account" : "unsent");
  }

  form.addEventListener("change", () => {
    const look = /** @type {Look} */ (Object.fromEntries(new FormData(form)));
    Object.assign(document.documentElement.dataset, look);
    writeLook(cookie, player ? { ...look, unsent: player } : look);
    dispatchEvent(new Event("resize"));
    send();
  });
  addEventListener("online", send);
  send();
}

/** Whether the account has it now. @param {Look} look */
async function told(look) {
  try {
    await sendSettings(look);
    return true;
  } catch (error) {
    if (error instanceof NoAnswer || error instanceof Problem) return false;
    throw error;
  }
}

/** @param {HTMLFormElement} form @param {"account" | "unsent"} where */
function showWhere(form, where) {
  for (const words of form.querySelectorAll("[data-kept]")) {
    /** @type {HTMLElement} */ (words).hidden = words.getAttribute("data-kept") !== where;
  }
}

/** @param {Look} one @param {Look} other */
function sameLook(one, other) {
  return String(new URLSearchParams(one)) === String(new URLSearchParams(other));
}

/** @param {string} cookie @returns {Look} */
function readLook(cookie) {
  const found = document.cookie.split("; ").find((each) => each.startsWith(`${cookie}=`));
  const text = decodeURIComponent(found?.slice(cookie.length + 1) ?? "");
  return Object.fromEntries(new URLSearchParams(text));
}

/** @param {string} cookie @param {Look} look */
function writeLook(cookie, look) {
  const text = encodeURIComponent(String(new URLSearchParams(look)));
  const secure = location.protocol === "https:" ? "; secure" : "";
  document.cookie = `${cookie}=${text}; path=/; max-age=${YEAR_S}; samesite=lax${secure}`;
}
