/** A move that is clicked together, from all moves that may be played: point after point, line after line. */

/** @typedef {import("./types.js").Legal} Legal */

/** @param {string} stones @param {string} point @param {string} letter @param {Map<string, number>} place */
function put(stones, point, letter, place) {
  const at = place.get(point) ?? 0;
  return stones.slice(0, at) + letter + stones.slice(at + 1);
}

export class Choosing {
  /** @param {string} stones in reading order @param {Legal[]} legal @param {Map<string, number>} place of each point */
  constructor(stones, legal, place) {
    this.stones = stones;
    this.legal = legal;
    this.place = place;
    /** The points of the move so far. @type {string[]} */
    this.path = [];
    /** What its steps have taken. @type {string[][]} */
    this.taken = [];
    /** The point of a step that may take one of two lines. @type {string | null} */
    this.waiting = null;
  }

  /** The moves that begin as chosen so far. @param {string[]} [path] @returns {Legal[]} */
  begun(path = this.path) {
    return this.legal.filter(
      (move) =>
        path.every((point, i) => move.path[i] === point) &&
        this.taken.every((line, i) => String(move.takes[i]) === String(line)),
    );
  }

  /** Where to click now: stones that may move, or points where the stone may go. */
  get goals() {
    const n = this.path.length;
    if (this.waiting) return [];
    return [...new Set(this.begun().flatMap((move) => (move.path.length > n ? [move.path[n]] : [])))];
  }

  /** The stones of the two lines of which one is to be chosen. */
  get lines() {
    const { waiting } = this;
    if (!waiting) return [];
    const path = [...this.path, waiting];
    const lines = this.begun(path).map((move) => move.takes[path.length - 2]);
    return [...new Map(lines.map((line) => [String(line), line])).values()];
  }

  /** The move that has been made if it ends here. */
  get whole() {
    return this.begun().find((move) => move.path.length === this.path.length && this.path.length > 1) ?? null;
  }

  /** The move is whole and cannot go on, or is ended. @param {string} point @returns {Legal | null} */
  click(point) {
    if (this.waiting) {
      const line = this.lines.find((stones) => stones.includes(point));
      if (line) return this.#step(this.waiting, line);
      this.waiting = null;
      return null;
    }
    if (this.path.length > 1 && point === this.path[this.path.length - 1]) return this.whole;
    if (this.goals.includes(point)) {
      if (!this.path.length) {
        this.path = [point];
        return null;
      }
      this.waiting = point;
      const { lines } = this;
      return lines.length > 1 ? null : this.#step(point, lines[0]);
    }
    if (this.path.length < 2) {
      this.path = [];
      if (this.goals.includes(point)) this.path = [point];
    }
    return null;
  }

  /** @param {string} point @param {string[]} line @returns {Legal | null} */
  #step(point, line) {
    const from = this.path[this.path.length - 1];
    const letter = this.stones[this.place.get(from) ?? 0];
    this.waiting = null;
    this.path.push(point);
    this.taken.push(line);
    this.stones = put(put(this.stones, from, ".", this.place), point, letter, this.place);
    for (const one of line) this.stones = put(this.stones, one, ".", this.place);
    return this.goals.length ? null : this.whole;
  }
}
