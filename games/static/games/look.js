// @ts-check
/* How the board looks by the player's wish, set before anything is painted: no module, so it runs
   while the head is read. panel.js writes what is read here. */
try {
  const wishes = JSON.parse(localStorage.getItem("agnes.look") ?? "{}");
  Object.assign(document.documentElement.dataset, wishes);
} catch {
  // Storage is closed, or holds something else: the board looks as it does for everybody.
}
