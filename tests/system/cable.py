"""A cable whose faults strike lines: those of a number that is drawn."""

from __future__ import annotations

FAULTS = ("lost", "doubled", "swapped", "late", "damaged", "cut")
"""What happens to a line: ``cut`` pulls the cable in the middle of it; ``swapped``, it comes after the next
one; ``late``, it comes first on the next connection."""


class Way:
    """One direction. ``passed``: the lines that have gone in, ``struck``: those that faults have met."""

    def __init__(self) -> None:
        self.passed = self.struck = 0
        self._faults: dict[int, str] = {}
        self._late = b""
        self._rest = b""
        self._held = b""

    def strike(self, fault: str, lines: int) -> None:
        """Let this happen to a line, after so many."""
        self._faults[self.passed + lines] = fault

    def mend(self) -> None:
        """Nothing more happens."""
        self._faults.clear()
        self._late = b""

    def plug(self) -> None:
        """A connection begins."""
        self._rest = self._held = b""

    def carry(self, data: bytes) -> tuple[bytes, bool]:
        """What arrives of ``data``, and whether the cable has been pulled."""
        out, self._late = self._late, b""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            whole = line + b"\n"
            fault = self._faults.pop(self.passed, "")
            self.passed += 1
            self.struck += fault != ""
            if fault == "cut":
                return out + whole[: len(whole) // 2], True
            if fault == "late":
                self._late = whole
            elif fault == "swapped":
                self._held = whole
            elif fault != "lost":
                if fault == "damaged":
                    middle = len(whole) // 2
                    whole = whole[:middle] + bytes([whole[middle] ^ 1]) + whole[middle + 1 :]
                out += whole * (2 if fault == "doubled" else 1) + self._held
                self._held = b""
        return out, False
