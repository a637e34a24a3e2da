/**
 * Mouse, pen and finger on the board.
 *
 * Pressing on a stone lifts it, as fingers do. Dragged, it is put down where it is let go; after a mere click
 * it stays in the hand and is put down by the next click. Straight to the tray go captured stones: those that
 * the board wants off, and those of which it asks which to take; another one that has to leave by a double
 * click or a long touch.
 *
 * Where the page moves the stones, a click says which stone is meant and where it goes, and all else follows:
 * the stone that was chosen stays where it is until then.
 */

import { say } from "./texts.js";

/** @typedef {import("./geometry.js").Layout} Layout */
/** @typedef {import("./geometry.js").Spot} Spot */
/** @typedef {import("./store.js").Store} Store */

const DRAG = 9;
const LONG_TOUCH = 900;

/**
 * A finger or a button that is down. ``drag``: it has lifted the stone in the hand; ``over``: it is where that
 * stone was lifted before. ``point``: where it went down, where the page moves the stones.
 * @typedef {{id: number, drag: boolean, over: boolean, moved: boolean, x: number, y: number, timer: number,
 *   point?: string}} Press
 */

export class Hands {
  /**
   * @param {SVGSVGElement} svg the topmost layer
   * @param {Layout} layout
   * @param {Store} store
   * @param {import("./types.js").Page} page
   */
  constructor(svg, layout, store, page) {
    this.svg = svg;
    this.layout = layout;
    this.store = store;
    this.page = page;
    /** Where the stone in hand hovers. @type {Spot | null} */
    this.spot = null;
    /** @type {Press | null} */
    this.press = null;
    /** Whether the stone in the hand had to leave the board when it was lifted. */
    this.wrong = false;
    const stop = new AbortController();
    /** Lets go of the layer, before another takes its place. */
    this.release = () => stop.abort();
    const { signal } = stop;
    const on = (/** @type {string} */ type, /** @type {(event: PointerEvent) => void} */ listener) =>
      svg.addEventListener(type, /** @type {EventListener} */ (listener), { signal });
    on("pointerdown", (event) => this.#down(event));
    on("pointermove", (event) => this.#move(event));
    on("pointerup", (event) => this.#up(event));
    on("pointercancel", (event) => this.#cancel(event));
    // How fast a double click has to be is for the system to say, and it tells with the mouse's own event.
    svg.addEventListener("mousedown", (event) => event.detail === 2 && this.#double(), { signal });
    on("contextmenu", (event) => event.preventDefault());
  }

  /** Where the stone in hand is shown by default: hovering over a point. @param {string} point @returns {Spot} */
  above(point) {
    const { x, y } = this.layout.at(point);
    return { x: x - 5, y: y - 17 };
  }

  /** @param {PointerEvent} event @returns {Spot} */
  #where(event) {
    const matrix = this.svg.getScreenCTM();
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix?.inverse());
    return { x, y };
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button === 0 && this.page.looking()) {
      this.page.live();
      return;
    }
    if (event.button !== 0 || this.press || !this.store.hands) return;
    const spot = this.#where(event);
    const point = this.layout.nearest(spot);
    if (point) this.page.go(point);
    /** @type {Press} */
    const press = {
      id: event.pointerId,
      drag: false,
      over: false,
      moved: false,
      x: event.clientX,
      y: event.clientY,
      timer: 0,
    };
    const { hand } = this.store;
    if (this.store.carries) {
      if (!point) return;
      press.drag = true;
      // The stone that is chosen may be dragged on: that it is put down is said when the finger rises.
      press.over = point === hand?.origin;
      press.point = point;
      if (!press.over) this.store.touch(point);
    } else if (hand) {
      press.over = point === hand.origin;
    } else if (point && this.store.on(point) !== ".") {
      if (this.page.taken(point)) {
        this.store.discard(point);
        return;
      }
      this.wrong = this.page.mayGo(point);
      this.store.lift(point);
      this.spot = this.above(point);
      press.drag = true;
      if (event.pointerType !== "mouse") press.timer = window.setTimeout(() => this.#long(), LONG_TOUCH);
    } else {
      const tray = this.layout.trayAt(spot);
      if (!tray) {
        const todo = this.store.state?.todo;
        if (point && todo) this.page.say(todo);
        return;
      }
      this.store.take(tray);
      this.spot = spot;
      press.drag = true;
    }
    this.press = press;
    this.svg.setPointerCapture(event.pointerId);
    this.page.moved();
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { press } = this;
    if (press && press.id === event.pointerId && !press.moved) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < DRAG) return;
      press.moved = true;
      window.clearTimeout(press.timer);
    }
    if (!this.store.hand || (event.pointerType !== "mouse" && !press)) return;
    if (this.store.carries && !press?.moved) return;
    this.spot = this.#where(event);
    this.page.moved();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const { press } = this;
    if (!press || press.id !== event.pointerId) return;
    this.press = null;
    window.clearTimeout(press.timer);
    if (press.point) {
      this.#said(press, this.layout.nearest(this.#where(event)));
      return;
    }
    if (press.drag && !press.moved) return;
    this.#drop(this.#where(event), press.drag);
  }

  /** @param {PointerEvent} event */
  #cancel(event) {
    if (this.press?.id !== event.pointerId) return;
    window.clearTimeout(this.press.timer);
    if (this.press.drag && !this.press.point) this.store.putBack();
    this.press = null;
    this.spot = null;
  }

  /** A finger rises where the page moves the stones. @param {Press} press @param {string | null} point */
  #said(press, point) {
    this.spot = null;
    const dragged = press.moved && point !== press.point;
    if (dragged && point) this.store.touch(point);
    else if (press.over && !dragged) this.store.touch(/** @type {string} */ (press.point));
    this.page.moved();
  }

  #double() {
    if (!this.press?.over || this.store.carries) return;
    this.press = null;
    this.#throw();
  }

  #long() {
    this.press = null;
    if (this.#throw()) this.page.say(say("Put into the tray."));
  }

  /** Put the stone in the hand into the tray if it may go there, else back. @returns {boolean} whether it may */
  #throw() {
    const { hand } = this.store;
    const may = !hand?.origin || this.wrong;
    if (may) this.store.toTray();
    else {
      this.store.putBack();
      this.page.say(say("The stone of {point} belongs on the board.", { point: hand.origin }));
    }
    return may;
  }

  /** @param {Spot} spot @param {boolean} dragged */
  #drop(spot, dragged) {
    const point = this.layout.nearest(spot);
    if (point && this.store.on(point) === ".") {
      this.store.place(point);
    } else if (this.layout.trayAt(spot)) {
      this.store.toTray();
    } else if (point && !dragged && this.store.on(point) === this.store.hand?.colour) {
      // Another stone of one's own is meant.
      this.store.putBack();
      this.wrong = this.page.mayGo(point);
      this.store.lift(point);
      this.spot = this.above(point);
    } else {
      if (point) this.page.say(say("There is a stone on {point} already.", { point }));
      if (dragged) this.store.putBack();
    }
  }
}
