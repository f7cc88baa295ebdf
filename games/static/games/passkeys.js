// @ts-check
/**
 * Says so when a passkey came to nothing: the player has closed the browser's question, waited too
 * long, or holds none for this site. django-allauth's scripts would only write it to the console.
 */

document.addEventListener("allauth.error", (event) => {
  const told = document.getElementById("passkey_trouble");
  if (!told) return;
  event.preventDefault();
  told.textContent = told.dataset.words ?? "";
});
