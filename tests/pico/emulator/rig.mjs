// A Pico with the board around it.

import fs from "node:fs";

import { Matrix } from "./matrix.mjs";
import { Pico } from "./pico.mjs";
import { Pixels } from "./pixels.mjs";

// board: {uf2, bootrom: files, pico: options of Pico, matrix: options of Matrix, pixels: options of
// Pixels, inputs: GPIO number to the level that something outside gives it}.
export function rig(board) {
  const pico = new Pico({ ...board.pico, uf2: board.uf2, bootrom: board.bootrom });
  const matrix = board.matrix ? new Matrix(board.matrix) : null;
  const pixels = board.pixels ? new Pixels(pico, board.pixels) : null;
  if (matrix) {
    pico.gpio.connect(matrix);
  }
  for (const [pin, level] of Object.entries(board.inputs ?? {})) {
    pico.gpio.drive(Number(pin), level);
  }
  pico.onReset = () => pixels?.forget();
  return { pico, matrix, pixels };
}
