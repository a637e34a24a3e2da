"""Plays a sitting on a board and compares what the board recorded with what the hands meant."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace

import reference
from hands.acts import TURN
from hands.eyes import Ambiguous, Misled
from hands.games import ORDINARY
from hands.plan import Plan
from hands.ply import Ply
from hands.sitting import Sitting
from judge.verdict import judge
from reference import name, picture
from soak.board import SoakBoard, Stopped
from soak.excerpt import BUTTONS, Excerpt, shortest
from soak.tally import Tally

PRESSED_US = 1_000_000
SECOND = "second judge"
SETTLED_MS = 1500
"""After the last touch; by then the board has looked at what has become of a game that is over."""
PATIENCE = 1
"""Turns after which a wrong record has to be corrected."""


@dataclass
class Outcome:
    """What came of one game. `fault` is empty when every move was recorded as it was meant.

    habit: to which it is due (`tally`). position: as the stones stand, where that is not the end.
    moves: as recorded. counts: "legal moves" without illegal play or a reply begun too soon in their turn,
    "asks", turns with one by what cause the players had given ("asked clean", "asked alike": looks like
    another move, P7, or a reply begun too soon, "asked too soon": such a reply, "asked illegal"), "given up"
    for a game that was left, "left moves" for those of it that were compared, and all else that the report
    shows. wide: what the second judge could not list.
    """

    plan: Plan
    fault: str = ""
    ply: int = 0
    habit: str = ""
    position: str = ""
    trace: str = ""
    excerpt: str = ""
    moves: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    remarks: list[str] = field(default_factory=list)
    wide: list[str] = field(default_factory=list)


def play(plan: Plan, keeps_trace: bool = False) -> Outcome:
    """Plays one game; the trace is written down where something went wrong, or always."""
    outcome = Outcome(plan)
    start = reference.parse_position(plan.position)
    board = SoakBoard((start.own | start.enemy) ^ plan.dead)
    if plan.is_loaded:
        board.load(plan.position)
    if plan.game != ORDINARY:
        board.begin(plan.game)
    if plan.lenient:
        board.be_lenient()
    sitting = Sitting(plan, board)
    counts = outcome.counts
    expected: list[frozenset[str]] = []
    fault = ""
    wrong = 0
    tally = Tally(counts)
    asks = restored = 0
    number = before = 0
    try:
        for ply in sitting.play():
            before = sitting.played
            number = before + ply.number
            if ply.before and expected:
                expected[-1] |= ply.before
            if ply.is_anew:
                fault = compare_left(board, expected)
                if fault:
                    break
            if ply.number == 1:
                if wrong:
                    break
                expected.clear()
            counts["cuts"] += ply.is_cut
            if ply.taken_back:
                del expected[-ply.taken_back :]
                counts["takebacks"] += not ply.is_cut
            expected += ply.expected
            counts["moves"] += len(ply.expected)
            counts["legal moves"] += 0 if ply.is_illegal or ply.is_too_soon else len(ply.expected)
            counts["too soon"] += ply.is_too_soon
            counts["irregular"] += ply.lets_stand
            counts["mishaps"] += ply.is_illegal and not ply.taken_back and not ply.is_cut
            tally.take(ply, len(board.asks) > asks)
            if ply.habit:
                asks = len(board.asks)
            if len(board.asks) > asks:
                kind = asked(ply)
                counts[f"asked {kind}"] += 1
                if kind == "clean":
                    outcome.remarks.append(f"{plan.seed} ply {number} asked {board.asks[asks:]}: {ply.note}")
            counts["recoveries"] += board.restored - restored
            asks, restored = len(board.asks), board.restored
            fault = compare(board, expected, sitting.unended)
            wrong = wrong + 1 if fault else 0
            if wrong > PATIENCE:
                break
        else:
            sitting.table.wait(SETTLED_MS)
            fault = compare(board, expected, False) or compare_end(board, sitting)
            if (sitting.darkened or sitting.refused) and not board.refused:
                fault = fault or "does not say what it cannot do without"
        outcome.fault = fault and f"{fault}; {sitting.doing}"
    except Ambiguous:
        # Of the turn that led to this, and the provisional one before it (P3), nobody can say what is right.
        if sitting.played == before:
            fault = compare(board, expected[:-1], sitting.unended, is_left=True)
            counts["left moves"] = len(expected[:-1])
        outcome.fault = fault and f"{fault}; left: {sitting.doing}"
        counts["given up"] += 1
    except (Misled, Stopped) as failure:
        fault = compare(board, expected, sitting.unended)
        outcome.fault = f"{type(failure).__name__}: {failure}; {sitting.doing}; before: {fault or 'nothing'}"
        expected += sitting.meaning
        number = sitting.played + len(sitting.game.played)
    outcome.ply = number
    if sitting.game.result() is None:
        outcome.position = reference.format_position(sitting.game.position)
    if outcome.fault:
        outcome.habit = tally.blame(outcome.fault, sitting)
    counts["games"] = board.games
    counts["of variants"] = board.variants
    counts["ended"] = len(board.results)
    counts["asks"] = len(board.asks)
    counts["events"] = len(sitting.table.events)
    counts["corrected"] = board.corrected
    counts["scans"] = board.steps
    counts["with dead contacts"] = bool(sitting.dead)
    counts["dark lines"] = sitting.darkened
    counts["redrawn"] = sitting.unclean
    outcome.moves = board.moves
    if not counts["given up"]:
        _judge(outcome, sitting, board)
        if outcome.fault and not outcome.habit:
            outcome.habit = tally.blame(outcome.fault, sitting)
    if outcome.fault or keeps_trace:
        outcome.trace = trace(sitting, outcome, expected)
    if outcome.fault and keeps_trace and not outcome.fault.startswith(SECOND):
        outcome.excerpt = excerpt(sitting, outcome, expected)
    return outcome


def play_on(plan: Plan) -> list[Outcome]:
    """Plays one game to its end; where something goes wrong, the host sets up what stands there."""
    outcomes = [play(plan)]
    rest = plan.cap
    while outcomes[-1].fault and outcomes[-1].position and plan.game == ORDINARY:
        rest -= max(1, outcomes[-1].ply)
        if rest <= 0:
            break
        last = outcomes[-1]
        outcomes.append(play(replace(plan, seed=f"{last.plan.seed}+", position=last.position, cap=rest)))
    return outcomes


def _judge(outcome: Outcome, sitting: Sitting, board: SoakBoard) -> None:
    """Add what the second judge says, who has not seen what the hands meant."""
    table = sitting.table
    verdict = judge(table.start, table.events, board.told, table.failed)
    outcome.counts += Counter({f"{SECOND}: {name}": count for name, count in verdict.counts.items()})
    outcome.wide = [f"game {outcome.plan.seed}, {window}" for window in verdict.wide]
    found = verdict.faults or [f"asked, {text}" for text in verdict.asked] or ["nothing to object"]
    said = f"{SECOND}: {found[0]}"
    if outcome.fault:
        outcome.fault += f"; {said}"
    elif verdict.faults:
        outcome.fault = said
        outcome.ply = verdict.ply


def asked(ply: Ply) -> str:
    """What cause the players had given for a question."""
    if ply.is_illegal:
        return "illegal"
    if ply.is_too_soon:
        return "too soon"
    return "alike" if ply.may_ask else "clean"


def compare(board: SoakBoard, expected: list[frozenset[str]], unended: bool, is_left: bool = False) -> str:
    """What the board recorded otherwise than it was meant; an open move may still be unrecorded.

    Of a game that is left there may be more, of the turn in which that happened.
    """
    for n, (text, meant) in enumerate(zip(board.moves, expected, strict=False), 1):
        if text not in meant:
            return f"ply {n}: {text}, not {' or '.join(sorted(meant))}"
    if len(board.moves) > len(expected) and not is_left:
        return f"{len(board.moves)} moves, not {len(expected)}"
    if len(board.moves) < len(expected) - unended:
        return f"only {len(board.moves)} moves, not {len(expected)}"
    return ""


def compare_left(board: SoakBoard, expected: list[frozenset[str]]) -> str:
    """What is kept of a game that was broken off for another: all of it, also a last move that was open."""
    if not board.finished:
        return "no other game has begun"
    left = board.finished[-1]
    if any(text not in meant for text, meant in zip(left, expected, strict=False)):
        return f"of the game that was left {' '.join(left)} is kept"
    if len(left) != len(expected):
        return f"{len(left)} moves are kept of the game that was left, not {len(expected)}"
    return ""


def compare_end(board: SoakBoard, sitting: Sitting) -> str:
    """How the games ended."""
    return "" if board.results == sitting.results else f"results {board.results}, not {sitting.results}"


def excerpt(sitting: Sitting, outcome: Outcome, expected: list[frozenset[str]]) -> str:
    """The last turns that go wrong alone, as a trace; empty where none do, or none can be loaded."""
    if sitting.game.name != ORDINARY or sitting.dead or outcome.plan.lenient:
        return ""
    events = sitting.table.events
    if sitting.unended:  # what stands open is recorded then
        pressed = sitting.table.now + PRESSED_US
        events = [*events, (pressed, TURN, True), (pressed + PRESSED_US // 10, TURN, False)]
    whole = Excerpt(sitting.begun, events, expected)
    begins = [(us, position, len(expected) - played) for us, position, played in sitting.started]
    found = shortest(whole, begins)
    return found.trace(f"{outcome.habit}: {outcome.fault}") if found else ""


def trace(sitting: Sitting, outcome: Outcome, expected: list[frozenset[str]]) -> str:
    """The sitting so far as a reed trace (docs/traces.md), with what was expected in comments."""
    table = sitting.table
    lines = ["lakabe-trace 1", f"# {outcome.plan}", f"# {outcome.fault}"]
    lines.append(f"# expect: {' '.join('|'.join(sorted(meant)) for meant in expected)}".rstrip())
    lines.append(f"# final: {reference.format_position(sitting.game.position)}")
    lines.append(f"start {picture(table.start)}")
    if outcome.plan.is_loaded:
        lines.append(f"0 load {outcome.plan.position}")
    if outcome.plan.game != ORDINARY:
        lines.append(f"0 new {outcome.plan.game}")
    if outcome.plan.lenient:
        lines.append("0 level 0")
    for us, point, closed in table.events:
        what = BUTTONS.get(point) or name(point)
        lines.append(f"{us // 1000}.{us % 1000:03d} {what} {int(closed)}")
    lines.append(f"{-(-table.now // 1000) + 2000} end")
    return "\n".join(lines) + "\n"
