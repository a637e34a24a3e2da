"""mpremote's part in flashing, in emulated time: the same orders to the board, without its 0.5 s of start."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lakabe.board.programs import Outcome
from pico.rig import PicoRig

PORT = "rig"
CHUNK = 256  # bytes that mpremote writes to a file at once
PATIENCE_MS = 5000
_RAW = b"raw REPL; CTRL-B to exit\r\n>"


class Unplugged(Exception):
    """The board is gone."""


class Mpremote:
    """Runs ``["mpremote", "connect", PORT, ...]`` on a rig; to be given to `lakabe.board.flash`.

    When the power fails it ends as mpremote does when its port vanishes.
    """

    def __init__(self, rig: PicoRig) -> None:
        self._rig = rig

    def __call__(self, arguments: Sequence[str]) -> Outcome:
        program, connect, port, *rest = arguments
        assert (program, connect, port) == ("mpremote", "connect", PORT)
        self._seen = len(self._rig.log())
        self._heard = b""
        try:
            if rest[0] == "resume":
                rest = rest[1:]
                self._enter()
            else:
                self._enter()
                self._rig.write(b"\x04")
                self._until(_RAW)
            return Outcome(0, self._obey(rest), "")
        except Unplugged:
            return Outcome(1, "", "mpremote: the device has been disconnected")

    def _obey(self, words: Sequence[str]) -> str:
        out = b""
        if words[0] == "exec":
            out = self._run(words[1])
        elif words[0] == "reset":
            self._rig.write(b"import machine\nmachine.reset()\n\x04")
            self._until(b"OK")
            return ""
        else:
            assert words[:2] == ["fs", "cp"]
            data = Path(words[2]).read_bytes()
            self._run(f"f=open({words[3].removeprefix(':')!r},'wb')\nw=f.write")
            for begin in range(0, len(data), CHUNK):
                self._run(f"w({data[begin : begin + CHUNK]!r})")
            self._run("f.close()")
        self._rig.write(b"\r\x02")
        return out.decode()

    def _enter(self) -> None:
        """Stop what runs and get the raw prompt."""
        self._rig.write(b"\r\x03\x03")
        self._until(b">>> ")
        self._rig.write(b"\r\x01")
        self._until(_RAW)

    def _run(self, script: str) -> bytes:
        """Run a script; what it prints."""
        self._rig.write(script.encode() + b"\x04")
        out = self._until(b"\x04>")
        out, problem, _ = out.removeprefix(b"OK").split(b"\x04", 2)
        assert not problem, problem.decode()
        return out

    def _until(self, end: bytes) -> bytes:
        """What the board says up to and with ``end``."""
        give_up = self._rig.now + PATIENCE_MS
        while end not in self._heard:
            assert self._rig.now < give_up, f"{end!r} did not come after {self._heard!r}"
            self._heard += self._rig.receive(100)
            if any(event["kind"] == "power-cut" for event in self._rig.log(self._seen)):
                raise Unplugged
        found, _, self._heard = self._heard.partition(end)
        return found + end
