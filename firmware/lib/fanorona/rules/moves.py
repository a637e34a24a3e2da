"""Complete moves (R12), played one after another or counted, and what a single step leads to and takes.

The board does without this module: it searches in portions (``walk``). Nothing here creates an object once
the module is loaded.
"""

from fanorona.rules.geometry import NEXT, NONE, POINTS
from fanorona.rules.rules import (
    APPROACH,
    DEBTOR,
    EMPTY,
    PAIKA,
    PLACING,
    WALL,
    WITHDRAWAL,
    Position,
    step_between,
)
from fanorona.rules.steps import AHEAD, BEHIND, FIRST, FROM, STEPS, TO, WAY

TYPE_CHECKING = False
if TYPE_CHECKING:
    Steps = list[tuple[int, int, int, int, bytes, bytes, "Steps"]]

_stones = bytearray(POINTS)


def _line(p: int, d: int) -> bytes:
    """The points from ``p`` on in direction ``d``."""
    line = []
    while p != NONE:
        line.append(p)
        p = NEXT[p * 8 + d]
    return bytes(line)


def _steps_into() -> "tuple[Steps, ...]":
    steps: Steps = []
    for s in range(STEPS):
        x = AHEAD[s]
        y = BEHIND[s]
        steps.append((FROM[s], TO[s], x, y, _line(x, WAY[s]), _line(y, WAY[s] ^ 4), []))
    into: tuple[Steps, ...] = tuple([[] for _ in range(POINTS)])
    for s in range(STEPS):
        q = TO[s]
        into[q].append(steps[s])
        for t in range(FIRST[q], FIRST[q + 1]):
            if (WAY[t] ^ WAY[s]) & 3:
                steps[s][6].append(steps[t])
    return into


_INTO = _steps_into()
"""The steps that lead to each point, as ``count`` needs them.

Of a step: the point it leaves and the one it leads to; the point ahead of it and the one behind it, or
``NONE`` (``steps``); these again with all that follow on the line; and the steps with which a chain can go
on, those that lead off the line (R7, R8).
"""


def destinations(position: Position, p: int, out: bytearray) -> int:
    """Set ``out[q]`` to the mask of kinds with which stone ``p`` may step to ``q`` (R2-R8), else 0.

    Returns how many destinations there are; none when ``p`` is not a stone that may move now.
    """
    for q in range(POINTS):
        out[q] = 0
    n = 0
    for s in range(FIRST[p], FIRST[p + 1]):
        kinds = position.kinds(s)
        if kinds:
            out[TO[s]] = kinds
            n += 1
    return n


def takes(position: Position, p: int, q: int, kind: int, out: bytearray) -> int:
    """Add ``kind`` to ``out[x]`` for each stone that the step ``p``-``q`` would take (R3, R4).

    Returns how many. ``out`` is not cleared. The step must be possible on the lines; a paika takes none.
    """
    if kind == PAIKA:
        return 0
    s = step_between(p, q)
    x = p
    d = WAY[s] ^ 4
    if kind == APPROACH:
        x = q
        d ^= 4
    n = position.run(x, d)
    for _ in range(n):
        x = NEXT[x * 8 + d]
        out[x] |= kind
    return n


def first_move(position: Position) -> bool:
    """Play the first complete move, or the first continuation of the move in progress.

    True: the steps are played on ``position``, the turn is not ended; ``next_move`` goes on from there.
    False: there is none and nothing has changed.
    """
    if position.steps:
        return _play(position, FIRST[position.stone] * 2, FIRST[position.stone + 1])
    if position.phase > DEBTOR and not position.movable(_stones):
        return False
    if position.phase == PLACING:
        return position.stone == NONE and _place(position, 0)
    return _play(position, 0, STEPS)


def next_move(position: Position, floor: int = 0) -> bool:
    """Replace the steps of this turn by those of the next complete move, depth first.

    ``floor`` is the number of steps that stood when ``first_move`` was called; these stay. After False the
    position is as it was then. A move comes before its continuations.
    """
    if position.phase == PLACING:
        p = position.stone  # take back Position.place, which the board never does
        position.board[p] = EMPTY
        position.stones[position.turn] -= 1
        position.stone = NONE
        return _place(position, p + 1)
    if first_move(position):
        return True
    while position.steps > floor:
        last = position.steps - 1
        s = position.step_number(last)
        code = s * 2 + 2 if position.step_kind(last) == WITHDRAWAL else s * 2 + 1
        position.back()
        if _play(position, code, FIRST[FROM[s] + 1] if position.steps else STEPS):
            return True
    return False


def _place(position: Position, first: int) -> bool:
    """Place a stone on the first empty point from this one on, if there is one."""
    p = position.board.find(EMPTY, first)
    if p >= 0:
        position.place(p)
    return p >= 0


def _play(position: Position, code: int, end: int) -> bool:
    """Play the first legal step from this code on and before step number ``end``, if there is one.

    The code of a step is its number * 2, plus 1 for withdrawal.
    """
    board = position.board
    turn = position.turn
    origin = FROM
    to = TO
    for s in range(code >> 1, end):
        if board[to[s]] == EMPTY and board[origin[s]] == turn:
            kinds = position.kinds(s)
            if s * 2 < code:
                kinds &= WITHDRAWAL
            if kinds:
                # The lowest of them: approach before withdrawal.
                position.play_step(s, kinds & -kinds)
                return True
    return False


def count(position: Position) -> int:
    """How many complete moves there are. Asked at the beginning of a turn.

    None where the creditor of a vela has lost because every step would (V5).
    """
    phase = position.phase
    board = position.board
    turn = position.turn
    enemy = 3 - turn
    captures = 0
    # Every move begins with a step to an empty point, and there are few while there are many stones.
    q = board.find(EMPTY)
    while q >= 0:
        for p, _, x, y, ahead, behind, onward in _INTO[q]:
            if board[p] == turn:
                if board[x] == enemy:
                    captures += 1 if phase else _chains(board, enemy, q, ahead, onward)
                if board[y] == enemy:
                    captures += 1 if phase else _chains(board, enemy, q, behind, onward)
        q = board.find(EMPTY, q + 1)
    if phase == DEBTOR:
        return captures
    if phase:
        n = position.movable(_stones)
        return n if phase == PLACING else _paikas(board, turn) if n else 0
    return captures or _paikas(board, turn)


def _paikas(board: bytearray, turn: int) -> int:
    """How many steps lead from stones of the side to move to empty points."""
    n = 0
    q = board.find(EMPTY)
    while q >= 0:
        for s in range(FIRST[q], FIRST[q + 1]):
            n += board[TO[s]] == turn
        q = board.find(EMPTY, q + 1)
    return n


def _chains(board: bytearray, enemy: int, q: int, line: bytes, onward: "Steps") -> int:
    """How many chains step onto ``q`` now and take from ``line``: that stop there, or go on.

    On ``board`` the moving stone stays where it stood when the turn began; a point that it steps on is walled
    up for as long as that counts (R7).
    """
    n = 1
    taken = 0
    for _, r, x, y, ahead, behind, further in onward:
        # What the step onto q takes may stand until a chain goes on: it lies on the line that these lead off.
        if not board[r]:  # EMPTY
            approach = board[x] == enemy
            if approach or board[y] == enemy:
                if not taken:
                    board[q] = WALL
                    for z in line:
                        if board[z] != enemy:
                            break
                        board[z] = EMPTY
                        taken += 1
                if approach:
                    n += _chains(board, enemy, r, ahead, further)
                if board[y] == enemy:
                    n += _chains(board, enemy, r, behind, further)
    if taken:
        board[q] = EMPTY
        while taken:
            taken -= 1
            board[line[taken]] = enemy
    return n


def perft(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` complete moves ``position`` has; it is left as it was.

    The last moves are counted without being played.
    """
    if depth == 0:
        return 1
    if depth == 1:
        return count(position)
    n = 0
    found = first_move(position)
    while found:
        position.end_turn()
        n += count(position) if depth == 2 else perft(position, depth - 1)
        position.back_turn()
        found = next_move(position)
    return n
