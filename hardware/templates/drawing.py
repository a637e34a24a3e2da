"""Drawings as plain shapes on named layers, in mm; `dxf` and `paper` turn them into files."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace

from hardware.mechanics.top import Place, Rect


@dataclass(frozen=True)
class Layer:
    """What is done along its shapes; `colour` as AutoCAD numbers it, and red, green, blue for paper."""

    name: str
    work: str
    colour: int
    rgb: tuple[float, float, float]


OUTLINE = Layer("OUTLINE", "cut out", 7, (0, 0, 0))
CUT = Layer("CUT", "cut or drill through", 1, (0.8, 0, 0))
POCKET = Layer("POCKET", "rout out as deep as the lower layer is thick, or leave out of it", 5, (0, 0, 0.8))
PILOT = Layer("PILOT", "prick or drill 1.5 mm, not through", 3, (0, 0.5, 0))
ENGRAVE = Layer("ENGRAVE", "engrave", 6, (0.5, 0, 0.5))
STRONG = Layer("STRONG", "engrave, if wanted: strong points", 4, (0, 0.5, 0.6))
NOTE = Layer("NOTE", "only to read", 8, (0.45, 0.45, 0.45))
LAYERS = (OUTLINE, CUT, POCKET, PILOT, ENGRAVE, STRONG, NOTE)


@dataclass(frozen=True)
class Circle:
    """A circle."""

    layer: Layer
    at: Place
    diameter: float


@dataclass(frozen=True)
class Path:
    """Straight lines from place to place, back to the first if `closed`."""

    layer: Layer
    places: tuple[Place, ...]
    closed: bool = False


@dataclass(frozen=True)
class Text:
    """A word whose middle is at a place; it is never mirrored."""

    layer: Layer
    at: Place
    words: str
    height: float


Shape = Circle | Path | Text


@dataclass(frozen=True)
class Drawing:
    """A sheet: its name, what it says above, its edges, and what is on it."""

    name: str
    title: str
    bounds: Rect
    shapes: tuple[Shape, ...] = field(default=(), repr=False)

    def on(self, layer: Layer) -> Iterator[Shape]:
        """The shapes of a layer."""
        return (shape for shape in self.shapes if shape.layer == layer)


def box(layer: Layer, rect: Rect) -> Path:
    """The edges of a rectangle."""
    return Path(layer, tuple(rect.corners()), closed=True)


def _moved(shapes: Iterable[Shape], to: Callable[[Place], Place]) -> tuple[Shape, ...]:
    found: list[Shape] = []
    for shape in shapes:
        if isinstance(shape, Path):
            found.append(replace(shape, places=tuple(to(place) for place in shape.places)))
        else:
            found.append(replace(shape, at=to(shape.at)))
    return tuple(found)


def mirrored(drawing: Drawing) -> Drawing:
    """The same seen from behind, within the same bounds."""
    bounds = drawing.bounds
    shapes = _moved(drawing.shapes, lambda place: (bounds.left + bounds.right - place[0], place[1]))
    return replace(drawing, shapes=shapes)


def turned(drawing: Drawing) -> Drawing:
    """The same turned clockwise by a right angle."""
    bounds = drawing.bounds
    return replace(
        drawing,
        bounds=Rect(bounds.bottom, -bounds.right, bounds.top, -bounds.left),
        shapes=_moved(drawing.shapes, lambda place: (place[1], -place[0])),
    )
