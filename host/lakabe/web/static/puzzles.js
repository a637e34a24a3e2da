/** Puzzles: positions with one winning move, solved by clicking; every move that wins is accepted and answered. */

import "./header.js";
import { PLACE } from "./geometry.js";
import { make } from "./html.js";
import { Picture } from "./picture.js";
import { Choosing } from "./solving.js";
import { say } from "./texts.js";

/** @typedef {import("./types.js").Puzzle} Puzzle */
/** @typedef {import("./types.js").Solution} Solution */
/** @typedef {import("./types.js").Legal} Legal */

const TEXTS = {
  begin: say("Click the stone that wins, then the point where it goes."),
  goOn: say("Click its next point, or the stone itself to end the move."),
  choose: say("Two lines could be taken: click a stone of the one you choose."),
  wait: say("The answer is being found…"),
  none: say("No puzzles yet. The command lakabe puzzles find looks for some in your games."),
  lost: say("The connection to lakabe is lost."),
  own: say("From the games kept here"),
  start: say("Start"),
};
const KEPT = "lakabe-solved";
const REPLY_MS = 700;

/** @template {HTMLElement} T @param {string} id @returns {T} */
const get = (id) => /** @type {T} */ (document.getElementById(id));

/** @type {Puzzle | null} */ let puzzle = null;
/** @type {Choosing | null} */ let choosing = null;
/** @type {Solution | null} */ let solution = null;
let at = 0;
let busy = false;
/** The puzzles in the order in which they are listed. @type {string[]} */ let order = [];
let current = "";

const picture = new Picture(get("board"), draw);
picture.clicks((point) => {
  if (!choosing || busy || solution) return;
  const move = choosing.click(point);
  if (move) play(move.text);
  else guide();
  draw();
});

/** @returns {Set<string>} */
function solved() {
  try {
    return new Set(JSON.parse(window.localStorage.getItem(KEPT) ?? "[]"));
  } catch {
    return new Set();
  }
}

/** @param {string} text */
function status(text) {
  get("said").textContent = text;
}

/** What to click next. */
function guide() {
  if (!choosing || !puzzle) return;
  if (choosing.waiting) status(TEXTS.choose);
  else if (choosing.whole) status(TEXTS.goOn);
  else if (!puzzle.moves.length) status(TEXTS.begin);
}

function draw() {
  if (solution) {
    const move = solution.moves[at - 1];
    picture.show(solution.positions[at], undefined, true);
    picture.draw(...(move ? [picture.way(move.points, "played")] : []));
    for (const button of get("line").querySelectorAll("button")) {
      if (button.dataset.at === String(at)) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
    return;
  }
  if (!choosing || !puzzle) return;
  picture.show(choosing.stones, undefined, true);
  const begun = choosing.path.length > 0;
  const rings = choosing.goals.map((point) => picture.ring(point, begun ? "goal" : "may"));
  const lines = choosing.lines.flat().map((point) => picture.ring(point, "taken"));
  const here = begun ? [picture.ring(choosing.path[choosing.path.length - 1], "may")] : [];
  const last = !begun && puzzle.last.length ? [picture.way(puzzle.last, "played")] : [];
  picture.draw(...last, ...(begun ? [...here, ...rings, ...lines] : rings));
}

/** @param {string} address @returns {Promise<any>} */
async function ask(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
}

/** @param {Puzzle} found */
function take(found) {
  puzzle = found;
  choosing = new Choosing(found.stones, found.legal, PLACE);
  const { turn, moves } = found.task;
  get("status").textContent = turn === "W"
    ? say("White to move. One move wins, in {moves} moves at most.", { moves })
    : say("Black to move. One move wins, in {moves} moves at most.", { moves });
  get("line").replaceChildren(...found.moves.map((text, i) => make("span", "", i % 2 ? text : `${i / 2 + 1}. ${text}`)));
  status(found.said || TEXTS.begin);
  /** @type {HTMLButtonElement} */ (get("again")).disabled = !found.moves.length && found.said === "";
  if (found.solved) {
    const all = solved().add(current);
    try {
      window.localStorage.setItem(KEPT, JSON.stringify([...all]));
    } catch {
      // It is marked nowhere.
    }
    mark();
  }
  draw();
}

/** @param {string} text N1 */
async function play(text) {
  if (!puzzle) return;
  busy = true;
  status(TEXTS.wait);
  draw();
  try {
    const moves = [...puzzle.moves, text].join(" ");
    const asked = current;
    const [found] = await Promise.all([
      ask(`../puzzles/${current}.json?moves=${encodeURIComponent(moves)}`),
      new Promise((done) => window.setTimeout(done, REPLY_MS)),
    ]);
    if (asked === current && !solution) take(found);
  } catch {
    status(TEXTS.lost);
  }
  busy = false;
}

/** @param {string} key */
async function open(key) {
  current = key;
  solution = null;
  history.replaceState(null, "", `#${key}`);
  mark();
  try {
    take(await ask(`../puzzles/${key}.json`));
  } catch {
    status(TEXTS.lost);
  }
}

async function showSolution() {
  try {
    /** @type {Solution} */
    const found = await ask(`../puzzles/${current}.json?solution=1`);
    solution = found;
    at = found.moves.length ? 1 : 0;
    status(found.said);
    const step = (/** @type {string} */ text, /** @type {number} */ place) => {
      const button = make("button", "", text);
      button.type = "button";
      button.dataset.at = String(place);
      button.addEventListener("click", () => {
        at = place;
        draw();
      });
      return button;
    };
    get("line").replaceChildren(
      step(TEXTS.start, 0),
      ...found.moves.flatMap(({ text, also }, i) => [
        step(i % 2 ? text : `${i / 2 + 1}. ${text}`, i + 1),
        ...(also ? [make("small", "", `(${also})`)] : []),
      ]),
    );
    /** @type {HTMLButtonElement} */ (get("again")).disabled = false;
    draw();
  } catch {
    status(TEXTS.lost);
  }
}

function mark() {
  const done = solved();
  for (const button of get("puzzles").querySelectorAll("button")) {
    const key = button.dataset.key ?? "";
    button.toggleAttribute("data-solved", done.has(key));
    if (key === current) {
      button.setAttribute("aria-current", "true");
      const list = get("puzzles");
      const top = button.offsetTop - list.offsetTop; // the list alone is scrolled, not the page
      if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - button.offsetHeight) list.scrollTop = top;
    } else button.removeAttribute("aria-current");
  }
}

/** @param {{key: string, own: boolean, grade: string, turn: "W" | "B", moves: number}[]} found */
function list(found) {
  order = found.map(({ key }) => key);
  const items = found.map(({ key, grade, turn, moves }) => {
    const chip = make("i", turn === "W" ? "chip white" : "chip black");
    const button = make("button", "", chip, say("in {moves} moves, {grade}", { moves, grade }));
    button.type = "button";
    button.dataset.key = key;
    button.addEventListener("click", () => open(key));
    return make("li", "", button);
  });
  const from = found.findIndex(({ own }) => own);
  if (from > 0) items.splice(from, 0, make("li", "heading", TEXTS.own));
  get("puzzles").replaceChildren(...items);
}

get("again").addEventListener("click", () => open(current));
get("solution").addEventListener("click", showSolution);
get("next").addEventListener("click", () => {
  const next = order[(order.indexOf(current) + 1) % order.length];
  if (next) open(next);
});
get("type").addEventListener("submit", (event) => {
  event.preventDefault();
  const input = /** @type {HTMLInputElement} */ (get("typed"));
  const text = input.value.trim();
  if (!puzzle || busy || solution || !text) return;
  const move = puzzle.legal.find((one) => one.text.toLowerCase() === text.toLowerCase());
  if (!move) {
    status(say("{move} cannot be played here.", { move: text }));
    return;
  }
  input.value = "";
  play(move.text);
});
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!solution || !step || event.ctrlKey || event.metaKey || event.altKey) return;
  at = Math.max(0, Math.min(solution.moves.length, at + step));
  draw();
});

try {
  list(await ask("../puzzles.json"));
  const wanted = location.hash.slice(1);
  const done = solved();
  const first = order.includes(wanted) ? wanted : (order.find((key) => !done.has(key)) ?? order[0]);
  if (first) await open(first);
  else status(TEXTS.none);
} catch {
  status(TEXTS.lost);
}
