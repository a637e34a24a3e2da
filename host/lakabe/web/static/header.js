/** Fills the line at the top of every page: the name, what is shown below, and the switch that theme.js answers. */

import { languageChoice, say } from "./texts.js";

/** A name for who sees it, who points at it and who hears it. @param {string} text */
const named = (text) => `aria-label="${text}" title="${text}"`;

const FLIP = `
  <button id="flip" type="button" class="plain" ${named(say("Turn the board round"))}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7 4h2v12h3l-4 5-4-5h3zM15 20h2V8h3l-4-5-4 5h3z" />
    </svg>
  </button>`;
/** Whether there is a board with hands on this page, and not the picture of one. */
const board = document.querySelector("#board .hands");
const header = /** @type {HTMLElement} */ (document.querySelector("header"));
header.innerHTML = `
  <h1>Lakabe</h1>
  <p id="board-line"></p>
  <a id="howto" ${named(say("How to play"))} href="${new URL("howto.html", import.meta.url).pathname}">${say("How to play")}</a>
  ${board ? FLIP : ""}
  <button id="theme" type="button" class="plain" ${named(say("Light or dark"))}>
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" />
    </svg>
  </button>`;
header.querySelector("#howto")?.after(languageChoice());
