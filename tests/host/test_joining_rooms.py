"""Rooms: what is imported within a function is a joined file of its own; which modules are in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from lakabe.errors import FirmwareError
from lakabe.joining import Joined, join, modules_in

HOUSE = {
    "lib/p/__init__.py": "",
    "lib/p/base.py": """\
N = 4
NAMES = ("a", N)
table = []


class Base:
    def f(self):
        return N


def helper():
    pass
""",
    "lib/p/shared.py": "from p.base import helper\n\n\ndef both():\n    helper()\n",
    "lib/p/within.py": "def little():\n    pass\n\n\ndef unwanted():\n    pass\n",
    "lib/p/rare.py": """\
import struct

from p import base
from p.base import N, Base, helper
from p.shared import both
from p.within import little

M = N + 1


class Rare:
    def go(self):
        self._kept = N, M, base.NAMES, base.table
        return both(), helper(), little(), Base, struct
""",
    "lib/p/other.py": """\
import struct

from p.shared import both


def other():
    from p.rare import Rare

    return both(), Rare, struct
""",
    "main.py": """\
import struct

from p.base import Base


def run():
    from p.rare import Rare

    if Base:
        from p.other import other
    return Rare().go(), other(), struct
""",
}

BOARD = """\
# module p.base
# A is f

_base_N = const(4)
_base_NAMES = const(('a', _base_N))
B = []
# from base.py:6
class Base:
    # from base.py:7, f
    def A(self):
        return _base_N
# from base.py:11, helper
def A():
    pass

# module main

import struct
# from main.py:6
def run():
    from room_rare import F as Rare
    __import__('sys').modules.pop('room_rare')
    if Base:
        from room_other import G as other
        __import__('sys').modules.pop('room_other')
    return (Rare().go(), other(), struct)
"""

RARE = """\
from board import A, B, Base
from room_shared import C
_base_N = const(4)
_base_NAMES = const(('a', 4))

# module p.within

# from within.py:1, little
def D():
    pass

# module p.rare
# A is _kept

import struct
_rare_M = const(_base_N + 1)
# from rare.py:11, Rare
class F:
    # from rare.py:12
    def go(self):
        self.A = (_base_N, _rare_M, _base_NAMES, B)
        return (C(), A(), D(), Base, struct)
"""

OTHER = """\
from room_shared import C

# module p.other

import struct
# from other.py:6, other
def G():
    from room_rare import F as Rare
    __import__('sys').modules.pop('room_rare')
    return (C(), Rare, struct)
"""


def joined(folder: Path, files: dict[str, str]) -> Joined:
    """Join what would lie in a firmware folder under these names."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return join(modules_in(folder))


def test_what_is_in_which_room(tmp_path: Path) -> None:
    made = joined(tmp_path, HOUSE)
    assert made.board.text == BOARD
    rooms = {part.name: part for part in made.rooms}
    assert rooms["room_rare"].text == RARE
    assert rooms["room_other"].text == OTHER
    assert rooms["room_shared"].modules == ["p.shared"], "two rooms need it"
    assert rooms["room_rare"].modules == ["p.within", "p.rare"]
    assert [part.name for part in made.rooms] == ["room_shared", "room_rare", "room_other"], "in this order"


def test_all_can_be_read_and_every_line_found(tmp_path: Path) -> None:
    made = joined(tmp_path, HOUSE)
    lines = made.text.splitlines()
    for part in (made.board, *made.rooms):
        for number, line in enumerate(part.text.splitlines(), 1):
            assert lines[made.line(part, number) - 1] == line
    other = made.rooms[-1]
    assert other.origin(len(OTHER.splitlines())) == "other.py:6"


REFUSED = {
    "a module that is there anyway": (
        {"a.py": "f = []\n", "main.py": "import a\ndef g():\n    from a import f\n"},
        "main.py:3: a is there from the start, so import it at the top",
    ),
    "a module of the same room": (
        {"a.py": "import b\ndef f():\n    b.g()\n", "b.py": "def g():\n    from a import f\n",
         "main.py": "def h():\n    from a import f\n"},
        "b.py:2: a is in the same room",
    ),
    "rooms in a circle": (
        {"a.py": "def f():\n    from b import g\n", "b.py": "def g():\n    from a import f\n",
         "main.py": "def h():\n    from a import f\n"},
        "room_a and room_b import each other",
    ),
    "a module and not what is in it": (
        {"a.py": "f = []\n", "main.py": "def g():\n    import a\n"},
        "main.py:2: write `from a import`",
    ),
    "a module of a folder and not what is in it": (
        {"lib/p/__init__.py": "", "lib/p/x.py": "", "main.py": "def g():\n    from p import x\n"},
        "main.py:2: x is no object after joining",
    ),
    "another name": (
        {"a.py": "def f():\n    pass\n", "main.py": "def g():\n    from a import f as h\n"},
        "main.py:2: f cannot be imported under another name",
    ),
    "a constant": (
        {"a.py": "N = 1\n", "main.py": "def g():\n    from a import N\n"},
        "main.py:2: N cannot be imported here",
    ),
    "a name that is not there": (
        {"a.py": "", "main.py": "def g():\n    from a import f\n"},
        "main.py:2: a has no f",
    ),
    "an import that depends": (
        {"a.py": "def f():\n    pass\n", "main.py": "if print:\n    from a import f\n"},
        "main.py:2: import it at the top of the file or inside a function",
    ),
    "a variable that changes elsewhere": (
        {"a.py": "import b\ndef f():\n    return b.n\n",
         "b.py": "n = 0\ndef g():\n    global n\n    n = 1\n",
         "main.py": "from b import g\ng()\ndef h():\n    from a import f\n    f()\n"},
        "a.py:1: n of b.py changes, which a room would not see",
    ),
    "two rooms of one name": (
        {"lib/p/__init__.py": "", "lib/p/x.py": "def f():\n    pass\n", "x.py": "def g():\n    pass\n",
         "main.py": "def h():\n    from x import g\n    from p.x import f\n"},
        "there are two rooms room_x",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_what_cannot_be_a_room_is_refused(fault: str, tmp_path: Path) -> None:
    files, said = REFUSED[fault]
    with pytest.raises(FirmwareError) as caught:
        joined(tmp_path, files)
    assert caught.value.message.startswith(said)
