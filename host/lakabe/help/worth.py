"""What a position is worth to a side, as engines say it: proven, or an estimate."""

from __future__ import annotations

import math
from dataclasses import dataclass

DEGREES = ((30, "even"), (80, "slightly better"), (180, "better"), (350, "much better"))
"""Estimates up to so many centipoints, and what they are called; beyond, it is nearly won."""

CERTAIN = 10_000
"""Centipoints beyond any estimate: the engine says so of endings that are won unless R11 comes first."""


@dataclass(frozen=True)
class Worth:
    """What a position is worth to the side to move.

    ``kind`` is ``win``, ``loss`` or ``draw`` where that is proven, with ``plies`` to the end of a won or lost
    game, or ``cp``: an estimate of ``centipoints``, where 100 is a chance of e : 1.
    """

    kind: str
    centipoints: int = 0
    plies: int = 0

    @classmethod
    def parse(cls, text: str) -> Worth | None:
        """From the words after ``score`` in the engines' protocol; None for what is none."""
        kind, _, number = text.partition(" ")
        if kind == "draw":
            return cls("draw")
        if not number.removeprefix("-").isdecimal():
            return None
        if kind == "cp":
            return cls("cp", centipoints=int(number))
        return cls(kind, plies=int(number)) if kind in ("win", "loss") and int(number) >= 0 else None

    def __str__(self) -> str:
        """As the protocol has it."""
        if self.kind == "cp":
            return f"cp {self.centipoints}"
        return self.kind if self.kind == "draw" else f"{self.kind} {self.plies}"

    @property
    def proven(self) -> bool:
        """Whether it is certain, and not an estimate."""
        return self.kind != "cp"

    @property
    def certain(self) -> bool:
        """Whether it is proven, or would be without the draws of R11."""
        return self.proven or abs(self.centipoints) >= CERTAIN

    @property
    def moves(self) -> int:
        """The winner's moves to the end of a won or lost game, at most."""
        return (self.plies + 1) // 2

    @property
    def degree(self) -> tuple[int, str]:
        """What it is called: who is ahead, 1 the side to move, -1 the other, 0 nobody; and by how much."""
        if self.kind == "draw":
            return 0, "draw"
        ahead = 1 if self.kind == "win" or self.centipoints > 0 else -1
        if self.certain:
            return ahead, "wins" if self.proven else "wins unless R11"
        size = abs(self.centipoints)
        degree = next((words for most, words in DEGREES if size < most), "nearly winning")
        return (0 if degree == "even" else ahead), degree

    @property
    def share(self) -> float:
        """The share of the points that the side to move can expect, 0 to 1: a win is 1, a draw 0.5."""
        if self.kind == "cp":
            return 1 / (1 + math.exp(-max(-CERTAIN, min(CERTAIN, self.centipoints)) / 100))
        return {"win": 1.0, "draw": 0.5, "loss": 0.0}[self.kind]

    def before(self) -> Worth:
        """This as the side sees it whose move led here: turned round, and one move further from the end."""
        if self.kind == "cp":
            return Worth("cp", centipoints=-self.centipoints)
        if self.kind == "draw":
            return self
        return Worth("loss" if self.kind == "win" else "win", plies=self.plies + 1)

    def rank(self) -> tuple[int, int]:
        """Sorts worths, the best first: quick wins, estimates and draws, slow losses."""
        if self.kind == "win":
            return 0, self.plies
        if self.kind == "loss":
            return 2, -self.plies
        return 1, -self.centipoints
