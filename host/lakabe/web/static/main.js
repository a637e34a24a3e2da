/** Puts the page together. */

import "./header.js";
import { Arrow } from "./arrow.js";
import { ClockFaces } from "./clocks.js";
import { Connection } from "./connection.js";
import { Contacts } from "./contacts.js";
import { Hands } from "./hands.js";
import { Helper } from "./helper.js";
import { Keys } from "./keys.js";
import { CORNER, Layout } from "./geometry.js";
import { Legend } from "./legend.js";
import { Look } from "./look.js";
import { CAPTURED, CHOICE, Lights, WRONG } from "./lights.js";
import { Names } from "./names.js";
import { NewGame } from "./newgame.js";
import { Panel } from "./panel.js";
import { Signs } from "./signs.js";
import { Sounds } from "./sounds.js";
import { Stones } from "./stones.js";
import { Store } from "./store.js";
import { drawVeil } from "./veil.js";
import { welcome } from "./welcome.js";
import { drawWood } from "./wood.js";

/** @typedef {import("./types.js").Pixels} Pixels */
/** @typedef {import("./types.js").Notice} Notice */

const board = /** @type {HTMLElement} */ (document.getElementById("board"));
/** @param {string} name @returns {SVGSVGElement} */
const layer = (name) => /** @type {SVGSVGElement} */ (board.querySelector(`.${name}`));
/** @param {string} name @returns {HTMLElement} */
const lamps = (name) => /** @type {HTMLElement} */ (board.querySelector(`.${name}`));
const legend = new Legend(/** @type {HTMLElement} */ (document.getElementById("legend")));
const contactsLine = /** @type {HTMLElement} */ (document.getElementById("contacts"));

const connection = new Connection();
const store = new Store(connection);
const panel = new Panel(connection);
const narrow = window.matchMedia("(max-width: 640px) and (orientation: portrait)");

let layout = new Layout(false);
/** @type {Lights} */ let lights;
/** @type {Stones} */ let stones;
/** @type {Contacts} */ let contacts;
/** @type {Arrow} */ let arrow;
/** @type {Signs} */ let signs;
/** @type {Hands} */ let hands;
/** @type {Keys} */ let keys;
/** The newest frame, drawn at the browser's pace. */
let frame = "";
/** @type {import("./types.js").State | null} */ let drawn = null;
let due = false;
/** Whether the board was turned round here. @type {boolean | null} */ let turned = null;

function draw() {
  due = false;
  if (frame) lights.frame(frame);
  if (!store.state) return;
  const state = look.over(store.state);
  if (store.state !== drawn) {
    drawn = store.state;
    drawVeil(layer("veil"), layout, state.game?.variant ?? "tsivy");
    lights.roles(state.lights, state.pixels);
    lights.stand(state.stones);
    stones.show(state);
    contacts.show(state.contacts);
    arrow.show(state.shown);
    signs.show(state.lesson?.stage === "choose" ? "" : state.lights, state.lights.includes("h") ? [] : state.movable, lastMove(state));
    keys.show();
    board.toggleAttribute("data-hands", state.hands);
    board.toggleAttribute("data-holding", state.hand !== null);
    if (!state.hand) hands.spot = null;
  }
  legend.show(lights);
  const rests = state.carries ? state.hand?.origin : null;
  stones.hold(state.hand?.colour ?? null, hands.spot ?? hands.above(rests ?? keys.cursor));
}

/** The points of the last move, unless the lights show it or a hint, or another one is being made. @param {import("./types.js").State} state */
function lastMove(state) {
  const { game, lesson, lights: letters } = state;
  if (!game || lesson || game.step || !["play", "over"].includes(state.phase) || /[ht]/.test(letters)) return [];
  const move = game.moves.find(({ ply }) => ply === look.ply) ?? (look.ply === null ? game.moves[game.moves.length - 1] : undefined);
  return move?.text.match(/\b[a-i][1-5]/g) ?? [];
}

/** Whether Black's side is below: where that was chosen, or who is here plays it. */
function flipped() {
  return turned ?? store.state?.opponent?.side === "W";
}

function drawSoon() {
  if (due) return;
  due = true;
  window.requestAnimationFrame(draw);
}

function arrange() {
  const cursor = keys?.cursor ?? "e3";
  hands?.release();
  keys?.release();
  drawn = null;
  layout = new Layout(narrow.matches, flipped());
  board.style.setProperty("--ratio", String(layout.width / layout.height));
  board.style.setProperty("--corner", `${(100 * CORNER) / layout.width}%`);
  drawWood(layer("wood"), layout);
  lights = new Lights(lamps("glow"), lamps("rings"), layout);
  stones = new Stones(layer("stones"), layout);
  signs = new Signs(layer("signs"), layout);
  arrow = new Arrow(layer("arrows"), layout);
  contacts = new Contacts(layer("left-out"), contactsLine, layout);
  /** @type {import("./types.js").Page} */
  const page = {
    role: (point) => lights.role(point),
    looking: () => look.ply !== null,
    live: () => look.leave(),
    taken: (point) => {
      const role = lights.role(point);
      return role === CAPTURED || (CHOICE.includes(role) && !store.held);
    },
    mayGo: (point) => lights.role(point) === WRONG || store.state?.phase !== "play",
    say: (text) => panel.say(text),
    moved: drawSoon,
    go: (point) => keys.go(point),
    hover: () => {
      hands.spot = null;
      drawSoon();
    },
  };
  keys = new Keys(layer("hands"), layout, store, page, cursor);
  hands = new Hands(layer("hands"), layout, store, page);
  drawSoon();
}

const sounds = new Sounds(/** @type {HTMLInputElement} */ (document.getElementById("sounds")));
new Helper(connection, store);
new NewGame(connection, store);
new ClockFaces(store);
new Names(connection, store);
const look = new Look(store, () => {
  drawn = null;
  drawSoon();
});
store.addEventListener("change", () => {
  if (store.state) {
    panel.show(store.state);
    sounds.show(store.state);
  }
  if (flipped() !== layout.flipped) arrange();
  board.dataset.ready = "";
  drawSoon();
});
connection.addEventListener("pixels", (event) => {
  frame = /** @type {CustomEvent<Pixels>} */ (event).detail.rgb;
  drawSoon();
});
for (const type of ["error", "notice"]) {
  connection.addEventListener(type, (event) => {
    panel.say(/** @type {CustomEvent<Notice>} */ (event).detail.text);
    sounds.refuse();
  });
}
connection.addEventListener("lost", () => {
  delete board.dataset.ready;
  panel.lost();
});
narrow.addEventListener("change", arrange);
document.getElementById("flip")?.addEventListener("click", () => {
  turned = !layout.flipped;
  arrange();
});
document.addEventListener("keydown", (event) => {
  // On the board itself the keys see to it.
  const elsewhere = !(/** @type {Element} */ (event.target).closest(".hands, dialog"));
  if (event.key === "Escape" && elsewhere && store.hands && store.hand) store.putBack();
});

arrange();
connection.open();
welcome();
