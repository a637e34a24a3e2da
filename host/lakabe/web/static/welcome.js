/** What a first visitor is told, once. */

import { drawAll } from "./diagram.js";
import { watching } from "./watching.js";

const KEY = "lakabe-welcome";

function seen() {
  try {
    return window.localStorage.getItem(KEY) !== null;
  } catch {
    return true; // a browser that keeps nothing would be told each time
  }
}

export function welcome() {
  const dialog = /** @type {HTMLDialogElement} */ (document.getElementById("welcome"));
  if (watching || seen()) return;
  drawAll(dialog);
  dialog.showModal();
  dialog.scrollTop = 0; // the button at its end has the focus
  dialog.addEventListener("close", () => {
    try {
      window.localStorage.setItem(KEY, "seen");
    } catch {
      // It is told again next time.
    }
  });
}
