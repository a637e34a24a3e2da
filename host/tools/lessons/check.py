"""Whether what the course says of its positions is true: by rules, tables and a search down to them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fanorona.rules import notation
from fanorona.rules.moves import first_move, next_move
from fanorona.rules.rules import APPROACH, EMPTY, MOVE_LOG, PAIKA, WITHDRAWAL, Position
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, TO, WAY
from lakabe.engine.bitboard import capturers, from_position
from lakabe.engine.moves import results
from lakabe.engine.tables.store import Tables
from lakabe.games import pgn
from lakabe.lessons.course import Lesson
from tools.lessons.proof import DRAWN, LOST, WON, Prover

PLIES = 8
"""How far beyond the tables a proof may have to go."""

Result = tuple[int, int]
"""What a move leads to: own and enemy stones as the mover sees them."""


@dataclass
class Finding:
    """What was found of a lesson: ``faults`` is empty where all it says is true."""

    lesson: Lesson
    faults: list[str]
    moves: int
    """Legal moves where the learner moves first, other ways to one position not counted."""
    right: tuple[str, ...]
    nodes: int
    """Positions that were searched beyond the tables."""

    @property
    def proof(self) -> str:
        """What the goal was proven by: ``rules``, ``tables``, or ``search``, down to the tables."""
        if self.lesson.goal in ("only", "most", "safe", "over", "opening", "leaves"):
            return "rules"
        return "search" if self.nodes else "tables"


def check(lesson: Lesson, tables: Tables) -> Finding:
    """Prove the goal wherever the learner moves in the lines, and what the lesson shows in the first move.

    ``tables`` know ``proof.STONES`` stones or more. A lesson is proven by itself, whatever was before it.
    """
    faults: list[str] = []
    prover = Prover(tables)
    first: tuple[Position, set[str]] | None = None
    for before, right, reply in _turns(lesson):
        if first is None:
            first = before, right
        faults += _goal(lesson, before, right, reply, prover)
    assert first is not None
    before, right = first
    for text in sorted(right):
        for word in lesson.shows:
            if word in LOSING:
                if not _all_lose(before, LOSING[word](before, text), prover):
                    faults.append(f"{text} does not show {word}")
            elif word == "third-time":
                if not _stands_a_third_time(lesson):
                    faults.append("no line ends with a position for the third time")
            elif word not in SHOWN:
                faults.append(f"nobody knows what {word} is")
            elif not SHOWN[word](before, text):
                faults.append(f"{text} does not show {word}")
    faults += _replies(lesson, prover)
    return Finding(lesson, faults, len(_results(before)), tuple(sorted(right)), prover.nodes)


def _turns(lesson: Lesson) -> list[tuple[Position, set[str], str]]:
    """Every position in which the learner moves, the right moves there, and the reply that led to it."""
    found: dict[tuple[str, ...], tuple[Position, set[str], str]] = {}
    for line in lesson.lines:
        for i, ply in enumerate(line):
            if not ply.is_reply:
                path = tuple(one.text for one in line[:i])
                if path not in found:
                    found[path] = _after(lesson, path), set(), path[-1] if path else ""
                found[path][1].add(ply.text)
    return list(found.values())


def _after(lesson: Lesson, path: tuple[str, ...]) -> Position:
    position = lesson.start()
    for text in path:
        notation.play_move(position, text)
        position.end_turn()
        position.forget()
    return position


def _stands_a_third_time(lesson: Lesson) -> bool:
    """Whether each line ends with a position that has stood twice before in it (R11)."""
    for line in lesson.lines:
        stood = [notation.format_position(lesson.start())]
        for i in range(len(line)):
            stood.append(notation.format_position(_after(lesson, tuple(ply.text for ply in line[: i + 1]))))
        if stood.count(stood[-1]) != 3:
            return False
    return True


def _goal(lesson: Lesson, before: Position, right: set[str], reply: str, prover: Prover) -> list[str]:
    """What is wrong with the goal in one position: nothing where these moves reach it and no others."""
    own, enemy = from_position(before)
    accepted = {_result(before, text) for text in right}
    others = [one for one in _results(before) if one not in accepted]
    taken = {one: (enemy & ~one[1]).bit_count() for one in (*accepted, *others)}
    where = notation.format_position(before)
    faults = []
    if lesson.goal == "only":
        faults += [f"{where}: there are other moves"] * bool(others)
    elif lesson.goal == "most":
        least = min(taken[one] for one in accepted)
        faults += [f"{where}: other moves take as many"] * any(taken[one] >= least for one in others)
    elif lesson.goal == "safe":
        faults += [f"{where}: it is not safe"] * any(capturers(b, a) for a, b in accepted)
        faults += [f"{where}: others are safe"] * any(not capturers(b, a) for a, b in others)
    elif lesson.goal == "over":
        faults += [f"{where}: the game goes on"] * any(results(b, a) for a, b in accepted)
        faults += [f"{where}: others end the game"] * any(not results(b, a) for a, b in others)
    elif lesson.goal == "leaves":
        faults += [f"{where}: it leaves nothing"] * any(not _leaves(before, one) for one in accepted)
        faults += [f"{where}: others leave a capture"] * any(_leaves(before, one) for one in others)
    elif lesson.goal == "opening":
        faults += _opening(lesson, right)
    else:
        after = prover.after(own, enemy, PLIES)
        least, most = (WON, DRAWN) if lesson.goal == "win" else (DRAWN, LOST)
        faults += [f"{where}: the goal is not reached"] * any(after[one][0] < least for one in accepted)
        faults += [f"{where}: other moves reach the goal"] * any(after[one][1] > most for one in others)
        if lesson.goal != "win":
            faults += [f"{where}: it even wins"] * any(after[one][1] > DRAWN for one in accepted)
    if lesson.goal == "mirror":
        faults += [f"{where}: {text} is not {reply} turned" for text in right if text != turned(reply)]
    return faults


def _opening(lesson: Lesson, right: set[str]) -> list[str]:
    named = [pgn.opening(lesson.board, [text]) or "no opening" for text in sorted(right)]
    return [f"{one} is not {lesson.name[-2:]}" for one in named if one[:2] != lesson.name[-2:].upper()]


def _replies(lesson: Lesson, prover: Prover) -> list[str]:
    """Replies of a won lesson are the best there are: none holds out longer, as far as the tables know."""
    faults = []
    for line in lesson.lines:
        for i, ply in enumerate(line):
            if ply.is_reply and lesson.goal == "win":
                before = _after(lesson, tuple(one.text for one in line[:i]))
                own, enemy = from_position(before)
                lasts = {one: prover.distance(one[1], one[0]) for one in results(own, enemy)}
                given = lasts[_result(before, ply.text)]
                if given is not None and any(one is not None and one > given for one in lasts.values()):
                    faults.append(f"{ply.text} is not the longest defence")
    return faults


def _results(before: Position) -> list[Result]:
    """The distinct results of all moves, also in the first phase of a vela, unknown to ``results``."""
    if not before.phase:
        return results(*from_position(before))
    return list(dict.fromkeys(from_position(position) for position in _all_played(before)))


def _moves(before: Position) -> list[str]:
    """All moves (N1)."""
    return [notation.format_move(position) for position in _all_played(before)]


def _all_played(before: Position) -> Iterator[Position]:
    """The same position again and again, each time with the next move's steps played."""
    position = Position(MOVE_LOG)
    position.mirror(before)
    more = first_move(position)
    while more:
        yield position
        more = next_move(position)


def _all_lose(before: Position, texts: list[str], prover: Prover) -> bool:
    """Whether these are moves, and whoever plays one of them is proven to lose."""
    after = [_result(before, text) for text in texts]
    return bool(after) and all(prover.bounds(enemy, own, PLIES - 1)[0] == WON for own, enemy in after)


def _leaves(before: Position, after: Result) -> bool:
    """Whether the other side can take a stone then, in the first phase of a vela as ever."""
    own, enemy = after
    return bool(capturers(enemy, own))


def _result(before: Position, text: str) -> Result:
    return from_position(played(before, text))


def played(before: Position, text: str) -> Position:
    """A copy of a position with a move's steps played; the turn is not ended."""
    position = Position(MOVE_LOG)
    position.mirror(before)
    notation.play_move(position, text)
    return position


def turned(text: str) -> str:
    """A move (N1) as it looks from the other side of the board."""
    return "-".join(
        notation.point_name(44 - notation.parse_point(word[:2])) + word[2:] for word in text.split("-")
    )


# What can be seen in a move


def _kinds(before: Position, text: str) -> set[int]:
    position = played(before, text)
    return {position.step_kind(i) for i in range(position.steps)}


def _ways(before: Position, text: str) -> set[bool]:
    """Whether there are diagonal steps (True) and straight ones (False)."""
    position = played(before, text)
    return {abs(position.step_to(i) - position.step_from(i)) not in (1, 9) for i in range(position.steps)}


def _is_choice(before: Position, text: str) -> bool:
    """Whether the first step could take by approach as well as by withdrawal (R5)."""
    p, q = notation.parse_point(text[:2]), notation.parse_point(text[3:5])
    return before.legal(p, q, APPROACH) and before.legal(p, q, WITHDRAWAL)


def _is_barred(before: Position, text: str, by_place: bool) -> bool:
    """Whether the stone would go on taking, were it not for R7 (``by_place``) or R8 alone."""
    position = played(before, text)
    p, enemy, last = position.stone, 3 - position.turn, position.last_way()
    for s in range(FIRST[p], FIRST[p + 1]):
        takes = position.board[AHEAD[s]] == enemy or position.board[BEHIND[s]] == enemy
        if takes and position.board[TO[s]] == EMPTY:
            visited = position.visited[TO[s]] == 1
            if visited == by_place and (WAY[s] == last) != by_place:
                return True
    return False


def _forces(before: Position, text: str) -> bool:
    """Whether the other side has exactly one move then."""
    own, enemy = _result(before, text)
    return len(results(enemy, own)) == 1


def _offers(before: Position, text: str) -> bool:
    """Whether the other side has to take then, more than was taken now."""
    own, enemy = _result(before, text)
    gained = before.stones[3 - before.turn] - enemy.bit_count()
    replies = results(enemy, own)
    return bool(capturers(enemy, own)) and all((own & ~one[1]).bit_count() > gained for one in replies)


def _squeezes(before: Position, text: str) -> bool:
    """Whether nobody can take then, but whatever the other side plays lets the mover take."""
    own, enemy = _result(before, text)
    if capturers(enemy, own) or capturers(own, enemy):
        return False
    return all(capturers(b, a) for a, b in results(enemy, own))


def _shuts_in(before: Position, text: str) -> bool:
    """Whether the other side has stones then, and no move (R10)."""
    own, enemy = _result(before, text)
    return bool(enemy) and not results(enemy, own)


def _is_threatened(before: Position, text: str) -> bool:
    """Whether the other side could take, were it to move now."""
    own, enemy = from_position(before)
    return bool(capturers(enemy, own))


def _is_nearest(before: Position, text: str) -> bool:
    """Whether one stone of a line is taken of which an ordinary step would take more (V3)."""
    ordinary = Position(MOVE_LOG)
    ordinary.load(before.board, before.turn)
    return _taken(before, text) == 1 < _taken(ordinary, text)


def _stones(own: int, enemy: int) -> Callable[[Position, str], bool]:
    def shown(before: Position, text: str) -> bool:
        return tuple(map(int.bit_count, from_position(before))) == (own, enemy)

    return shown


def _taken(before: Position, text: str) -> int:
    enemy = 3 - before.turn
    return before.stones[enemy] - played(before, text).stones[enemy]


def _steps(before: Position, text: str) -> int:
    return played(before, text).steps


SHOWN: dict[str, Callable[[Position, str], bool]] = {
    "approach": lambda before, text: _kinds(before, text) == {APPROACH},
    "chain": lambda before, text: _steps(before, text) > 1,
    "choice": _is_choice,
    "diagonal": lambda before, text: True in _ways(before, text),
    "duty": lambda before, text: before.must_capture(),
    "ends": lambda before, text: not from_position(played(before, text))[1],
    "five-twenty-two": _stones(5, 22),
    "forces": _forces,
    "long-chain": lambda before, text: _steps(before, text) > 2,
    "nearest": _is_nearest,
    "no-return": lambda before, text: _is_barred(before, text, True),
    "offers": _offers,
    "one-line": lambda before, text: _steps(before, text) == 1 and _taken(before, text) > 1,
    "paika": lambda before, text: _kinds(before, text) == {PAIKA},
    "shut-in": _shuts_in,
    "squeezes": _squeezes,
    "stops": lambda before, text: played(before, text).may_go_on(),
    "straight": lambda before, text: _ways(before, text) == {False},
    "three-five": _stones(3, 5),
    "threatened": _is_threatened,
    "turns": lambda before, text: _is_barred(before, text, False),
    "withdrawal": lambda before, text: _kinds(before, text) == {WITHDRAWAL},
}  # fmt: skip
"""What the text of a lesson may point at, and whether a move (N1) of a position has it."""


def _other_ways(before: Position, text: str) -> list[str]:
    """The moves whose first step takes the other way (R5)."""
    other = text[:5] + ("A" if text[5:6] == "W" else "W")  # of a paika, which has none, no move
    return [move for move in _moves(before) if move.startswith(other)]


def _longer(before: Position, text: str) -> list[str]:
    """The moves that go on where this one stops (R6)."""
    return [move for move in _moves(before) if move.startswith(f"{text}-")]


LOSING: dict[str, Callable[[Position, str], list[str]]] = {
    "other-way-loses": _other_ways,
    "more-loses": _longer,
}
"""What the text of a lesson may say of other moves than the right one (N1): that whoever plays them loses."""
