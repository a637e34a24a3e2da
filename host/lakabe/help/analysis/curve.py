"""The evaluation's curve as lines of text."""

from __future__ import annotations

from collections.abc import Sequence

_EIGHTHS = " ▁▂▃▄▅▆▇█"


def curve(shares: Sequence[float], width: int, height: int = 6) -> list[str]:
    """White's share of the points, 0 to 1, as ``height`` lines of at most ``width`` columns, filled below.

    One column is one position, or the mean of several where there are more positions than columns.
    """
    columns = [
        sum(part) / len(part) for first, last in _columns(len(shares), width) for part in [shares[first:last]]
    ]
    levels = [round(8 * height * share) for share in columns]
    return [
        "".join(_EIGHTHS[max(0, min(8, level - 8 * row))] for level in levels)
        for row in range(height - 1, -1, -1)
    ]


def marks(places: Sequence[int], count: int, width: int, sign: str = "^") -> str:
    """A line below the curve of ``count`` positions with ``sign`` at these of them."""
    return "".join(
        sign if any(first <= place < last for place in places) else " "
        for first, last in _columns(count, width)
    )


def _columns(count: int, width: int) -> list[tuple[int, int]]:
    """The positions of each column: from, and up to but without."""
    columns = min(count, max(1, width))
    return [(count * i // columns, count * (i + 1) // columns) for i in range(columns)]
