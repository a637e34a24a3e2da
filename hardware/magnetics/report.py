"""Writes MARGINS.md with its plots, what was reckoned and how to choose other magnets, and BENCH.md.

``python -m hardware.magnetics.report [FOLDER]`` writes into FOLDER, this one if none is named.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from hardware import design
from hardware.magnetics import bench, capture, chosen, other, published, sheets, trays
from hardware.magnetics.grades import GRADES
from hardware.magnetics.margins import DROP_OUT, Layout, Magnet, Margins, ReedClass, margins, worst
from hardware.mechanics import fit

HERE = Path(__file__).parent
COIL_TURNS = 100
SHOWN = ("N35", "N38", "N42", "N45", "N52")
"""Grades in the table of reeds."""
NEODYMIUM = design.MAGNET_REMANENCE
FERRITE = GRADES["ferrite"]

CLASSES = (ReedClass(10, 15), ReedClass(15, 20), ReedClass(20, 25), ReedClass(10, 25))
PITCHES = (35.0, 40.0, 45.0)
SKINS = (2.0, 3.0, 4.0, 5.0)
MAGNETS = (
    Magnet("6 x 2", 6, 2, NEODYMIUM),
    Magnet("6 x 3", 6, 3, NEODYMIUM),
    Magnet("8 x 1", 8, 1, NEODYMIUM),
    Magnet("8 x 2", 8, 2, NEODYMIUM),
    Magnet("8 x 3", 8, 3, NEODYMIUM),
    Magnet("10 x 1", 10, 1, NEODYMIUM),
    Magnet("10 x 2", 10, 2, NEODYMIUM),
    Magnet("12 x 1", 12, 1, NEODYMIUM),
    Magnet("12 x 2", 12, 2, NEODYMIUM),
    Magnet("12 x 5 ferrite", 12, 5, FERRITE),
    Magnet("15 x 5 ferrite", 15, 5, FERRITE),
)


def _cell(found: Margins) -> str:
    """On / off / off with mixed poles; bold when it may be built."""
    text = f"{found.on:.1f} / {found.off:.1f} / {found.off_mixed:.1f}"
    return f"**{text}**" if found.holds(chosen.LEAST) else text


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def _per_class(layout: Layout, magnet: Magnet, off: float) -> list[str]:
    drives = worst(layout, magnet, off)
    return [_cell(margins(reeds, drives)) for reeds in CLASSES]


def chosen_table() -> str:
    """The design's own margins and the ampere-turns behind them."""
    rows = []
    for stance in chosen.STANCES:
        place = chosen.layout(stance)
        drives = worst(place, chosen.magnet(), stance.off)
        found = margins(chosen.reeds(), drives)
        numbers = (
            drives.own,
            drives.against,
            drives.same,
            found.on,
            found.off,
            found.on_mixed,
            found.off_mixed,
        )
        rows.append(
            [
                stance.name,
                f"{stance.off:g}",
                f"{place.distance:.1f}",
                f"{numbers[0]:.0f}",
                *(f"{number:.1f}" for number in numbers[1:3]),
                *(f"{number:.2f}" for number in numbers[3:]),
            ]
        )
    head = [
        "stone",
        "off its point, mm",
        "magnet to axis, mm",
        "own, AT",
        "others against it, AT",
        "others, AT",
    ]
    return _table([*head, "on", "off", "on, mixed poles", "off, mixed poles"], rows)


def pitch_table() -> str:
    """Pitch, tolerance and class of reed for the design's magnet and top."""
    rows = []
    for pitch in PITCHES:
        for stance in chosen.STANCES:
            place = replace(chosen.layout(stance), pitch=pitch)
            rows.append([f"{pitch:g}", f"{stance.off:g}", *_per_class(place, chosen.magnet(), stance.off)])
    return _table(["pitch, mm", "off, mm", *(reeds.name for reeds in CLASSES)], rows)


def skin_table() -> str:
    """Thickness of the skin."""
    rows = []
    for skin in SKINS:
        for stance in chosen.STANCES:
            place = chosen.layout(stance)
            place = replace(place, distance=place.distance + skin - design.SKIN)
            rows.append([f"{skin:g}", f"{stance.off:g}", *_per_class(place, chosen.magnet(), stance.off)])
    return _table(["skin, mm", "off, mm", *(reeds.name for reeds in CLASSES)], rows)


def _worse(magnet: Magnet, pitch: float) -> list[str]:
    """A magnet with each class of reeds; the worse stance counts for each margin."""
    cells = []
    for reeds in CLASSES:
        both = [
            margins(reeds, worst(replace(chosen.layout(stance), pitch=pitch), magnet, stance.off))
            for stance in chosen.STANCES
        ]
        cells.append(
            _cell(
                Margins(
                    min(found.on for found in both),
                    min(found.off for found in both),
                    min(found.on_mixed for found in both),
                    min(found.off_mixed for found in both),
                )
            )
        )
    return cells


def magnet_table(pitch: float) -> str:
    """Other magnets in stones like the design's, and whether they go into those as they are drawn."""
    rows = [
        [
            magnet.name,
            *_worse(magnet, pitch),
            "no" if fit.faults((magnet.diameter, magnet.height)) else "yes",
        ]
        for magnet in MAGNETS
    ]
    return _table(["magnet, mm", *(reeds.name for reeds in CLASSES), "fits the stone"], rows)


def grade_table(pitch: float) -> str:
    """The design's size in each grade of neodymium."""
    rows = [
        [grade, *_worse(replace(chosen.magnet(), remanence=remanence), pitch)]
        for grade, remanence in GRADES.items()
        if grade.startswith("N")
    ]
    return _table(["grade", *(reeds.name for reeds in CLASSES)], rows)


def sheet_table() -> str:
    """The reeds whose sheets are known, in each grade of magnet, and the grades that hold."""
    rows = []
    for sheet in sheets.SHEETS:
        cells = [_cell(sheets.found(sheet, grade)) for grade in SHOWN]
        holding = sheets.holding(sheet)
        kept = f"{holding[0]} to {holding[-1]}" if holding else "none"
        rows.append([sheet.reed, f"{sheet.opens:g}", *cells, kept])
    return _table(["reed", "opens at, AT, least", *SHOWN, "take magnets of"], rows)


def source_list() -> str:
    """Where the limits come from."""
    return "".join(f"- {sheet.reed}: {sheet.source}.\n" for sheet in sheets.SHEETS)


def capture_table() -> str:
    """How far off its point a stone is felt, in each grade."""
    rows = []
    for grade in sheets.grades():
        within = (f"{capture.radius(grade, stance):.1f}" for stance in chosen.STANCES)
        there = capture.felt(grade, chosen.CARELESS, 8.0)
        directions = (capture.UP, capture.ASIDE, capture.DOWN)
        rows.append([grade, *within, *(f"{there[way]:.0f}" for way in directions)])
    head = ["grade", "seated, mm", "unseated, mm", "8 mm towards row 5, AT", "8 mm aside, AT"]
    return _table([*head, "8 mm towards row 1, AT"], rows)


def tray_table() -> str:
    """What captured stones can do."""
    rows = []
    for place in trays.places():
        heaps = [
            ("one" if stones == 1 else f"{stones} upon one another", trays.of(stones))
            for stones in trays.HEAPS
        ]
        if place.deep:
            heaps.append(("22, two and two", trays.in_pairs))
        for name, put in heaps:
            here = trays.worst_at(place, put)
            rows.append([place.name, name, f"{here.alone:.1f}", f"{here.all:.1f}", f"{here.off:.2f}"])
    return _table(["stones", "how", "AT", "with all others, AT", "off"], rows)


def between_table() -> str:
    """What one stone between points does."""
    rows = [
        [name, f"{least:.0f} to {most:.0f}"]
        for name, (least, most) in ((name, trays.between(at)) for name, at in trays.BETWEEN.items())
    ]
    return _table(["a stone from a point", "AT at its reed"], rows)


def fit_table() -> str:
    """Model over table, for each reed."""
    rows = []
    for reed in published.CROPPED:
        table = published.rows(reed)
        fit = published.agreement(table)
        values = (fit.mean, fit.spread, fit.ratios.min(), fit.ratios.max())
        rows.append([reed, str(len(table)), *(f"{value:.2f}" for value in values)])
    head = [
        "reed",
        "rows",
        "model / table, mean",
        "spread (one standard deviation, a factor)",
        "least",
        "most",
    ]
    return _table(head, rows)


def _filled(name: str, values: dict[str, object]) -> str:
    return (HERE / f"{name}.in").read_text(encoding="utf-8").format_map(values)


def text() -> str:
    """The report."""
    release = published.release_ratios(published.rows())
    values: dict[str, object] = {
        "drop_out": DROP_OUT,
        "opens": f"{chosen.reeds().opens:g}",
        "first_reed": sheets.SHEETS[0].reed,
        "least": chosen.LEAST,
        "magnet": chosen.magnet().name,
        "grades": design.MAGNET_GRADES,
        "low": NEODYMIUM[0],
        "high": NEODYMIUM[1],
        "reeds": chosen.reeds().name,
        "leads": f"{design.REED_LEADS:g}",
        "along": f"{design.REED_ALONG:g}",
        "aside": f"{design.REED_ASIDE:g}",
        "pitch": f"{design.PITCH:g}",
        "skin": f"{design.SKIN:g}",
        "off": f"{chosen.CARELESS.off:g}",
        "wide": f"{PITCHES[-1]:g}",
        "chosen_table": chosen_table(),
        "pitch_table": pitch_table(),
        "skin_table": skin_table(),
        "magnet_table": magnet_table(design.PITCH),
        "wide_magnet_table": magnet_table(PITCHES[-1]),
        "grade_table": grade_table(design.PITCH),
        "raise_on": other.WEAK,
        "raise_off": other.STRONG,
        "rows": len(published.rows()),
        "closes": f"{chosen.reeds().high:g}",
        "sheet_table": sheet_table(),
        "sources": source_list(),
        "capture_table": capture_table(),
        "tray_table": tray_table(),
        "between_table": between_table(),
        "fit_table": fit_table(),
        "release_low": f"{release.min():.2f}",
        "release_high": f"{release.max():.2f}",
    }
    return _filled("MARGINS.md", values)


def bench_text() -> str:
    """The procedure for the bench."""
    place = chosen.layout(bench.flat())
    values: dict[str, object] = {
        "turns": COIL_TURNS,
        "grades": design.MAGNET_GRADES,
        "reeds": chosen.reeds().name,
        "opens": f"{chosen.reeds().opens:g}",
        "leads": f"{design.REED_LEADS:g}",
        "along": f"{design.REED_ALONG:g}",
        "above": f"{place.distance - chosen.magnet_above_skin() - design.FOOT[1]:g}",
        "skin": f"{design.SKIN:g}",
        "wells": f"{design.WELLS:g}",
        "pitch": f"{design.PITCH:g}",
        "off": f"{chosen.CARELESS.off:g}",
        "table": bench.table(),
        **bench.currents(COIL_TURNS),
    }
    return _filled("BENCH.md", values)


def write(folder: Path) -> None:
    """MARGINS.md with its plots and BENCH.md into `folder`."""
    from hardware.magnetics import plots

    folder.mkdir(parents=True, exist_ok=True)
    (folder / "MARGINS.md").write_text(text(), encoding="utf-8")
    (folder / "BENCH.md").write_text(bench_text(), encoding="utf-8")
    plots.write(folder)


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
