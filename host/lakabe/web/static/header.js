/** Fills the line at the top of every page: the name, what is shown below, and the switch that theme.js answers. */

const header = /** @type {HTMLElement} */ (document.querySelector("header"));
header.innerHTML = `
  <h1>Lakabe</h1>
  <p id="board-line"></p>
  <a id="howto" aria-label="How to play" title="How to play" href="${new URL("howto.html", import.meta.url).pathname}">How to play</a>
  <button id="theme" type="button" class="plain" aria-label="Light or dark" title="Light or dark">
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="8.5" />
      <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" />
    </svg>
  </button>`;
