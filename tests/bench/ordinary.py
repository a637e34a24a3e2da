"""What is timed of the ordinary game (R) by any version of the rules. Runs on CPython and on MicroPython."""

from fanorona.rules import notation

DEPTH = 4
RUNS = 9


def parsed(games):
    """Games as lists of moves (N1) -> lists of moves, each a list of steps."""
    return [[list(notation.parse_steps(text)) for text in game] for game in games]


def walk(moves, position, games):
    """Find every complete move before each move of the games, and play that; how many were found."""
    count = 0
    for game in games:
        position.start()
        for steps in game:
            more = moves.first_move(position)
            while more:
                count += 1
                more = moves.next_move(position)
            for p, q, kind in steps:
                position.play(p, q, kind)
            position.end_turn()
            position.forget()
    return count


def best(versions, games, clock):
    """Of each version (its modules ``moves`` and ``rules``): what perft counts, the fewest units of ``clock``
    that it takes, and the same of the walk. The versions take turns, so that the same things befall them.
    """
    found = [[0, 1 << 29, 0, 1 << 29] for _ in versions]
    for _ in range(RUNS):
        for row, (moves, rules) in zip(found, versions):  # noqa: B905  MicroPython knows no strict
            began = clock()
            row[0] = moves.perft(rules.Position(), DEPTH)
            row[1] = min(row[1], clock() - began)
            position = rules.Position(rules.MOVE_LOG)
            began = clock()
            row[2] = walk(moves, position, games)
            row[3] = min(row[3], clock() - began)
    return found
