"""Objects of a joined firmware find what they do not have quickly."""

from __future__ import annotations

import pytest

from lakabe import building
from lakabe.joining.tables import FULL, SIZES, spares, with_spare_places
from lakabe.virtual.tools import firmware_tree


def class_of(count: int, *statements: str) -> str:
    """A class whose objects have so many attributes, half of which no constructor gives them."""
    early, late = range(count - count // 2), range(count - count // 2, count)
    return "\n".join(
        [
            "class A:",
            "    def __init__(self):",
            *(f"        self.a{number} = {number}" for number in early),
            *(f"        {statement}" for statement in statements),
            "    def later(self):",
            *(f"        self.a{number} = {number}" for number in late),
            "        return self",
            "",
        ]
    )


def attributes(text: str) -> set[str]:
    namespace: dict[str, type] = {}
    exec(text, namespace)
    return set(vars(namespace["A"]().later()))


def size_of(count: int) -> int:
    return next(size for size in SIZES if size >= count)


@pytest.mark.parametrize("count", [17, 22, 23, 37])
def test_a_full_table_grows(count: int) -> None:
    made = attributes(with_spare_places(class_of(count)))
    assert len(made) == count + spares(count)
    assert size_of(len(made)) > size_of(count)
    assert len(made) <= size_of(len(made)) * FULL


@pytest.mark.parametrize("count", [1, 4, 12, 18, 21, 30])
def test_a_small_table_or_one_with_free_places_stays(count: int) -> None:
    text = class_of(count)
    assert with_spare_places(text) == text


def test_what_stands_before_and_behind_stays() -> None:
    text = f"x = 1\n{class_of(17, 'if x:', '    self.a0 = x')}y = 2\n"
    found = with_spare_places(text)
    assert [line for line in found.splitlines() if "spare" not in line] == text.splitlines()
    assert "\n        self.spare0 = None\n    def later" in found


def test_what_has_no_constructor_stays() -> None:
    text = class_of(23).replace("__init__", "begin")
    assert with_spare_places(text) == text


@pytest.mark.usefixtures("joined_once")
def test_the_firmware_is_joined_so() -> None:
    text = building.join(firmware_tree()).board.text
    assert "self.spare0" in text
    assert with_spare_places(text) == text
