/** An analysed game: the board at any move, the evaluation's curve, and what is to be said of each move. */

import "./header.js";
import { CORNER, Layout } from "./geometry.js";
import { make } from "./html.js";
import { Stones } from "./stones.js";
import { el } from "./svg.js";
import { drawWood } from "./wood.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./types.js").State} State */

const AGAIN_MS = 700;
const COLOURS = /** @type {[Colour, string][]} */ ([
  ["W", "White"],
  ["B", "Black"],
]);

/** @template {Element} T @param {string} id @returns {T} */
const get = (id) => /** @type {T} */ (/** @type {unknown} */ (document.getElementById(id)));

const number = new URLSearchParams(location.search).get("game") ?? "";
const board = get("board");
/** @param {string} name @returns {SVGSVGElement} */
const layer = (name) => /** @type {SVGSVGElement} */ (board.querySelector(`.${name}`));
const narrow = window.matchMedia("(max-width: 640px) and (orientation: portrait)");

/** @type {Analysis | null} */ let data = null;
/** How many moves have been played in the position shown; the end until somebody chooses. */
let at = 0;
let chosen = false;
/** @type {Layout} */ let layout;
/** @type {Stones} */ let stones;

function arrange() {
  layout = new Layout(narrow.matches);
  /** @type {HTMLElement} */ (board).style.setProperty("--ratio", String(layout.width / layout.height));
  /** @type {HTMLElement} */ (board).style.setProperty("--corner", `${(100 * CORNER) / layout.width}%`);
  drawWood(layer("wood"), layout);
  stones = new Stones(layer("stones"), layout);
  layer("arrows").setAttribute("viewBox", layout.viewBox);
  show();
}

/** The way of a move over the board. @param {string[]} points @param {string} className */
function way(points, className) {
  const spots = points.map((point) => layout.at(point));
  const last = spots[spots.length - 1];
  return el(
    "g",
    { class: className },
    ...spots.slice(1).map(({ x, y }, i) => el("line", { x1: spots[i].x, y1: spots[i].y, x2: x, y2: y })),
    el("circle", { cx: last.x, cy: last.y, r: 17, stroke: "none" }),
  );
}

/** @param {number} place */
function go(place) {
  if (!data) return;
  chosen = true;
  at = Math.max(0, Math.min(data.positions.length - 1, place));
  show();
}

function show() {
  if (!data) return;
  const position = data.positions[at];
  const played = data.moves[at - 1];
  const tray = { W: position.taken.W, B: position.taken.B };
  stones.show(/** @type {State} */ (/** @type {unknown} */ ({ stones: position.stones, tray, others: [] })));
  layer("arrows").replaceChildren(
    ...(played?.bestPoints?.length ? [way(played.bestPoints, "best")] : []),
    ...(played ? [way(played.points, "played")] : []),
  );
  for (const [colour] of COLOURS) {
    get(`player-${colour}`).toggleAttribute("data-turn", position.turn === colour && at < data.moves.length);
  }
  drawCurve(data);
  say(data);
  for (const button of document.querySelectorAll("#moves button")) {
    const here = button.getAttribute("data-at") === String(at);
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here && chosen) button.scrollIntoView({ block: "nearest" });
  }
}

/** @param {Analysis} game */
function drawCurve(game) {
  const wide = Math.max(1, game.positions.length - 1);
  const x = (/** @type {number} */ i) => (100 * i) / wide;
  /** @type {string[]} */
  const parts = [];
  game.positions.forEach(({ share }, i) => {
    if (share === null) return;
    const before = i ? game.positions[i - 1].share : null;
    if (before === null && i < game.positions.length - 1) return;
    if (before !== null) {
      parts.push(
        `M${x(i - 1)} 40V${40 - 40 * before}L${x(i)} ${40 - 40 * share}V40z`,
      );
    }
  });
  get("curve").replaceChildren(
    el("path", { class: "white", d: parts.join("") }),
    el("line", { class: "middle", x1: 0, x2: 100, y1: 20, y2: 20 }),
    ...game.moves.flatMap((move, i) =>
      move.turning ? [el("rect", { class: "turning", x: x(i + 1) - 0.5, y: 0, width: 1, height: 4 })] : [],
    ),
    el("line", { class: "here", x1: x(at), x2: x(at), y1: 0, y2: 40 }),
  );
}

/** @param {Analysis} game */
function say(game) {
  const move = game.moves[at - 1];
  const position = game.positions[at];
  const title = make("p", "", make("b", "", move ? label(at) + move.text : "The beginning"), " ");
  if (move?.mark) title.append(make("span", "mark", move.mark));
  const content = [title];
  if (move?.said) content.push(make("p", "", move.said + (move.turning ? " A turning point." : "")));
  if (position.words) content.push(make("p", "", `${position.words[0].toUpperCase()}${position.words.slice(1)}.`));
  if (move?.line?.length) content.push(make("p", "line", `Better: ${move.line.join(" ")}`));
  get("said").replaceChildren(...content);
}

/** The number before the move that leads to a position. @param {number} place */
function label(place) {
  const ply = place + (data?.positions[0].turn === "W" ? 0 : 1);
  return ply % 2 ? `${(ply + 1) / 2}. ` : `${ply / 2}... `;
}

/** @param {Analysis} game */
function list(game) {
  /** @type {Map<number, HTMLElement>} */
  const rows = new Map();
  const late = game.positions[0].turn === "W" ? 0 : 1;
  game.moves.forEach((move, i) => {
    const ply = i + 1 + late;
    const row = rows.get(Math.ceil(ply / 2)) ?? make("li", "", make("span", "number", `${Math.ceil(ply / 2)}.`));
    if (!rows.size && late) row.append(make("span", "", "…"));
    const button = make("button", move.mark ? "bad" : "", move.text + (move.mark ? ` ${move.mark}` : ""));
    button.setAttribute("type", "button");
    button.dataset.at = String(i + 1);
    button.toggleAttribute("data-turning", Boolean(move.turning));
    button.addEventListener("click", () => go(i + 1));
    row.append(button);
    rows.set(Math.ceil(ply / 2), row);
  });
  get("moves").replaceChildren(...rows.values());
}

/** @param {Analysis} game */
function take(game) {
  const first = data === null;
  const ready = game.accuracy !== null;
  data = game;
  const names = game.white || game.black ? ` · ${game.white || "?"} – ${game.black || "?"}` : "";
  get("board-line").textContent = `Game ${number}${names} · ${game.result} · ${game.engine}`;
  const turning = game.moves.filter((move) => move.turning).length;
  const found = `${turning || "No"} turning point${turning === 1 ? "" : "s"}`;
  get("status").textContent = ready
    ? `${game.opening ? `${game.opening}. ` : ""}${found}.`
    : `Examined ${game.done} of ${game.total} positions…`;
  for (const [colour] of COLOURS) {
    const value = game.accuracy?.[colour];
    /** @type {HTMLElement} */ (get(`player-${colour}`).querySelector(".count")).textContent =
      value === undefined || value === null ? "" : `accuracy ${Math.round(value)} %`;
  }
  if (first || ready) list(game);
  if (!chosen) at = game.positions.length - 1;
  const link = get("annotated");
  link.setAttribute("aria-disabled", String(!ready));
  if (ready) link.setAttribute("href", `../games/${number}/annotated.pgn`);
  show();
  document.body.toggleAttribute("data-done", ready);
}

async function fetchOnce() {
  try {
    const answer = await fetch(`../games/${encodeURIComponent(number)}/analysis.json`);
    if (!answer.ok) {
      get("status").textContent = (await answer.text()).trim() || "There is no analysis of this game.";
      return;
    }
    take(await answer.json());
  } catch {
    get("status").textContent = "The connection to lakabe is lost. Trying again…";
  }
  if (data?.accuracy === null || data === null) window.setTimeout(fetchOnce, AGAIN_MS);
}

get("first").addEventListener("click", () => go(0));
get("back").addEventListener("click", () => go(at - 1));
get("on").addEventListener("click", () => go(at + 1));
get("last").addEventListener("click", () => go(Infinity));
get("curve").addEventListener("click", (event) => {
  const box = get("curve").getBoundingClientRect();
  const part = (/** @type {MouseEvent} */ (event).clientX - box.left) / box.width;
  if (data) go(Math.round(part * (data.positions.length - 1)));
});
document.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    go(at + step);
  }
});
narrow.addEventListener("change", arrange);

arrange();
fetchOnce();
