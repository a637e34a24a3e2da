"""Drawings as DXF files, in millimetres."""

from __future__ import annotations

from pathlib import Path as File

import ezdxf
from ezdxf import units
from ezdxf.document import Drawing as Document
from ezdxf.enums import TextEntityAlignment
from hardware.templates.drawing import Circle, Drawing, Layer, Path


def by_name(layer: Layer) -> str:
    """For sorting."""
    return layer.name


def document(drawing: Drawing) -> Document:
    """A drawing as a DXF document; lower left corner of its bounds at the origin."""
    ezdxf.options.write_fixed_meta_data_for_testing = True  # no dates: the same drawing gives the same file
    made = ezdxf.new("R2010", units=units.MM)
    for layer in sorted({shape.layer.name: shape.layer for shape in drawing.shapes}.values(), key=by_name):
        made.layers.add(layer.name, color=layer.colour)
    space = made.modelspace()
    left, bottom = drawing.bounds.left, drawing.bounds.bottom
    for shape in drawing.shapes:
        look = {"layer": shape.layer.name}
        if isinstance(shape, Circle):
            space.add_circle((shape.at[0] - left, shape.at[1] - bottom), shape.diameter / 2, dxfattribs=look)
        elif isinstance(shape, Path):
            places = [(x - left, y - bottom) for x, y in shape.places]
            space.add_lwpolyline(places, close=shape.closed, dxfattribs=look)
        else:
            text = space.add_text(shape.words, height=shape.height, dxfattribs=look)
            at = (shape.at[0] - left, shape.at[1] - bottom)
            text.set_placement(at, align=TextEntityAlignment.MIDDLE_CENTER)
    for kind in sorted(made.entitydb.dxf_types_in_use()):  # ezdxf would take them in the order of a set
        made.classes.add_class(kind)
    return made


def write(drawing: Drawing, folder: File) -> File:
    """Writes ``NAME.dxf`` into `folder`."""
    file = folder / f"{drawing.name}.dxf"
    document(drawing).saveas(file)
    return file
