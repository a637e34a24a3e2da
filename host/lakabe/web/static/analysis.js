/** A game that is gone through again: the board at any move; where it is analysed, its curve and what was better. */

import "./header.js";
import { drawCurve, placeAt } from "./curve.js";
import { make } from "./html.js";
import { Picture } from "./picture.js";
import { plural, say } from "./texts.js";

/** @typedef {import("./types.js").Analysis} Analysis */
/** @typedef {import("./types.js").Colour} Colour */

const TEXTS = {
  beginning: say("The beginning"),
  better: say("Better:"),
  turning: say("A turning point."),
  none: say("There is no analysis of this game."),
  lost: say("The connection to lakabe is lost. Trying again…"),
};
const AGAIN_MS = 700;
/** @type {Colour[]} */
const COLOURS = ["W", "B"];

/** @template {Element} T @param {string} id @returns {T} */
const get = (id) => /** @type {T} */ (/** @type {unknown} */ (document.getElementById(id)));

const asked = new URLSearchParams(location.search);
const number = asked.get("game") ?? "";
/** Whether nothing is to be analysed. */
const replay = asked.has("replay");

/** @type {Analysis | null} */ let data = null;
/** How many moves have been played in the position shown; the end until somebody chooses. */
let at = 0;
/** How many moves of what was better are played instead of the last one; null: it is the game. @type {number | null} */
let instead = null;
let chosen = false;

const picture = new Picture(/** @type {HTMLElement} */ (/** @type {unknown} */ (get("board"))), show);

/** @param {number} place */
function go(place) {
  if (!data) return;
  chosen = true;
  instead = null;
  at = Math.max(0, Math.min(data.positions.length - 1, place));
  show();
}

/** Show what was better than the last move: the position before it, or after so many moves of the line. @param {number} moves */
function goInstead(moves) {
  const line = data?.moves[at - 1]?.line ?? [];
  if (moves < 0 || moves > line.length) return;
  instead = moves;
  show();
}

function show() {
  if (!data) return;
  const played = data.moves[at - 1];
  if (instead === null) {
    const position = data.positions[at];
    picture.show(position.stones, position.taken, true);
    picture.draw(...(played?.points.length ? [picture.way(played.points, "played")] : []));
  } else {
    // The line begins on the position before the mistake: there both ways can be seen.
    const line = played?.line ?? [];
    const position = instead ? line[instead - 1] : data.positions[at - 1];
    picture.show(position.stones, position.taken, true);
    const ways = instead ? [picture.way(line[instead - 1].points, "best")] : [picture.way(played.points, "played"), picture.way(line[0].points, "best")];
    picture.draw(...ways);
  }
  for (const colour of COLOURS) {
    const turns = instead === null && data.positions[at].turn === colour && at < data.moves.length;
    get(`player-${colour}`).toggleAttribute("data-turn", turns);
  }
  drawCurve(data, at);
  tell(data);
  for (const button of document.querySelectorAll("#moves button")) {
    const here = button.getAttribute("data-at") === String(at);
    if (here) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
    if (here && chosen) button.scrollIntoView({ block: "nearest" });
  }
}

/** @param {Analysis} game */
function tell(game) {
  const move = game.moves[at - 1];
  const position = game.positions[at];
  const title = make("p", "", make("b", "", move ? label(at) + move.text : TEXTS.beginning), " ");
  if (move?.mark) title.append(make("span", "mark", move.mark));
  const content = [title];
  if (move?.said) content.push(make("p", "", move.said, ...(move.turning ? [" ", TEXTS.turning] : [])));
  if (position.words) content.push(make("p", "", `${position.words[0].toUpperCase()}${position.words.slice(1)}.`));
  if (move?.line?.length) content.push(variation(move.line.map(({ text }) => text)));
  get("said").replaceChildren(...content);
}

/** What was better, to be clicked through. @param {string[]} line */
function variation(line) {
  const steps = line.map((text, i) => {
    const button = make("button", "", text);
    button.type = "button";
    if (instead === i + 1) button.setAttribute("aria-current", "step");
    button.addEventListener("click", () => goInstead(i + 1));
    return button;
  });
  const begin = make("button", "better", TEXTS.better);
  begin.type = "button";
  if (instead === 0) begin.setAttribute("aria-current", "step");
  begin.addEventListener("click", () => goInstead(0));
  return make("p", "line", begin, ...steps);
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
function status(game) {
  if (replay) return [game.opening ? `${game.opening}.` : "", game.said ?? ""].join(" ").trim();
  if (game.accuracy === null) return say("Examined {done} of {total} positions…", { done: game.done, total: game.total });
  const count = game.moves.filter((move) => move.turning).length;
  const turnings = count ? plural("{count} turning point.", "{count} turning points.", count) : say("No turning point.");
  return game.opening ? `${game.opening}. ${turnings}` : turnings;
}

/** @param {Analysis} game */
function take(game) {
  const first = data === null;
  const ready = game.accuracy !== null;
  data = game;
  const { white, black, result, engine } = game;
  const title = white || black
    ? say("Game {number} · {white} – {black} · {result}", { number, white: white || say("White"), black: black || say("Black"), result })
    : say("Game {number} · {result}", { number, result });
  get("board-line").textContent = title + (engine ? ` · ${engine}` : "");
  document.title = `${title} · Lakabe`;
  get("status").textContent = status(game);
  for (const colour of COLOURS) {
    const player = get(`player-${colour}`);
    const value = game.accuracy?.[colour];
    const name = { W: white, B: black }[colour];
    if (name) /** @type {HTMLElement} */ (player.querySelector("b")).textContent = name;
    /** @type {HTMLElement} */ (player.querySelector(".count")).textContent =
      value === undefined || value === null ? "" : say("accuracy {value} %", { value: Math.round(value) });
  }
  for (const id of ["key", "annotated"]) get(id).toggleAttribute("hidden", replay);
  document.querySelector(".curve")?.toggleAttribute("hidden", replay);
  if (first || ready) list(game);
  if (!chosen) at = game.positions.length - 1;
  const link = get("annotated");
  link.setAttribute("aria-disabled", String(!ready));
  if (ready) link.setAttribute("href", `../games/${number}/annotated.pgn`);
  show();
  document.body.toggleAttribute("data-done", ready || replay);
}

async function fetchOnce() {
  try {
    const answer = await fetch(`../games/${encodeURIComponent(number)}/${replay ? "replay" : "analysis"}.json`);
    if (!answer.ok) {
      get("status").textContent = (await answer.text()).trim() || TEXTS.none;
      return;
    }
    take(await answer.json());
  } catch {
    get("status").textContent = TEXTS.lost;
  }
  if (data === null || (data.accuracy === null && !replay)) window.setTimeout(fetchOnce, AGAIN_MS);
}

get("first").addEventListener("click", () => go(0));
get("back").addEventListener("click", () => (instead ? goInstead(instead - 1) : go(at - 1)));
get("on").addEventListener("click", () => (instead === null ? go(at + 1) : goInstead(instead + 1)));
get("last").addEventListener("click", () => go(Infinity));
get("print").addEventListener("click", () => window.print());
get("curve").addEventListener("click", (event) => {
  if (data) go(placeAt(/** @type {MouseEvent} */ (event), data));
});
get("curve").addEventListener("pointermove", (event) => {
  if (!data) return;
  const place = placeAt(/** @type {MouseEvent} */ (event), data);
  const { number: value, words } = data.positions[place];
  const move = data.moves[place - 1];
  const tip = /** @type {HTMLElement} */ (/** @type {unknown} */ (get("tip")));
  tip.textContent = `${move ? label(place) + move.text : TEXTS.beginning}: ${words || value || "…"}`;
  tip.hidden = false;
});
get("curve").addEventListener("pointerleave", () => get("tip").setAttribute("hidden", ""));
document.addEventListener("keydown", (event) => {
  const steps = { ArrowLeft: -1, ArrowRight: 1 };
  const step = steps[/** @type {keyof typeof steps} */ (event.key)];
  if (step && !event.ctrlKey && !event.metaKey && !event.altKey) {
    event.preventDefault();
    if (instead === null) go(at + step);
    else goInstead(instead + step);
  } else if (event.key === "Escape" && instead !== null) go(at);
});

fetchOnce();
