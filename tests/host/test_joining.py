"""Joining modules into one: what becomes of small ones, what is refused, that the firmware stays the same."""

from __future__ import annotations

import random
import re
import shutil
from itertools import pairwise
from pathlib import Path

import pytest

import reference
from hands import Habits, perform
from lakabe.board.events import Compose, Test
from lakabe.errors import FirmwareError
from lakabe.joining import Joined, join, modules_in
from lakabe.virtual import run_traces
from lakabe.virtual.tools import firmware_tree
from lakabe.virtual.trace import FULL, Trace, TraceEvent, parse


def joined(
    folder: Path, files: dict[str, str], native: tuple[str, ...] = (), started: tuple[str, ...] = ()
) -> Joined:
    """Join what would lie in a firmware folder under these names."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return join(modules_in(folder), native=native, started=started)


SHAPES = {
    "lib/shapes/__init__.py": '"""Shapes."""\n',
    "lib/shapes/compat.py": "def const(value: int) -> int:\n    return value\n",
    "lib/shapes/sizes.py": '''\
"""Sizes."""

from array import array

from shapes.compat import const

SIDE = const(3)
"""Of a square."""
_HALF = const(SIDE >> 1)
NAMES = ("small", b"large", SIDE)
table = array("H", [SIDE])


def area(side: int = SIDE) -> int:
    """In square units."""
    return side * side + _HALF
''',
    "lib/shapes/text.py": '''\
from array import array

from shapes import sizes
from shapes.sizes import NAMES

SIDE = 3
TYPE_CHECKING = False
if TYPE_CHECKING:
    from shapes.sizes import area

_HALF: str = "half"
count: int = 0


class Label:
    """A text."""

    size: int
    side = 7

    def __init__(self, sizes: "array | None" = None) -> None:
        self._HALF = sizes

    def say(self) -> str:
        """What is on it."""
        global count
        count += 1
        return _HALF + NAMES[0] + str(sizes.area(SIDE))


def endless() -> None:
    while True:
        pass
''',
    "pins.py": "FIRST = 2\n",
    "main.py": '''\
"""The program."""

import machine

import pins
from shapes.text import Label, endless

label = Label([pin for pin in range(pins.FIRST)])


def run() -> None:
    print(label.say(), machine, endless)


if __name__ == "__main__":
    run()
''',
}

JOINED = """\
# module pins

_pins_FIRST = const(2)

# module shapes.sizes

from array import array
_sizes_SIDE = const(3)
_sizes__HALF = const(_sizes_SIDE >> 1)
_sizes_NAMES = const(('small', b'large', _sizes_SIDE))
B = array('H', [_sizes_SIDE])
# from sizes.py:14, area
def A(_a=_sizes_SIDE):
    return _a * _a + _sizes__HALF

# module shapes.text
# A is _HALF

_text_SIDE = const(3)
_text__HALF = const('half')
C = 0
# from text.py:15
class Label:
    side = 7
    # from text.py:21
    def __init__(self, _a=None):
        self.A = _a
    # from text.py:24
    @micropython.native
    def say(self):
        global C
        C += 1
        return _text__HALF + _sizes_NAMES[0] + str(A(_text_SIDE))
# from text.py:31
def endless():
    while True:
        pass

# module main

import machine
label = Label([pin for pin in range(_pins_FIRST)])
# from main.py:11
def run():
    print(label.say(), machine, endless)

# What only the import has run, see host/lakabe/joining/once.py.
Label.__init__ = None
"""


def test_a_small_program(tmp_path: Path) -> None:
    made = joined(tmp_path, SHAPES, ("text",))
    assert made.text == JOINED
    assert made.rooms == []
    assert made.board.modules == ["pins", "shapes", "shapes.compat", "shapes.sizes", "shapes.text", "main"]


def test_lines_know_their_origin(tmp_path: Path) -> None:
    made = joined(tmp_path, SHAPES)
    lines = enumerate(made.text.splitlines(), 1)
    origins = {text.strip(): made.board.origin(number) for number, text in lines if text and "#" not in text}
    assert origins["return _a * _a + _sizes__HALF"] == "sizes.py:14"
    assert origins["class Label:"] == "text.py:15"
    assert origins["C += 1"] == "text.py:24"
    assert origins["_text__HALF = const('half')"] == "shapes.text"
    assert origins["import machine"] == "main"


REFUSED = {
    "a clash of names": (
        {"a.py": "def f():\n    pass\n", "main.py": "import a\ndef f():\n    pass\n"},
        "main.py:2: f means something else in a.py",
    ),
    "a clash of imports": (
        {"a.py": "from machine import Pin\n", "main.py": "import a\nfrom fake import Pin\n"},
        "main.py:2: Pin means something else in a.py",
    ),
    "private names that become the same": (
        {"lib/p/__init__.py": "", "lib/p/x.py": "_f = []\n", "x.py": "_f = {}\n",
         "main.py": "import x\nfrom p import x\n"},
        "x.py:1: _x__f means something else in x.py",
    ),
    "a star": ({"a.py": "", "main.py": "from a import *\n"}, "main.py:1: it cannot be told which names"),
    "another name": (
        {"a.py": "f = []\n", "main.py": "from a import f as g\n"},
        "main.py:1: f cannot be joined under",
    ),
    "another name of a module": (
        {"a.py": "", "main.py": "import a as b\n"},
        "main.py:1: a cannot be joined under",
    ),
    "a module of a folder": (
        {"lib/p/__init__.py": "", "lib/p/x.py": "", "main.py": "import p.x\n"},
        "main.py:1: write `from p import x`",
    ),
    "a relative import": ({"main.py": "from . import a\n"}, "main.py:1: relative imports cannot"),
    "a circle": ({"a.py": "import main\n", "main.py": "import a\n"}, "main and a import each other"),
    "a name that is not there": ({"a.py": "", "main.py": "from a import f\n"}, "main.py:1: a has no f"),
    "an attribute that is not there": ({"a.py": "", "main.py": "import a\na.f()\n"}, "main.py:2: a has no f"),
    "a module as an object": ({"a.py": "", "main.py": "import a\nprint(a)\n"}, "main.py:2: a is no object"),
    "a module changed from outside": (
        {"a.py": "n = []\n", "main.py": "import a\na.n = 2\n"},
        "main.py:2: a.n is changed from outside a",
    ),
    "a private attribute elsewhere": (
        {"a.py": "class C:\n    def f(self):\n        self._n = 1\n", "main.py": "import a\na.C()._n = 2\n"},
        "main.py:2: _n is private to objects of another module",
    ),
    "private attributes of a base elsewhere": (
        {"a.py": "class C:\n    def f(self):\n        self._n = 1\n",
         "main.py": "from a import C\nclass D(C):\n    pass\n"},
        "main.py:2: D inherits private attributes of another module",
    ),
    "a local variable that is a constant": (
        {"main.py": "SIZE = 1\ndef f(_main_SIZE):\n    pass\n"},
        "main.py:2: after joining, _main_SIZE is a constant",
    ),
    "a name of Python's own": (
        {"main.py": "def print():\n    pass\n"},
        "main.py:1: after joining, print would hide",
    ),
    "a name that nobody knows": ({"main.py": "def f():\n    return g\n"}, "main.py:2: g is not defined"),
    "a name of the module": ({"main.py": "print(__name__)\n"}, "main.py:1: __name__ is another one"),
    "two definitions": ({"main.py": "def f():\n    pass\nf = 2\n"}, "main.py:3: f is defined twice"),
    "an import that is replaced": (
        {"a.py": "f = []\n", "main.py": "from a import f\nf = 2\n"},
        "main.py:2: f is imported and bound to something else",
    ),
    "a constant that changes": ({"main.py": "N = const(1)\nN += 1\n"}, "main.py:1: const(...) may only be"),
    "a constant that is none": ({"main.py": "N = const(len('ab'))\n"}, "main.py:1: const(...) may only be"),
    "a constant in a function": (
        {"main.py": "def f():\n    n = const(1)\n"},
        "main.py:2: const(...) may only be",
    ),
    "a coroutine": (
        {"main.py": "async def f():\n    pass\n"},
        "main.py:1: AsyncFunctionDef cannot be joined",
    ),
    "no Python": ({"main.py": "x = 1\ndef\n"}, "main.py:2: invalid syntax"),
}  # fmt: skip


@pytest.mark.parametrize("fault", REFUSED)
def test_what_cannot_be_joined_is_refused(fault: str, tmp_path: Path) -> None:
    files, said = REFUSED[fault]
    with pytest.raises(FirmwareError) as caught:
        joined(tmp_path, files)
    assert caught.value.message.startswith(said)
    assert caught.value.exit_code == 2


ALLOWED = {
    "constants with the same name": (
        {"a.py": "SIZE = 2\n", "main.py": "import a\nSIZE = 3\nprint(SIZE, a.SIZE)\n"},
        "print(_main_SIZE, _a_SIZE)",
    ),
    "a local variable with the name of a function elsewhere": (
        {"a.py": "def size():\n    pass\n",
         "main.py": "import a\ndef f(size):\n    return size, a.size()\n"},
        "def f(_a):\n    return (_a, A())",
    ),
    "a local variable with the name of a module": (
        {"a.py": "SIZE = 2\n", "main.py": "import a\ndef f(a):\n    return a.SIZE\n"},
        "def f(a):\n    return a.SIZE",
    ),
    "an attribute with a private name": (
        {"main.py": "_x = []\nclass C:\n    _x = 1\n    def f(self):\n        return self._x, _x\n"},
        "_x = 1\n    # from main.py:4\n    def f(self):\n        return (self._x, _main__x)",
    ),
    "private attributes of other objects of the module": (
        {"main.py": "class C:\n    def f(self, other):\n        self._n, self._m = other._m, other._n\n"},
        "# A is _m, B is _n\n\n# from main.py:1\nclass C:\n    # from main.py:2\n"
        "    def f(self, _a):\n        self.B, self.A = (_a.A, _a.B)",
    ),
    "a short name that is taken": (
        {"main.py": "class C:\n    A = 1\n    def f(self):\n        self._n = self.A\n"},
        "self.B = self.A",
    ),
    "private methods": (
        {"main.py": "class C:\n    def f(self):\n        self._m()\n        self._m()\n"
         "    def _m(self):\n        pass\n"},
        "    def f(self):\n        self.A()\n        self.A()\n    # from main.py:5, _m\n    def A(self):",
    ),
    "private methods that are called once": (
        {"main.py": "class C:\n    def f(self):\n        self._m(1)\n"
         "    def _m(self, x):\n        print(x)\n"},
        "    def f(self):\n        x = 1\n        print(x)\n",
    ),
    "a private attribute of what is not joined": (
        {"main.py": "import sys\nprint(sys.implementation._machine)\n"},
        "print(sys.implementation._machine)",
    ),
    "parameters that calls may name, and those of what has scopes inside": (
        {"main.py": "def f(first, second):\n    _a = first\n    return _a, second\n"
         "def g(third):\n    return [third for i in f(1, second=2)]\n"},
        "def f(_b, second):\n    _a = _b\n    return (_a, second)\n"
        "# from main.py:4\ndef g(third):\n    return [third for i in f(1, second=2)]",
    ),
    "functions that nothing names": (
        {"a.py": "def f():\n    g()\ndef g():\n    f()\ndef h():\n    pass\n",
         "main.py": "from a import f, h\nh()\ndef k():\n    pass\n"},
        "# module a\n\n# from a.py:5\ndef h():\n    pass\n\n# module main\n\nh()\n"
        "# from main.py:3\ndef k():\n    pass",
    ),
    "a comprehension with a private name": (
        {"main.py": "_x = []\ny = [_x for _x in range(3)] + _x\n"},
        "y = [_x for _x in range(3)] + _main__x",
    ),
    "a variable of the module": (
        {"main.py": "_n = 0\ndef f():\n    global _n\n    _n = 1\n"},
        "_main__n = 0\n# from main.py:2\ndef f():\n    global _main__n\n    _main__n = 1",
    ),
    "an import in a function": (
        {"main.py": "def f():\n    import gc\n    gc.collect()\n"},
        "    import gc\n",
    ),
    "what is imported by way of another": (
        {"a.py": "SIZE = 2\n", "b.py": "from a import SIZE\n", "main.py": "from b import SIZE\nn = [SIZE]\n"},
        "n = [_a_SIZE]",
    ),
    "a block of which nothing remains": (
        {"main.py": "def f(n):\n    for i in range(n):\n        'nothing'\n"},
        "for i in range(n):\n        pass",
    ),
    "a lambda": (
        {"main.py": "_x = []\nf = lambda _x, y=_x: _x\n"}, "f = lambda _x, y=_main__x: _x"),
}  # fmt: skip


@pytest.mark.parametrize("case", ALLOWED)
def test_what_can_be_joined(case: str, tmp_path: Path) -> None:
    files, part = ALLOWED[case]
    assert part in joined(tmp_path, files).text


UNUSED = {
    "main.py": "from m import A\ndef run():\n    A().wanted()\ndef idle():\n    A().spare()\n",
    "m.py": """
class A:
    def __init__(self):
        self.x = getattr(self, "told")
    def wanted(self):
        return self
    def told(self):
        return self
    def spare(self):
        return self.further() + only_there()
    def further(self):
        return 2
def only_there():
    return 3
class B(A):
    def alone(self):
        return 4
class C:
    def kept(self):
        return B().kept
""",
}


def test_what_nothing_names_is_left_out(tmp_path: Path) -> None:
    text = joined(tmp_path, UNUSED, started=("run",)).text
    assert not re.search(r"return \d|idle|spare", text)
    assert text.count("def ") == 5


def test_what_may_be_started_is_not(tmp_path: Path) -> None:
    assert sorted(re.findall(r"return (\d)", joined(tmp_path, UNUSED).text)) == ["2", "3", "4"]


def test_machine_code_only_where_it_works(tmp_path: Path) -> None:
    text = """class C:
    def __init__(self):
        pass
    def forever(self):
        while True:
            self.once()
    def until(self):
        while True:
            return 1
    def once(self):
        def inner():
            pass
"""
    for native, names in (("main", ["until", "once"]), ("main.once", ["once"]), ("main.forever", [])):
        lines = joined(tmp_path, {"main.py": text}, (native,)).text.splitlines()
        marked = [after for before, after in pairwise(lines) if "@micropython.native" in before]
        assert [line.strip() for line in marked] == [f"def {name}(self):" for name in names]


def touches(seed: int) -> Trace:
    """Contacts and buttons at random."""
    rng = random.Random(seed)
    events = []
    for us in sorted(rng.sample(range(1000, 3_000_000), 60)):
        point = rng.choice(("d3", "e3", "f3", "e2", "e4", "a1", "c3"))
        if rng.random() < 0.15:
            events.append(TraceEvent(us, "button", rng.choice(("turn", "menu")), rng.randrange(2)))
        else:
            events.append(TraceEvent(us, "contact", point, rng.randrange(2)))
    return Trace(FULL, tuple(events), 3_000_000)


def held(at_s: float, name: str, for_s: float) -> list[TraceEvent]:
    """A button is pressed and let go."""
    times = (at_s, at_s + for_s)
    return [TraceEvent(int(at * 1_000_000), "button", name, 1 - end) for end, at in enumerate(times)]


def composing_and_testing() -> Trace:
    """What is imported for it, and goes, comes again."""
    events = held(1, "turn", 2) + held(4, "menu", 2) + held(8, "turn", 7) + held(17, "turn", 0.1)
    for at, point in ((16.0, "a1"), (17.5, "c1"), (18.0, "d1")):
        events += [TraceEvent(int((at + 0.3 * back) * 1_000_000), "contact", point, back) for back in (0, 1)]
    events += held(19, "menu", 2) + held(22, "turn", 2) + held(25, "menu", 2)
    return Trace(FULL, tuple(sorted(events, key=lambda event: event.us)), 28_000_000)


def test_the_joined_firmware_does_what_the_modules_do(tmp_path: Path) -> None:
    made = join(modules_in(firmware_tree()))
    for part in (made.board, *made.rooms):
        (tmp_path / f"{part.name}.py").write_text(part.text)
    (tmp_path / "main.py").write_text("from board import *\n")
    shutil.copy(firmware_tree() / "config.py", tmp_path)  # the virtual board's wiring is made from it
    rng = random.Random(3)
    game = reference.random_game(rng)
    texts = [move.text for move in game.played]
    traces = [parse(perform(texts, Habits(rng)).text), touches(1), touches(2), composing_and_testing()]
    apart = run_traces(traces, lights=True, raw=True)
    joint = list(run_traces(traces, lights=True, raw=True, firmware=tmp_path))
    assert {Compose, Test} <= {type(event) for _, event in joint[-1].events}, "rooms were entered"
    for expected, found in zip(apart, joint, strict=True):
        assert found.events == expected.events
        assert found.final == expected.final
        assert len(found.events) > 50
