"""Where the tests find their data, on CPython and on MicroPython."""


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
