"""KiCad's symbols: their drawings, copied into schematics, and where their pins are."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hardware.electronics.sexpr import Item, Text, child, children, parse


@dataclass(frozen=True)
class Pin:
    """A pin of a symbol: place of its free end, mm, y upwards, and the direction it looks out to, degrees."""

    number: str
    name: str
    x: float
    y: float
    outward: int


def library() -> Path:
    """Folder of KiCad's symbols."""
    return Path(os.environ.get("KICAD9_SYMBOL_DIR", "/usr/share/kicad/symbols"))


@cache
def _file(name: str) -> str:
    return (library() / f"{name}.kicad_sym").read_text(encoding="utf-8")


@cache
def _raw(file: str, name: str) -> list[Item]:
    source = _file(file)
    return parse(source[source.index(f'\t(symbol "{name}"\n') :])


@cache
def symbol(identifier: str) -> list[Item]:
    """The symbol ``Library:Name``, as a schematic holds it: what it extends is filled in."""
    file, name = identifier.split(":")
    own = _raw(file, name)
    extended = next(children(own, "extends"), None)
    if extended is None:
        whole: list[Item] = list(own)
    else:
        base = str(extended[1])
        changed = {str(item[1]): item for item in children(own, "property")}
        whole = []
        for item in symbol(f"{file}:{base}"):
            if isinstance(item, list) and item[0] == "property":
                item = changed.get(str(item[1]), item)
            elif isinstance(item, list) and item[0] == "symbol":
                item = [item[0], Text(str(item[1]).replace(base, name, 1)), *item[2:]]
            whole.append(item)
    whole[1] = Text(identifier)
    return whole


def pins(identifier: str) -> dict[str, Pin]:
    """The pins of a symbol by number."""
    found: dict[str, Pin] = {}
    for unit in children(symbol(identifier), "symbol"):
        for item in children(unit, "pin"):
            _, x, y, angle = child(item, "at")
            number, name = (str(child(item, what)[1]) for what in ("number", "name"))
            # The angle is the way the pin's line runs, from its free end into the symbol.
            found[number] = Pin(
                number, name, float(str(x)), float(str(y)), (int(float(str(angle))) + 180) % 360
            )
    return found
