"""Writes LIGHT.md, what is seen of a point's light under a stone: ``python -m hardware.optics.report``."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

from hardware import design
from hardware.optics import point, tracer
from hardware.optics.point import Build

HERE = Path(__file__).parent


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines) + "\n"


def stones_table() -> str:
    """Stones, plastics and boards: the band's contrast, and its luminance against that of a bare window."""
    rows = []
    colour = point.SHOWN[point.dimmest()]
    for plastic in (point.CLEARER, point.NATURAL, point.MILKIER):
        for board in point.BOARDS:
            base = Build(plastic=plastic, board=board)
            window = point.bare(base, point.RAYS).mean()
            kinds = {"white layer, any cap": base}
            if plastic is point.NATURAL and board == "white":
                kinds |= {
                    f"{cap}, no layer": replace(base, layer=False, cap=cap) for cap in ("wooden", "black")
                }
            for kind, build in kinds.items():
                seen = point.rim(build, point.RAYS)
                contrast = seen * point.lumens(colour) / point.room()
                good = contrast.min() >= point.LEAST
                numbers = f"{contrast.min():.2f} to {contrast.max():.2f}"
                rows.append(
                    [
                        plastic.name,
                        f"{board} board",
                        kind,
                        f"**{numbers}**" if good else numbers,
                        f"{100 * seen.min() / window:.1f} to {100 * seen.max() / window:.0f} %",
                    ]
                )
    return _table(["plastic", "strip", "stone", "contrast", "of a bare window"], rows)


def colour_table() -> str:
    """What the firmware says under stones, and how plain it is."""
    seen = point.rim(Build(), point.RAYS)
    rows = []
    for name, colour in point.SHOWN.items():
        light = point.lumens(colour)
        contrast = seen * light / point.room()
        rows.append(
            [
                name,
                f"{light:.2f}",
                f"{seen.min() * light:.0f} to {seen.max() * light:.0f}",
                f"{contrast.min():.1f} to {contrast.max():.1f}",
            ]
        )
    return _table(["says", "lumens", "cd/m2", "contrast"], rows)


def sides_table() -> str:
    """The band from every side."""
    seen = point.rim(Build(), point.RAYS) * point.lumens(point.SHOWN[point.dimmest()]) / point.room()
    names = ("right", "behind right", "behind", "behind left", "left", "front left", "front", "front right")
    return _table(list(names), [[f"{value:.2f}" for value in seen]])


def media_table() -> str:
    """The materials."""
    rows = []
    for medium in (point.CLEARER, point.NATURAL, point.MILKIER):
        numbers = (medium.index, medium.scatters, medium.absorbs)
        rows.append([medium.name, *(f"{number:g}" for number in numbers), ""])
    for medium in (point.WOOD, point.MAGNET, *point.BOARDS.values(), *point.CAPS.values()):
        rows.append([medium.name, "", "", "", f"{100 * medium.returns:.0f} %"])
    return _table(["material", "index", "scatters, 1/mm", "absorbs, 1/mm", "sends back"], rows)


def text() -> str:
    """The report."""
    values = {
        "band": f"{design.STONE_BAND:g}",
        "layer": f"{design.REFLECTOR:g}",
        "least": f"{point.LEAST:g}",
        "lux": f"{point.ROOM_LUX:g}",
        "room": f"{point.room():.0f}",
        "dimmest": point.dimmest(),
        "rays": f"{point.RAYS:,}",
        "sides": tracer.SIDES,
        "mcd": ", ".join(f"{value:g}" for value in point.FULL_MCD),
        "stones": stones_table(),
        "colours": colour_table(),
        "each_side": sides_table(),
        "media": media_table(),
    }
    return (HERE / "LIGHT.md.in").read_text(encoding="utf-8").format_map(values)


def write(folder: Path) -> None:
    """LIGHT.md into `folder`."""
    (folder / "LIGHT.md").write_text(text(), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
