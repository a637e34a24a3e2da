/** Who plays: the names on the cards beside the board, and the dialog in which they are given. */

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./connection.js").Connection} Connection */
/** @typedef {import("./store.js").Store} Store */

/** @type {Colour[]} */
const SIDES = ["W", "B"];

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

export class Names {
  /** @param {Connection} connection @param {Store} store */
  constructor(connection, store) {
    /** @type {HTMLDialogElement} */
    const dialog = get("names");
    const button = /** @type {HTMLButtonElement} */ (get("name"));
    /** @param {Colour} side @returns {HTMLInputElement} */
    const field = (side) => get(`name-${side}`);
    button.addEventListener("click", () => {
      for (const side of SIDES) {
        field(side).value = store.state?.names[side] ?? "";
        field(side).disabled = store.state?.opponent?.side === side;
      }
      dialog.showModal();
    });
    dialog.addEventListener("close", () => {
      if (dialog.returnValue === "name") {
        connection.send({ type: "names", white: field("W").value, black: field("B").value });
      }
      dialog.returnValue = "";
    });
    store.addEventListener("change", () => {
      const { state } = store;
      if (!state) return;
      button.disabled = !state.linked || state.match !== null || !state.chosen;
      for (const side of SIDES) {
        const name = /** @type {HTMLElement} */ (get(`player-${side}`).querySelector(".name"));
        const called = state.opponent?.side === side ? state.opponent.called : state.names[side];
        name.textContent = called;
        name.title = called;
      }
    });
  }
}
