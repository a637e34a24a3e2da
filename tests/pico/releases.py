"""The firmware as it is flashed, and one that a board may have had before."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from lakabe import building
from pico import image

NEW = "0.1.0"
OLD = "0.0.9"


def rooms(files: Mapping[str, bytes]) -> list[str]:
    """The files among these that are imported when somebody wants them."""
    return sorted(path for path in files if building.is_room(f"/{path}"))


def earlier_firmware(only: Collection[str] | None = None) -> dict[str, bytes]:
    """An earlier version that runs, of which every file differs, the rooms' names too, and with one more.

    `only`: the rooms that differ, such as ``telo``; no others may import them.
    """
    files = image.firmware()
    differ = [path for path in rooms(files) if only is None or _room(path) in only]
    digests = {path.rpartition("_")[2].removesuffix(".mpy") for path in differ}

    def earlier(data: bytes) -> bytes:
        for digest in digests:
            data = data.replace(digest.encode(), b"01234567")
        return data.replace(NEW.encode(), OLD.encode())

    return {
        "board.mpy": earlier(files["board.mpy"]),
        "main.py": b"# as it was\n" + files["main.py"],
        "leds.py": b"",
        **{path: files[path] for path in rooms(files) if path not in differ},
        **{f"room_{_room(path)}_01234567.mpy": earlier(files[path]) for path in differ},
    }


def _room(path: str) -> str:
    """What a room is called, whose file is ``room_<name>_<hash>.mpy``."""
    return path.removeprefix("room_").rpartition("_")[0]
