"""A page that shows where each part of a board goes: a list to tick off beside a drawing of both sides.

It is one file without code of others, made from the drawing that KiCad exports and from the board's parts.
"""

from __future__ import annotations

import html
import re
from pathlib import Path

from hardware.electronics import kicad
from hardware.electronics.boards import Board, Component
from hardware.electronics.kicad import ORIGIN
from hardware.parts import PARTS

STYLE = """
body { font: 16px/1.5 sans-serif; margin: 1em; color: #222; background: #fff }
main { display: grid; grid-template-columns: auto 1fr; gap: 1.5em; align-items: start }
main > div { position: sticky; top: 1em; display: flex; gap: 1em }
table { border-collapse: collapse; font-size: 14px }
td, th { text-align: left; padding: .2em .5em; border-bottom: 1px solid #ccc }
tr:hover, tr.on { background: #ffe08a } tr.done { color: #888 }
svg { background: #14532d; width: auto; height: 85vh } figure { margin: 0 }
.wide { flex-direction: column } .wide svg { height: 42vh }
.ring { fill: none; stroke: #ffd000; stroke-width: .8; display: none } .ring.on { display: inline }
"""
SCRIPT = """
for (const row of document.querySelectorAll("tr[data-refs]")) {
  const refs = row.dataset.refs.split(" ");
  const ring = on => document.querySelectorAll(".ring").forEach(
    spot => refs.includes(spot.dataset.ref) && spot.classList.toggle("on", on));
  row.addEventListener("mouseenter", () => ring(true));
  row.addEventListener("mouseleave", () => ring(row.classList.contains("on")));
  row.addEventListener("click", event =>
    event.target.type === "checkbox" ? row.classList.toggle("done") : ring(row.classList.toggle("on")));
}
"""


def page(board: Board, source: Path) -> str:
    """The page of `board`, whose project is in the folder `source`."""
    title = f"{board.title['title']}, revision {board.title['rev']}"
    shape = "tall" if board.name == "strip" else "wide"
    sides = "".join(_side(board, source, side) for side in ("front", "back"))
    return (
        '<!DOCTYPE html>\n<html lang="en"><meta charset="utf-8">'
        f"<title>{title}</title><style>{STYLE}</style>\n"
        f"<h1>{title}</h1><p>Point at a line, or tap it, and its parts are ringed on the board.</p>\n"
        f'<main><div class="{shape}">{sides}</div>\n'
        f"{_table(board)}</main>\n<script>{SCRIPT}</script></html>\n"
    )


def _table(board: Board) -> str:
    kinds: dict[tuple[str, str], list[Component]] = {}
    for component in board.components:
        kinds.setdefault((component.part, component.value), []).append(component)
    rows = ""
    for (name, value), found in kinds.items():
        refs = " ".join(component.ref for component in found)
        how = "by hand or by the maker" if found[0].kind == "smd" else "by hand"
        cells = (
            refs,
            str(len(found)),
            value,
            PARTS[name].what,
            f"{PARTS[name].maker} {PARTS[name].number}",
            how,
        )
        rows += f'<tr data-refs="{refs}"><td><input type="checkbox" aria-label="done: {refs}">'
        rows += "".join(f"<td>{html.escape(cell)}" for cell in cells) + "\n"
    head = "".join(f"<th>{word}" for word in ("", "parts", "pieces", "value", "what", "number", "soldered"))
    return f"<table><tr>{head}\n{rows}</table>"


def _side(board: Board, source: Path, side: str) -> str:
    """A drawing of the front or the back with a ring for each part that sits there; the back is mirrored."""
    back = side == "back"
    letter = "B" if back else "F"
    file = source / f"{board.name}-{side}.svg"
    layers = ("--layers", f"{letter}.Mask,{letter}.SilkS,Edge.Cuts", *(["--mirror"] if back else []))
    paint = ("--black-and-white", "--exclude-drawing-sheet", "--mode-single")
    kicad.cli(source, "pcb", "export", "svg", *layers, *paint, "-o", file, f"{board.name}.kicad_pcb")
    drawn = re.sub(
        r"<(\?xml|!DOCTYPE).*?>|<title>.*?</title>|<desc>.*?</desc>",
        "",
        file.read_text(encoding="utf-8"),
        flags=re.DOTALL,
    )
    drawn = drawn.replace("#000000", "#f5f5f0")
    # The drawing is a whole page, in mm; shown is the board on it.
    (page_width,) = re.findall(r'viewBox="[\d.]+ [\d.]+ ([\d.]+) [\d.]+"', drawn)
    (left, low), (right, high) = board.corners

    def across(x: float) -> float:
        return float(page_width) - ORIGIN[0] - x if back else ORIGIN[0] + x

    rings = ""
    for component in board.components:
        if component.back == back:
            x, y = across(component.middle[0]), ORIGIN[1] - component.middle[1]
            spot = f'cx="{x:.2f}" cy="{y:.2f}" r="{component.reach:.2f}"'
            rings += f'<circle class="ring" data-ref="{component.ref}" {spot}/>'
    shown = (
        f"{min(across(left), across(right)):.2f} {ORIGIN[1] - high:.2f} {right - left:.2f} {high - low:.2f}"
    )
    drawn = re.sub(r'width="[^"]*" height="[^"]*" viewBox="[^"]*"', f'viewBox="{shown}"', drawn, count=1)
    return f"<figure><figcaption>{side}</figcaption>{drawn.replace('</svg>', rings + '</svg>')}</figure>\n"
