"""The rules as one would first write them, lists of points and new boards: what the core is measured against.

Runs on CPython and on MicroPython.
"""

START = "BBBBBBBBB/BBBBBBBBB/BWBW.BWBW/WWWWWWWWW/WWWWWWWWW"
WAYS = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]


def board_of(text: str) -> list[list[str]]:
    """Rows 5 to 1 with dots -> a list of rows 1 to 5, each a list of nine letters."""
    return [list(row) for row in reversed(text.split("/"))]


def at(board: list[list[str]], x: int, y: int) -> str:
    return board[y][x] if 0 <= x < 9 and 0 <= y < 5 else " "


def lines(x: int, y: int) -> list[tuple[int, int]]:
    return WAYS if (x + y) % 2 == 0 else [way for way in WAYS if 0 in way]


def run_of(board: list[list[str]], x: int, y: int, dx: int, dy: int, enemy: str) -> list[tuple[int, int]]:
    """The points of the unbroken run of enemy stones from (x, y) on (R4)."""
    points = []
    while at(board, x, y) == enemy:
        points.append((x, y))
        x += dx
        y += dy
    return points


def captures(
    board: list[list[str]], x: int, y: int, enemy: str
) -> list[tuple[tuple[int, int], tuple[int, int], list[tuple[int, int]]]]:
    """Every capturing step of the stone on (x, y): (destination, direction, stones taken)."""
    found = []
    for dx, dy in lines(x, y):
        if at(board, x + dx, y + dy) == ".":
            for taken in (
                run_of(board, x + 2 * dx, y + 2 * dy, dx, dy, enemy),
                run_of(board, x - dx, y - dy, -dx, -dy, enemy),
            ):
                if taken:
                    found.append(((x + dx, y + dy), (dx, dy), taken))
    return found


def after(
    board: list[list[str]], start: tuple[int, int], end: tuple[int, int], taken: list[tuple[int, int]]
) -> list[list[str]]:
    new = [list(row) for row in board]
    new[end[1]][end[0]] = new[start[1]][start[0]]
    new[start[1]][start[0]] = "."
    for x, y in taken:
        new[y][x] = "."
    return new


def chains(
    board: list[list[str]],
    point: tuple[int, int],
    enemy: str,
    visited: list[tuple[int, int]],
    last: tuple[int, int] | None,
) -> list[list[list[str]]]:
    """The boards after every non-empty chain with which the stone on `point` can go on."""
    found = []
    for end, way, taken in captures(board, point[0], point[1], enemy):
        if end not in visited and way != last:
            new = after(board, point, end, taken)
            found.append(new)
            found += chains(new, end, enemy, visited + [end], way)  # noqa: RUF005  MicroPython has no [*x]
    return found


def moves(board: list[list[str]], own: str, enemy: str) -> list[list[list[str]]]:
    """The boards after every complete move (R12)."""
    stones = [(x, y) for y in range(5) for x in range(9) if board[y][x] == own]
    found = []
    for stone in stones:
        found += chains(board, stone, enemy, [stone], None)
    if found:
        return found
    for x, y in stones:
        for dx, dy in lines(x, y):
            if at(board, x + dx, y + dy) == ".":
                found.append(after(board, (x, y), (x + dx, y + dy), []))
    return found


def perft(board: list[list[str]], depth: int, own: str = "W", enemy: str = "B") -> int:
    """How many sequences of `depth` complete moves there are; the last are found but not followed."""
    if depth == 0:
        return 1
    if depth == 1:
        return len(moves(board, own, enemy))
    return sum([perft(new, depth - 1, enemy, own) for new in moves(board, own, enemy)])
