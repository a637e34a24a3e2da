/** The WebSocket to the server: one message a line of JSON, connected again by itself when it is lost. */

import { watching } from "./watching.js";

/** @typedef {import("./types.js").State} State */

const FIRST_WAIT = 300;
const LONGEST_WAIT = 5000;

export class Connection extends EventTarget {
  constructor() {
    super();
    /** Messages sent on this connection; the server says how many of them it has dealt with. */
    this.sent = 0;
    this.wait = FIRST_WAIT;
    /** @type {WebSocket | null} */
    this.socket = null;
  }

  open() {
    const address = new URL("ws", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.sent = 0;
      this.wait = FIRST_WAIT;
    });
    socket.addEventListener("message", (event) => {
      const message = JSON.parse(event.data);
      this.dispatchEvent(new CustomEvent(message.type, { detail: message }));
    });
    socket.addEventListener("close", () => {
      this.dispatchEvent(new Event("lost"));
      window.setTimeout(() => this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    });
  }

  /** @param {{type: string, [key: string]: unknown}} message @returns {boolean} whether it could be sent */
  send(message) {
    if (watching || this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    this.sent += 1;
    return true;
  }
}
