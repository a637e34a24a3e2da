"""Writes KiCad's files of a board into a folder: project, schematic, rules, libraries, and the board."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

from hardware import design
from hardware.electronics import carrier_sheet, kicad, strip_sheet
from hardware.electronics.sheet import Sheet

SHEETS: dict[str, Callable[[], Sheet]] = {"strip": strip_sheet.draw, "carrier": carrier_sheet.draw}


def write(name: str, folder: Path) -> None:
    """Writes the project `name`, ``strip`` or ``carrier``, without its board."""
    folder.mkdir(parents=True, exist_ok=True)
    sheet = SHEETS[name]()
    if sheet.missing():
        raise ValueError(f"not on the sheet: {', '.join(sheet.missing())}")
    (folder / f"{name}.kicad_sch").write_text(sheet.source(), encoding="utf-8")
    project = {"meta": {"filename": f"{name}.kicad_pro", "version": 3}}
    (folder / f"{name}.kicad_pro").write_text(json.dumps(project, indent=2) + "\n", encoding="utf-8")
    table = '(fp_lib_table\n\t(version 7)\n\t(lib (name "lakabe")(type "KiCad")'
    table += '(uri "${KIPRJMOD}/lakabe.pretty")(options "")(descr ""))\n)\n'
    (folder / "fp-lib-table").write_text(table, encoding="utf-8")
    (folder / f"{name}.kicad_dru").write_text(board_rules(), encoding="utf-8")
    shutil.copytree(kicad.FOOTPRINTS, folder / "lakabe.pretty", dirs_exist_ok=True)


def make(name: str, folder: Path) -> None:
    """Writes the project and its board."""
    write(name, folder)
    python = kicad.board_python()
    if python is None:
        raise kicad.KicadFailed("no Python here has KiCad's module pcbnew")
    kicad.run(folder, [python, "-m", "hardware.electronics.boards", name, folder / f"{name}.kicad_pcb"])


def board_rules() -> str:
    """The rules that KiCad's check of a board applies besides its own."""
    supplies = ("+5V", "VBUS", "/SUPPLY", "/SOCKET", "/EXT_5V", "/VSYS")
    where = " || ".join(f"A.NetName == '{net}'" for net in supplies)
    return f"""(version 1)
(rule "5 V is wide"
\t(constraint track_width (min {design.WIDTH_5V}mm))
\t(condition "{where}"))
"""
