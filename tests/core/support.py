"""Where the tests find their data, on CPython and on MicroPython, and how much of it each of them takes."""

import sys

COARSE = 7 if sys.implementation.name == "micropython" else 1
"""Of what CPython tries in full, MicroPython, some ten times slower, takes each so manieth."""


def vector(name):
    """The text of the file ``name`` in ``tests/vectors``."""
    beside = __file__.rsplit("/", 1)[0] + "/../vectors/"  # CPython, from wherever it was started
    for folder in (beside, "vectors/"):  # MicroPython is started in tests/
        try:
            with open(folder + name) as file:
                return file.read()
        except OSError:
            continue
    raise OSError("there is no tests/vectors/" + name)


def some(items):
    """As a list: on CPython all of them; on MicroPython each seventh, or all where there are fewer."""
    found = list(items)
    return found[COARSE - 1 :: COARSE] or found
