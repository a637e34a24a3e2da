"""What must be true of each board for itself: places, parts, tracks are the design's, its ink is legible."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from hardware import design
from hardware.electronics.boards import Board, Component
from hardware.parts import PARTS, Part

LETTERS = (1.0, 0.15)
"""Least height and thickness of letters that makers print, mm."""
SUPPLIES = (design.LIGHT_SUPPLY, "VBUS", "SUPPLY", "SOCKET", "EXT_5V", "VSYS")
"""Nets that carry 5 V."""


def faults(board: Board) -> list[str]:
    """All that is wrong with a board, one line each."""
    found = [*_outline(board), *_parts(board), *_tracks(board), *_ink(board)]
    if board.name == "strip":
        found += _points(board)
    return [f"{board.name}: {fault}" for fault in found]


def urls(of: Mapping[str, str]) -> list[str]:
    """What is wrong with where the boards say that their plans are; board to URL."""
    missing = [f"{name}: its variable URL is empty" for name, url in of.items() if not url]
    return missing or ([] if len({*of.values()}) == 1 else [f"the boards name several URLs: {dict(of)}"])


def _outline(board: Board) -> Iterator[str]:
    strip = board.name == "strip"
    (left, low), (width, height) = (
        (design.STRIP_ORIGIN, design.STRIP_SIZE) if strip else ((0.0, 0.0), design.CARRIER_SIZE)
    )
    if board.corners != ((left, low), (left + width, low + height)):
        yield f"its outline is {board.corners}"
    if set(board.holes) != set(design.STRIP_HOLES if strip else design.CARRIER_HOLES):
        yield "its screw holes are not those of the design"
    if strip and board.masks != {"F.Mask": "White", "B.Mask": "White"}:
        yield "its mask is not white: that sends light up (`hardware.optics`)"
    if (board.title["rev"], board.title["date"]) != (design.REVISION, design.REVISION_DATE):
        yield "its revision or date is not that of the design"


def _parts(board: Board) -> Iterator[str]:
    """Names, numbers and outlines of the parts are those of the list."""
    for component in board.components:
        part = PARTS.get(component.part)
        if part is None:
            yield f"{component.ref}: no part {component.part} is on the list"
            continue
        wanted = _fields(part)
        if {name: component.fields.get(name) for name in wanted} != wanted:
            yield f"{component.ref}: maker or numbers are not those of {component.part}"
        if component.footprint != part.footprint:
            yield f"{component.ref}: its outline is {component.footprint}"


def _fields(part: Part) -> dict[str, str]:
    return {"Manufacturer": part.maker, "MPN": part.number} | ({"LCSC": part.lcsc} if part.lcsc else {})


def _points(board: Board) -> Iterator[str]:
    """Reeds and lights are where the magnets and the windows want them; connectors hang below."""
    for row in range(design.ROWS):
        _, y = design.point_at(0, row)
        reed, light = board.component(f"SW{row + 1}"), board.component(f"LED{row + 1}")
        gap = (design.REED_ASIDE, y + design.REED_ALONG)
        ends = {(gap[0], round(gap[1] + half, 4)) for half in (-design.REED_LEADS / 2, design.REED_LEADS / 2)}
        if set(reed.pads) != ends:
            yield f"{reed.ref}: its gap is not where the magnet works"
        if light.at != (design.PIXEL_AT[0], y + design.PIXEL_AT[1]):
            yield f"{light.ref}: not where its light belongs"
    for component in board.components:
        if component.back != (component.part == "idc20"):
            yield f"{component.ref}: on the wrong side"
    yield from _lands(board)


def _lands(board: Board) -> Iterator[str]:
    """Nothing stands on the upper face where the wood carries the strip."""
    for _, land in design.STRIP_HOLES:
        for component in board.components:
            if any(abs(pad[1] - land) < design.LAND / 2 + PAD for pad in component.pads):
                yield f"{component.ref}: on the land at {land:g}"


PAD = 0.8
"""Half of the largest pad of a part that stands near a land, mm."""


def _tracks(board: Board) -> Iterator[str]:
    for track in board.tracks:
        if track.net in SUPPLIES and track.width < design.WIDTH_5V:
            yield f"{track.net}: a track of {track.width:g} mm carries 5 V"


def _ink(board: Board) -> Iterator[str]:
    height, thickness = LETTERS
    for ink in board.inks:
        small = ink.height < height or ink.thickness < thickness
        if small and not (ink.text == "1" and ink.height == 0.8):  # the mark of pin 1 in KiCad's light
            yield f"letters of {ink.text!r} are {ink.height:g} / {ink.thickness:g} mm"
    behind = " ".join(ink.text for ink in board.inks if ink.layer == "B.SilkS")
    wanted = [f"revision {design.REVISION}", "CERN-OHL-P-2.0", "Lakabe", "${URL}"]
    if board.name == "strip":
        wanted += [_named_behind(component) for component in board.components]
        wanted += [str(row + 1) for row in range(design.ROWS)]
    words = behind.replace(",", " ").split()
    for text in wanted:
        if text not in behind or (len(text.split()) == 1 and text not in words):
            yield f"{text} is not printed on the back"


def _named_behind(component: Component) -> str:
    """Its name; a capacitor's with its value, for the columns are called C1 to C9."""
    return f"{component.ref} {component.value}" if component.ref[0] == "C" else component.ref
