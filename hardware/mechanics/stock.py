"""What a set takes besides electronics: screws, wood, and what is printed; as the list of parts has it."""

from __future__ import annotations

from hardware import design
from hardware.mechanics import fasteners, top
from hardware.parts import Part


def _printed(what: str, file: str, alternative: str, rule: str) -> Part:
    return Part(what, "printed", "print it", f"prints.zip: {file}.stl", alternative, rule, 0.0)


def _wood(what: str, value: str, alternative: str, rule: str, euro: float) -> Part:
    return Part(what, value, "any", f"{what}, {value}", alternative, rule, euro)


def _size(*sides: float) -> str:
    return " x ".join(f"{side:g}" for side in sides) + " mm"


def parts() -> dict[str, tuple[Part, int]]:
    """Part and number of pieces, by name."""
    wall, ledge, height = design.RAIL
    across = wall + ledge + design.WELL_PLAY
    panel = top.panel()
    plate = panel.grown(design.WELL_PLAY + wall)
    diameter, length, _ = design.RIM_SCREW
    joints = {joint.name: joint.count for joint in fasteners.joints()}
    board = Part(
        what="Screw M2.5 x 6, pan head, for strips and carrier",
        value="M2.5 x 6",
        maker="any",
        number="ISO 7045 M2.5 x 6, brass or A2",
        alternative="the same of nylon",
        rule="6 mm under the head, neither more nor less: longer ones come through the playing surface. "
        "Brass, stainless or nylon, no iron beside the reeds. Head at most 5 mm wide, clear of the tracks.",
        euro=0.05,
        spare_percent=10,
    )
    rim = Part(
        what=f"Wood screw {diameter:g} x {length:g}, countersunk, for top and base",
        value=f"{diameter:g} x {length:g}",
        maker="any",
        number=f"DIN 97 {diameter:g} x {length:g}, brass",
        alternative=f"{diameter:g} x 20",
        rule="Brass or stainless. Head at most 6 mm wide.",
        euro=0.08,
        spare_percent=10,
    )
    ply = "Flat, sanded, after EN 315."
    plate_size = _size(plate.width, plate.height, design.BASE)
    found = {
        "screw_board": (board, joints["strip"] + joints["carrier"]),
        "screw_rim": (rim, joints["top"] + joints["base"]),
        "skin": (
            _wood("Plywood, skin", _size(panel.width, panel.height, design.SKIN), "solid maple", ply, 8.0),
            1,
        ),
        "lower_layer": (
            _wood("Plywood, lower layer", _size(panel.width, panel.height, design.WELLS), "poplar", ply, 8.0),
            1,
        ),
        "base": (_wood("Plywood, base", plate_size, "hardboard", ply, 6.0), 1),
    }
    for side, name in (("front", "long"), ("left", "short")):
        rect = top.rail(side)
        size = _size(max(rect.width, rect.height), across, height)
        rule = "Hardwood, straight; with a rabbet, or glued of two strips."
        found[f"rail_{name}"] = (_wood(f"Rail, {name}", size, "pine", rule, 4.0), 2)
    _, width, high = design.BEAD
    bead = _wood(
        "Half-round bead",
        _size(design.TRAY[0], width, high),
        "a dowel sawn in half",
        "Half round; glued.",
        1.0,
    )
    found["bead"] = (bead, len(top.beads()))
    disc = "a disc of wood glued on stone-base.stl"
    told = "White and black differ by touch"
    found |= {
        "stone_white": (
            _printed("White stone", "stone-white", disc, f"{told}: the edge stays plain."),
            design.STONES,
        ),
        "stone_black": (
            _printed("Black stone", "stone-black", disc, f"{told}: edge fluted, face grooved."),
            design.STONES,
        ),
        "window": (
            _printed(
                "Window over a light",
                "window",
                "turned from opal acrylic",
                "Lets light through; the recess in it centres the stones.",
            ),
            design.POINTS,
        ),
        "spacer": (
            _printed("Post under the carrier", "spacer", "a block of hardwood", "As long as drawn; glued."),
            len(design.CARRIER_HOLES),
        ),
        "fit": (_printed("Coupon of three fits", "fit", "a test with one window", "Print it first."), 1),
    }
    return found | _used_up()


def _used_up() -> dict[str, tuple[Part, int]]:
    """What printing, gluing and finishing a set takes."""
    told = {
        "filament_clear": ("Filament, clear or natural", "150 g", "PETG or PLA", 5.0, "Lets light through."),
        "filament_white": ("Filament, white", "100 g", "any of this colour", 3.0, "Of the same plastic."),
        "filament_black": ("Filament, black", "100 g", "any of this colour", 2.0, "Of the same plastic."),
        "glue_wood": ("Glue for wood", "100 ml", "hide glue", 3.0, "For layers, rails, posts, beads."),
        "glue_windows": (
            "Glue of two components",
            "25 ml",
            "any that bears ten minutes of work",
            6.0,
            "Slow; holds both plastic and wood.",
        ),
        "varnish": ("Varnish for wood", "100 ml", "oil or wax", 4.0, "Hard enough for stones to slide on."),
        "felt": ("Felt feet", "6 pieces", "rubber feet", 2.0, "Higher than the heads of the base's screws."),
    }
    return {
        name: (Part(what, size, "any", f"{what}, {size}", other, rule, euro), 1)
        for name, (what, size, other, euro, rule) in told.items()
    }


FILAMENT = ("filament_clear", "filament_white", "filament_black")
FINISH = ("glue_wood", "glue_windows", "varnish", "felt")
WOOD = ("skin", "lower_layer", "base", "rail_long", "rail_short", "bead")
"""What a sawmill or a timber shop sells."""
