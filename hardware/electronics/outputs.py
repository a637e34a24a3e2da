"""What a maker orders and looks at: gerbers, drills, places of parts, solid, pages and pictures of a board.

All of it comes out the same, byte for byte, whenever it is made anew by the same KiCad: dates of making are
replaced by the revision's date.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path

from hardware import design
from hardware.electronics import boards, bom, kicad, page

LAYERS = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,F.Paste,B.Paste,Edge.Cuts"
_YEAR, _MONTH, _DAY = (int(part) for part in design.REVISION_DATE.split("-"))
STAMP = (_YEAR, _MONTH, _DAY, 0, 0, 0)

_DATES = (
    (rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:?\d\d", design.REVISION_DATE + "T00:00:00+00:00"),
    (rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d", design.REVISION_DATE + "T00:00:00"),
    (rb"D:\d{14}", "D:" + design.REVISION_DATE.replace("-", "") + "000000"),
)


def make(name: str, source: Path, target: Path) -> None:
    """Exports the board `name`, whose project is in the folder `source`, into `target`."""
    orders(name, source, target)
    sheet = target / f"{name}-schematic.pdf"
    kicad.cli(source, "sch", "export", "pdf", "-o", sheet, source / f"{name}.kicad_sch")
    sheet.write_bytes(undated(sheet.read_bytes()))
    solid = source / f"{name}.step"
    kicad.cli(source, "pcb", "export", "step", "--no-dnp", "--force", "-o", solid, f"{name}.kicad_pcb")
    solid.write_text(in_order(solid.read_text(encoding="utf-8")), encoding="utf-8")
    pack([solid], target / f"{name}-step.zip")
    text = page.page(boards.board(name), source)
    (target / f"{name}-parts.html").write_text(text, encoding="utf-8")
    for side in ("front", "back"):
        picture(source / f"{name}.kicad_pcb", side, target / f"{name}-{side}.png")


def reports(name: str, source: Path, target: Path) -> None:
    """KiCad's reports of its checks of schematic and board, as it has written them into `source`."""
    for report in kicad.reports(name):
        (target / report).write_bytes(undated((source / report).read_bytes()))


def orders(name: str, source: Path, target: Path) -> None:
    """What makers of boards need: gerbers and drills in a zip file, and the places of the parts."""
    board = source / f"{name}.kicad_pcb"
    gerbers = source / "gerbers"
    shutil.rmtree(gerbers, ignore_errors=True)
    gerbers.mkdir()
    kicad.cli(source, "pcb", "export", "gerbers", "--layers", LAYERS, "-o", gerbers, board)
    holes = ("--excellon-separate-th", "--excellon-units", "mm", "--excellon-oval-format", "route")
    kicad.cli(source, "pcb", "export", "drill", *holes, "-o", f"{gerbers}{os.sep}", board)
    pack(sorted(gerbers.iterdir()), target / f"{name}-gerbers.zip")
    (target / f"{name}-placed-parts.csv").write_text(bom.placed(boards.board(name)), encoding="utf-8")
    places = source / f"{name}-places.csv"
    of = ("--format", "csv", "--units", "mm", "--smd-only", "-o", places)
    kicad.cli(source, "pcb", "export", "pos", *of, board)
    (target / f"{name}-placed-at.csv").write_text(
        columns(places.read_text(encoding="utf-8")), encoding="utf-8"
    )


PLACED_AT = {"Designator": "Ref", "Mid X": "PosX", "Mid Y": "PosY", "Layer": "Side", "Rotation": "Rot"}
"""Columns that the services which place parts read by name, and what KiCad calls them."""


def columns(places: str) -> str:
    """KiCad's list of places, as the services want it."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(PLACED_AT)
    for row in csv.DictReader(places.splitlines()):
        writer.writerow([row[column] for column in PLACED_AT.values()])
    return out.getvalue()


def undated(data: bytes) -> bytes:
    """`data` with every date and time of making replaced by the revision's date."""
    for pattern, date in _DATES:
        data = re.sub(pattern, date.encode(), data)
    return data


def in_order(step: str) -> str:
    """A STEP file with its colours, which stand at its end, in the order of what they colour.

    The library that writes it for KiCad has them in the order of addresses in memory, another one each time.
    """
    colours = step.index("#" + re.findall(r"^#(\d+) = MECHANICAL_DESIGN", step, re.MULTILINE)[0] + " = ")
    end = step.index("ENDSEC;", colours)
    entities = {
        number: re.sub(r"\s*\n\s*", "", text)
        for number, text in re.findall(r"#(\d+) = (.*?);\n", step[colours:end], re.DOTALL)
    }

    def within(text: str, told: Callable[[str], str]) -> str:
        return re.sub(r"#(\d+)", lambda found: told(found[1]) if found[1] in entities else found[0], text)

    def whole(number: str) -> str:
        return within(entities[number], whole)

    first = min(map(int, entities))
    lines: list[str] = []
    shared: dict[str, str] = {}  # a colour is written once, by the first that has it

    def write(number: str) -> str:
        text = entities[number]
        if text in shared:
            return shared[text]
        name, place = f"#{first + len(lines)}", len(lines)
        if "#" not in text:
            shared[text] = name
        lines.append("")
        lines[place] = f"{name} = {within(text, write)};\n"
        return name

    inner = {number for text in entities.values() for number in re.findall(r"#(\d+)", text)}
    for number in sorted(entities.keys() - inner, key=whole):
        write(number)
    return step[:colours] + "".join(lines) + step[end:]


def pack(files: Iterable[Path], archive: Path) -> None:
    """A zip file of `files`, always the same for the same files."""
    with zipfile.ZipFile(archive, "w") as packed:
        for file in files:
            entry = zipfile.ZipInfo(file.name, STAMP)
            entry.external_attr = 0o644 << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            packed.writestr(entry, undated(file.read_bytes()))


def picture(board: Path, side: str, file: Path) -> None:
    """A drawing of a board as one sees it; a strip lies on its side, row 1 on the left."""
    view = ("--side", "top" if side == "front" else "bottom", "--quality", "basic")
    strip = board.stem == "strip"
    turn = "-90" if side == "front" else "90"
    size = ("-w", "2400", "--height", "440", "--zoom", "4.2", "--rotate", f"0,0,{turn}")
    kicad.cli(
        board.parent,
        "pcb",
        "render",
        *view,
        *(size if strip else ("-w", "1400", "--height", "1120")),
        "-o",
        file,
        board,
    )
