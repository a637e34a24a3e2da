/** The WebSocket to the server: one message a line of JSON, connected again by itself when it is lost. */

import { watching } from "./watching.js";

/** @typedef {import("./types.js").State} State */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;
/** The server says something at least every 2 s; silence beyond this, in ms, is a lost network. */
const SILENCE = 4500;

export class Connection extends EventTarget {
  constructor() {
    super();
    /** Messages sent on this connection; the server says how many of them it has dealt with. */
    this.sent = 0;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.silence = 0;
    window.addEventListener("offline", () => this.#drop());
    for (const [where, type] of /** @type {const} */ ([[window, "online"], [document, "visibilitychange"]])) {
      where.addEventListener(type, () => this.#look());
    }
  }

  open() {
    const address = new URL("ws", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    this.#heard();
    socket.addEventListener("open", () => {
      this.sent = 0;
      this.wait = FIRST_WAIT;
      this.#heard();
    });
    socket.addEventListener("message", (event) => {
      if (this.socket !== socket) return;
      this.#heard();
      const message = JSON.parse(event.data);
      this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    });
    socket.addEventListener("close", () => {
      if (this.socket === socket) this.#drop();
    });
  }

  /** Something has come: wait for the next. */
  #heard() {
    window.clearTimeout(this.silence);
    this.silence = window.setTimeout(() => this.#drop(), SILENCE);
  }

  /** The network is lost: give this connection up, of which no end may be heard, and try again. */
  #drop() {
    const { socket } = this;
    if (!socket) return;
    this.socket = null;
    window.clearTimeout(this.silence);
    socket.close();
    this.dispatchEvent(new Event("lost"));
    this.silence = window.setTimeout(() => this.open(), this.wait);
    this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
  }

  /** The network or the page is back: do not wait until it is tried again. */
  #look() {
    if (this.socket || document.hidden) return;
    window.clearTimeout(this.silence);
    this.open();
  }

  /** @param {{type: string, [key: string]: unknown}} message @returns {boolean} whether it could be sent */
  send(message) {
    if (watching || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    this.sent += 1;
    return true;
  }
}
