"""The course as the board has it: ``fanorona/modes/course.py``, written from ``course.txt``.

``python -m tools.lessons.pack`` writes it. A lesson is a record of bytes, and the course all of them:

=========  ==================================================================================
0          bytes that follow in this record
1          1 Black moves first, 2 the first move is a reply, 16 * the variant
2 to 10    the position, five points a byte: a1 * 81 + b1 * 27 + c1 * 9 + d1 * 3 + e1
11         letters of the name, which follow
then       for each line the number of its moves, and each move as in ``game.Record``
=========  ==================================================================================
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import BLACK, Position
from lakabe.lessons.course import Lesson, course
from tools.lessons.check import played

HEAD = '''"""The course of lessons, packed by ``tools.lessons.pack``, which says how; not written by hand."""

from fanorona.compat import const

COUNT = const({count})
COURSE = (
{lines})
"""The records of the lessons, in their order."""
'''
_WIDTH = 24


def source(lessons: Sequence[Lesson]) -> str:
    """The text of ``fanorona/modes/course.py``."""
    lines = []
    for one in lessons:
        data = record(one)
        lines += [f'    b"{_text(data[i : i + _WIDTH])}"\n' for i in range(0, len(data), _WIDTH)]
    return HEAD.format(count=len(lessons), lines="".join(lines))


def record(lesson: Lesson) -> bytes:
    """The bytes of a lesson. ValueError where it is too long."""
    position = lesson.start()
    flags = (position.turn == BLACK) + 2 * lesson.lines[0][0].is_reply + 16 * position.variant
    name = lesson.name.encode()
    data = bytes([flags, *_board(position), len(name)]) + name
    for line in lesson.lines:
        data += bytes([len(line)])
        position = lesson.start()
        for ply in line:
            position = played(position, ply.text)
            steps = range(position.steps)
            codes = (position.step_way(i) * 8 + position.step_kind(i) for i in steps)
            data += bytes([position.steps, position.step_from(0), *codes])
            position.end_turn()
    return bytes([len(data)]) + data


def _board(position: Position) -> list[int]:
    packed = []
    for p in range(0, POINTS, 5):
        a, b, c, d, e = (colour % 3 for colour in position.board[p : p + 5])  # a wall is written as empty
        packed.append(a * 81 + b * 27 + c * 9 + d * 3 + e)
    return packed


def _text(data: bytes) -> str:
    plain = range(0x20, 0x7F)
    return "".join(chr(one) if one in plain and one not in b'"\\' else f"\\x{one:02x}" for one in data)


def place() -> Path:
    """Where the board's course lies in a checkout."""
    from fanorona import modes

    return Path(modes.__file__).parent / "course.py"


if __name__ == "__main__":
    place().write_text(source(course()), encoding="utf-8")
