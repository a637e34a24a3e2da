"""What the comments of a trace say must come of it, and what came.

`# expect: d3-e3A f4-e5W 1-0`   in every trace: the moves of the last game that stand at the end, and how it
                                ended, if it did; an irregular move (P10) is `--` and the board
Where more than that matters, further comments say it:
`# asks: 2`                     how often the board asks for hands
`# lit: 1750 n:d2`              all lights at that ms, each behind its role letter, in reading order
`# light: 1750 n:d2 .:e3`       the lights of these points
`# told: takeback 1`            in order, all that is reported of games, set-up, moves, questions, results
`# test: try a1`                in order, all that is reported of a self-test, equal lines in a row once
`# final: <position>`           the last position (N2)
"""

from __future__ import annotations

import itertools
from pathlib import Path

from fanorona.rules import notation
from fanorona.rules.geometry import POINTS
from fanorona.rules.rules import EMPTY, Position
from lakabe.board.events import Test
from lakabe.virtual import Run
from lakabe.virtual.report import Record, records
from lakabe.virtual.trace import closed_points, parse, point_number

SIGNS = {"+": "put", "-": "remove", "?": "touch"}
NAMES = [column + row for row in "54321" for column in "abcdefghi"]
KINDS = ("expect", "asks", "lit", "light", "told", "test", "final")


def comments(file: Path, kind: str) -> list[str]:
    """The comments of this kind in a trace, without the word."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [line.removeprefix(f"# {kind}:").strip() for line in lines if line.startswith(f"# {kind}:")]


def expected(file: Path) -> dict[str, list[str]]:
    """What a trace says, by kind of comment."""
    return {kind: found for kind in KINDS if (found := comments(file, kind))}


def course(run: Run, file: Path) -> dict[str, list[str]]:
    """What the comments of a trace should say of this run; the kinds that it has."""
    said = expected(file)
    *events, end = records(run)
    tests = [f"{one.part} {one.detail}".strip() for _, one in run.events if isinstance(one, Test)]
    lights = [(record["t_ms"], record["lights"]) for record in events if record["event"] == "lights"]
    found = {
        "expect": [standing(events, end, shown(file))],
        "asks": [str(sum(record["event"] == "ask" for record in events))],
        "lit": [_frame(lights, comment) for comment in said.get("lit", ())],
        "light": [_points(lights, comment) for comment in said.get("light", ())],
        "told": [line for line in map(told, events) if line],
        "test": [line for line, _ in itertools.groupby(tests)],
        "final": [end["position"]],
    }
    return {kind: found[kind] for kind in said}


def shown(file: Path) -> list[bool]:
    """The contacts at the end of a trace, by point."""
    trace = parse(file.read_text(encoding="utf-8"))
    closed = set(closed_points(trace.start))
    for event in trace.events:
        if event.kind == "contact":
            (closed.add if event.value else closed.discard)(point_number(event.name))
    return [p in closed for p in range(POINTS)]


def standing(events: list[Record], end: Record, contacts: list[bool]) -> str:
    """The moves of the last game that stand at the end, and how it ended, if it did.

    The last of them may be open still, if the contacts show all of it (P1).
    """
    moves: dict[int, str] = {}
    name = ""
    step = ""
    for record in events:
        if record["event"] == "game" and record["game"] != name:
            name = record["game"]
            moves = {}
            step = ""
        elif record["event"] == "step":
            step = record["move"]
        elif record["event"] in ("move", "irregular", "takeback"):
            step = ""
            moves = {ply: text for ply, text in moves.items() if ply < record["ply"]}
            if record["event"] == "move":
                moves[record["ply"]] = record["move"]
            elif record["event"] == "irregular":
                moves[record["ply"]] = f"--{record['position'].split(' ')[0]}"
    texts = [*moves.values()]
    if step:
        position = Position()
        notation.parse_position(end["position"], position)
        notation.play_move(position, step)
        if [colour != EMPTY for colour in position.board[:POINTS]] == contacts:
            texts.append(step)
    return " ".join([*texts, *([] if end["result"] == "*" else [end["result"]])])


def told(record: Record) -> str:
    """One record as the comments have it; empty where they do not speak of such."""
    signs = {point: sign for sign, what in SIGNS.items() for point in record.get(what, ())}
    points = "".join(f" {signs.get(point, '')}{point}" for point in record.get("points", ()))
    match record["event"]:
        case "game":
            return "game"
        case "restored":
            return "restored"
        case "blind":
            return f"blind {record['what']}{points}"
        case "setup":
            return f"setup{points}"
        case "ask":
            return f"ask {record['reason']}{points}"
        case "move":
            return f"move {record['ply']} {record['move']}"
        case "irregular":
            return f"irregular {record['ply']} {record['position']}"
        case "takeback":
            return f"takeback {record['ply']}"
        case "wish":
            return f"wish {record['wish']}"
        case "result":
            return f"result {record['result']} {record['reason']}"
        case "text" | "no" | "bad" | "lost" | "unknown":
            return repr(record)
    return ""


def _at(lights: list[tuple[int, str]], comment: str) -> tuple[str, dict[str, str]]:
    """The time in a comment, and the letter of each point then."""
    at = comment.split()[0]
    letters = [frame for t_ms, frame in lights if t_ms <= float(at)][-1]
    return at, dict(zip(NAMES, letters, strict=True))


def _frame(lights: list[tuple[int, str]], comment: str) -> str:
    at, letters = _at(lights, comment)
    return " ".join([at, *(f"{letter}:{point}" for point, letter in letters.items() if letter != ".")])


def _points(lights: list[tuple[int, str]], comment: str) -> str:
    at, letters = _at(lights, comment)
    return " ".join([at, *(f"{letters[word[-2:]]}:{word[-2:]}" for word in comment.split()[1:])])
