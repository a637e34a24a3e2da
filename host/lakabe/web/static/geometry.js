/** Where the 45 points are: on the board, in the texts, and on the screen. */

/** @typedef {import("./types.js").Colour} Colour */
/** @typedef {{x: number, y: number}} Spot */

export const COLUMNS = "abcdefghi";
export const ROWS = "12345";

/** Point order: a1, b1 ... i5. */
export const POINTS = [...ROWS].flatMap((row) => [...COLUMNS].map((column) => column + row));

/** Reading order: rows 5 to 1, each from a to i. */
export const READING = [...ROWS].reverse().flatMap((row) => [...COLUMNS].map((column) => column + row));

/** Each point's place in a picture. */
export const PLACE = new Map(READING.map((point, index) => [point, index]));

/** Distance of two neighbouring points, in units of the drawing. */
export const PITCH = 100;
/** From the outermost points to the edge of the wood that they lie on. */
export const MARGIN = 82;
/** The frame around it along the short sides, and along the long sides, where the trays are. */
export const RIM = 22;
export const TRAY_RIM = 92;
/** Radius of the frame's corners. */
export const CORNER = 26;
/** A stone on the board, and in a tray. */
export const RADIUS = 37;
export const TRAY_RADIUS = 23;
const TRAY_STEP = 41.5;
export const TRAY_STONES = 22;

const LONG = (COLUMNS.length - 1) * PITCH;
const SHORT = (ROWS.length - 1) * PITCH;

/** @param {string} point */
export function isStrong(point) {
  return (COLUMNS.indexOf(point[0]) + ROWS.indexOf(point[1])) % 2 === 0;
}

/** @returns {[string, string][]} all lines, each as its two end points */
export function lines() {
  /** @type {[string, string][]} */
  const found = [];
  for (const row of ROWS) found.push([`a${row}`, `i${row}`]);
  for (const column of COLUMNS) found.push([`${column}1`, `${column}5`]);
  for (let c = -4; c < COLUMNS.length; c += 2) {
    for (const lean of [1, -1]) {
      // A diagonal through the strong points of row 1 (or its continuation), cut off at the edges.
      const ends = [];
      for (let r = 0; r < ROWS.length; r += 1) {
        const column = c + (lean === 1 ? r : 4 - r);
        if (column >= 0 && column < COLUMNS.length) ends.push(COLUMNS[column] + ROWS[r]);
      }
      if (ends.length > 1) found.push([ends[0], ends[ends.length - 1]]);
    }
  }
  return found;
}

/**
 * The drawing: wide (White's side at the bottom), or tall for narrow screens (White's side at the left); or with
 * Black's side there.
 */
export class Layout {
  /** @param {boolean} tall @param {boolean} [flipped] */
  constructor(tall, flipped = false) {
    this.tall = tall;
    this.flipped = flipped;
    const long = LONG + 2 * (MARGIN + RIM);
    const short = SHORT + 2 * (MARGIN + TRAY_RIM);
    this.width = tall ? short : long;
    this.height = tall ? long : short;
    this.left = -MARGIN - (tall ? TRAY_RIM : RIM);
    this.top = -MARGIN - (tall ? RIM : TRAY_RIM);
    this.viewBox = `${this.left} ${this.top} ${this.width} ${this.height}`;
    this.columns = tall ? ROWS.length : COLUMNS.length;
    this.rows = tall ? COLUMNS.length : ROWS.length;
  }

  /**
   * From coordinates along the columns and down from row 5 to the screen.
   * @param {number} along @param {number} down @returns {Spot}
   */
  turn(along, down) {
    if (this.flipped) [along, down] = [LONG - along, SHORT - down];
    return this.tall ? { x: SHORT - down, y: along } : { x: along, y: down };
  }

  /** @param {string} point @returns {Spot} */
  at(point) {
    return this.turn(COLUMNS.indexOf(point[0]) * PITCH, (4 - ROWS.indexOf(point[1])) * PITCH);
  }

  /**
   * The point in a row and column of the screen, or null beyond its edge.
   * @param {number} column @param {number} row
   */
  pointAt(column, row) {
    let along = this.tall ? row : column;
    let down = this.tall ? ROWS.length - 1 - column : row;
    if (this.flipped) [along, down] = [COLUMNS.length - 1 - along, ROWS.length - 1 - down];
    if (along < 0 || along >= COLUMNS.length || down < 0 || down >= ROWS.length) return null;
    return COLUMNS[along] + ROWS[ROWS.length - 1 - down];
  }

  /** The nearest point, if it is near enough to be meant. @param {Spot} spot @returns {string | null} */
  nearest({ x, y }) {
    const column = Math.round(x / PITCH);
    const row = Math.round(y / PITCH);
    const point = this.pointAt(column, row);
    return point && Math.hypot(x - column * PITCH, y - row * PITCH) < 0.49 * PITCH ? point : null;
  }

  /** The side on which a colour's captured stones lie: the taker's. @param {Colour} colour */
  #trayDown(colour) {
    const middle = MARGIN + TRAY_RIM / 2;
    return colour === "W" ? -middle : SHORT + middle;
  }

  /** The tray's outline. @param {Colour} colour */
  trayBox(colour) {
    const half = 32;
    const a = this.turn(-MARGIN + 8, this.#trayDown(colour) - half);
    const b = this.turn(LONG + MARGIN - 8, this.#trayDown(colour) + half);
    const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)];
    return { x, y, width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y), rx: half };
  }

  /** The tray under a spot. @param {Spot} spot @returns {Colour | null} */
  trayAt({ x, y }) {
    for (const colour of /** @type {Colour[]} */ (["W", "B"])) {
      const box = this.trayBox(colour);
      const [dx, dy] = [x - box.x, y - box.y];
      if (dx > -8 && dy > -8 && dx < box.width + 8 && dy < box.height + 8) return colour;
    }
    return null;
  }

  /** Where the n-th stone of a tray lies, filled from the taker's left. @param {Colour} colour @param {number} n */
  traySlot(colour, n) {
    const reach = ((TRAY_STONES - 1) * TRAY_STEP) / 2 - n * TRAY_STEP;
    return this.turn(LONG / 2 + (colour === "W" ? reach : -reach), this.#trayDown(colour));
  }
}
