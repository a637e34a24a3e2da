/** Everything beside the board: status, players, buttons, moves, controls. */

import { HintPanel } from "./hint.js";
import { LessonPanel } from "./lesson.js";
import { MatchPanel } from "./match.js";
import { Openings } from "./openings.js";
import { toBoard } from "./html.js";
import { said, say } from "./texts.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").Move} Move */
/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {import("./connection.js").Connection} Connection */

const NOTICE_TIME = 4500;
/** @type {Colour[]} */
const SIDES = ["W", "B"];

/** @template {HTMLElement} T @param {string} id @returns {T} */
function get(id) {
  return /** @type {T} */ (document.getElementById(id));
}

/** @param {string} text @param {string} [className] */
function span(text, className = "") {
  const element = document.createElement("span");
  element.textContent = text;
  element.className = className;
  return element;
}

/** A move in words. @param {Move} move @param {Move | undefined} before */
function spoken(move, before) {
  const mover = move.ply % 2 ? "W" : "B";
  const points = move.text.match(/[a-i][1-5]/g) ?? [];
  const taken = before ? (mover === "W" ? before.black - move.black : before.white - move.white) : 0;
  const way = points.length ? points.reduce((from, to) => say("{from} to {to}", { from, to })) : move.text;
  const said = mover === "W" ? say("White: {way}", { way }) : say("Black: {way}", { way });
  return taken ? say("{said}, takes {taken}.", { said, taken }) : `${said}.`;
}

export class Panel {
  /** @param {Connection} connection */
  constructor(connection) {
    this.connection = connection;
    /** @type {State | null} */
    this.state = null;
    /** The game and the number of its moves that have been spoken. */
    this.known = { id: "", moves: 0 };
    this.noticeTimer = 0;
    this.shownMoves = "";
    this.hintTitle = get("ask-hint").title;
    this.hint = new HintPanel(get("hint"));
    this.lesson = new LessonPanel(get("lesson"), connection);
    this.match = new MatchPanel(get("match"));
    this.openings = new Openings(get("opening"), get("openings"));
    get("lessons").textContent = said("lessons") ?? "";
    this.#buttons();
    this.#controls();
    // A hint takes room from the list of moves, whose last one stays in sight.
    new ResizeObserver(() => {
      if (get("looking").hidden) get("moves").scrollTop = get("moves").scrollHeight;
    }).observe(get("moves"));
  }

  #buttons() {
    for (const name of ["turn", "menu"]) {
      const button = get(name);
      const letter = name[0];
      let down = false;
      const press = (/** @type {boolean} */ now) => {
        if (now === down || (now && /** @type {HTMLButtonElement} */ (button).disabled)) return;
        down = now;
        button.toggleAttribute("data-down", now);
        this.connection.send({ type: "button", name, down: now });
      };
      button.addEventListener("pointerdown", (event) => {
        if (event.button !== 0) return;
        button.setPointerCapture(event.pointerId);
        press(true);
      });
      for (const type of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) {
        button.addEventListener(type, () => press(false));
      }
      button.addEventListener("contextmenu", (event) => event.preventDefault());
      for (const type of ["keydown", "keyup"]) {
        button.addEventListener(type, (event) => {
          const { key } = /** @type {KeyboardEvent} */ (event);
          if (key !== "Enter" && key !== " ") return;
          event.preventDefault(); // the browser's own click would be a second press
          press(type === "keydown");
        });
      }
      button.addEventListener("click", (event) => {
        if (event.detail > 0) return; // a pointer's, pressed and let go already
        // Nothing was held: a screen reader or a voice. The server holds it until the board has felt it.
        press(true);
        press(false);
      });
      document.addEventListener("keydown", (event) => {
        if (
          event.key.toLowerCase() !== letter ||
          event.repeat ||
          event.ctrlKey ||
          event.metaKey ||
          event.altKey
        )
          return;
        if (/** @type {Element} */ (event.target).closest("select, dialog")) return;
        press(true);
      });
      document.addEventListener("keyup", (event) => {
        if (event.key.toLowerCase() === letter) press(false);
      });
      window.addEventListener("blur", () => press(false));
      this.connection.addEventListener("lost", () => {
        down = false;
        button.removeAttribute("data-down");
      });
    }
  }

  #controls() {
    for (const side of SIDES) {
      get(`level-${side}`).addEventListener("change", (event) => {
        const { value } = /** @type {HTMLSelectElement} */ (event.target);
        this.connection.send({ type: "level", value: Number(value), side });
      });
    }
    /** @type {HTMLDialogElement} */
    const askEnd = get("ask-end");
    get("end").addEventListener("click", () => askEnd.showModal());
    get("lessons").addEventListener("click", () => this.connection.send({ type: "lesson", number: 0 }));
    get("ask-hint").addEventListener("click", () => {
      this.connection.send({ type: "hint" });
      toBoard();
    });
    askEnd.addEventListener("close", () => {
      if (askEnd.returnValue) this.connection.send({ type: "end", result: askEnd.returnValue });
      askEnd.returnValue = "";
    });
  }

  /** A passing message. @param {string} text */
  say(text) {
    const notice = get("notice");
    notice.textContent = text;
    notice.toggleAttribute("data-shown", true);
    window.clearTimeout(this.noticeTimer);
    this.noticeTimer = window.setTimeout(() => notice.removeAttribute("data-shown"), NOTICE_TIME);
  }

  /** The server cannot be reached. */
  lost() {
    if (this.state?.hand) this.say(say("The connection is lost: the stone in your hand goes back."));
    this.#status(say("The connection to lakabe is lost. Trying again…"), "wait");
  }

  /** @param {string} text @param {string} tone */
  #status(text, tone) {
    const status = get("status");
    if (status.textContent !== text) status.textContent = text;
    status.dataset.tone = tone;
  }

  /** @param {State} state */
  show(state) {
    // What was said of a game that is over goes with it.
    if (this.state?.phase === "over" && state.phase !== "over") get("notice").removeAttribute("data-shown");
    this.state = state;
    const { game } = state;
    const over = !game || game.result !== null;
    this.lesson.show(state.lesson);
    this.#status(state.linked && state.lesson ? this.lesson.said : state.status.text, state.status.tone);
    get("board-line").textContent = state.board;
    for (const colour of SIDES) {
      const player = get(`player-${colour}`);
      player.toggleAttribute("data-turn", !over && state.phase === "play" && game?.turn === colour);
      const taken = state.captured[colour === "W" ? "B" : "W"];
      /** @type {HTMLElement} */ (player.querySelector(".count")).textContent = say("has taken {count}", { count: taken });
    }
    for (const name of ["turn", "menu"]) {
      /** @type {HTMLButtonElement} */ (get(name)).disabled = !state.hands || !state.linked;
    }
    get("turn").toggleAttribute("data-call", state.open || state.lights.includes("o"));
    get("todo").textContent = state.todo;
    get("near").textContent = state.near;
    get("coach").textContent = state.coach;
    for (const side of SIDES) {
      const level = /** @type {HTMLSelectElement} */ (get(`level-${side}`));
      if (document.activeElement !== level) level.value = state.levels ? String(state.levels[side]) : "";
      level.disabled = !state.linked;
    }
    const begun = state.phase === "play" && !!game && !over && (game.moves.length > 0 || game.step !== null);
    /** @type {HTMLButtonElement} */ (get("lessons")).disabled = !state.linked || begun || !!state.lesson;
    get("lessons").title = begun
      ? say("Lessons are for before the first move, or after the end of a game. This one goes on.")
      : (said("lessons.about") ?? "");
    /** @type {HTMLButtonElement} */ (get("end")).disabled = !state.linked || over || state.phase !== "play";
    const computers = !over && state.phase === "play" && state.opponent?.side === game?.turn;
    /** @type {HTMLButtonElement} */ (get("ask-hint")).disabled =
      !state.linked || !state.hints || over || state.phase !== "play" || computers;
    get("ask-hint").title = computers ? say("It is the computer's turn: hints are for yours.") : this.hintTitle;
    const examined = state.hints && game?.variant === "tsivy" && (!state.hintsLimited || over);
    this.#links(game?.number ?? null, examined);
    this.hint.show(state.hint);
    this.match.show(state.match);
    this.#moves(state);
    this.#speak(state);
  }

  /** @param {number | null} number @param {boolean} engine whether this one may be analysed */
  #links(number, engine) {
    for (const [id, address] of [
      ["export", number === null ? null : `games/${number}.pgn`],
      ["analysis", number === null || !engine ? null : `static/analysis.html?game=${number}`],
    ]) {
      const link = /** @type {HTMLAnchorElement} */ (get(/** @type {string} */ (id)));
      link.setAttribute("aria-disabled", String(address === null));
      if (address === null) link.removeAttribute("href");
      else link.href = address;
    }
  }

  /** @param {State} state */
  #moves(state) {
    const { game } = state;
    const now = JSON.stringify([game?.id, game?.moves.length, game?.opening, game?.step, game?.result]);
    if (now === this.shownMoves) return;
    this.shownMoves = now;
    const list = get("moves");
    /** @type {{ply: number, text: string, going: boolean}[]} */
    const plies = (game?.moves ?? []).map(({ ply, text }) => ({ ply, text, going: false }));
    if (game?.step) {
      const ply = plies.length ? plies[plies.length - 1].ply + 1 : game.turn === "W" ? 1 : 2;
      plies.push({ ply, text: `${game.step}…`, going: true });
    }
    /** @type {Map<number, [HTMLElement, HTMLElement]>} */
    const rows = new Map();
    plies.forEach(({ ply, text, going }, i) => {
      const number = Math.ceil(ply / 2);
      const row = rows.get(number) ?? [span(i || ply % 2 ? "" : "…"), span("")];
      const move = span(text, `${going ? "going " : ""}${i === plies.length - 1 ? "latest" : ""}`);
      if (!going) move.dataset.ply = String(ply);
      row[ply % 2 ? 0 : 1] = move;
      rows.set(number, row);
    });
    list.replaceChildren(
      ...[...rows].map(([number, [white, black]]) => {
        const item = document.createElement("li");
        item.append(span(`${number}.`, "number"), white, black);
        return item;
      }),
    );
    if (!rows.size) {
      const item = document.createElement("li");
      item.append(span(game ? say("No move yet.") : say("No game yet."), "none"));
      list.append(item);
    }
    this.openings.name(game?.opening ?? null);
    const result = get("result");
    result.hidden = !game?.result;
    result.textContent = game?.result?.score ?? "";
    list.scrollTop = list.scrollHeight; // now that it is as high as it will be
  }

  /** @param {State} state */
  #speak({ game }) {
    if (!game) return;
    const { moves } = game;
    if (this.known.id === game.id && moves.length > this.known.moves) {
      get("spoken").textContent = spoken(moves[moves.length - 1], moves[moves.length - 2]);
    }
    this.known = { id: game.id, moves: moves.length };
  }
}
