"""Matches (M1 to M11), judged by a course that is told the other way round: as loops, without any state."""

from fanorona.rules.game import ABANDONED, BLACK_WINS, DRAWN, UNFINISHED, WHITE_WINS
from fanorona.rules.match import (
    CHAMPIONSHIP,
    CREDITOR_FIRST,
    DRAW_LIFTS,
    FIRST_MOVES,
    KINDS,
    NOBODY,
    ONE_VELA,
    SESSION_3,
    SESSION_5,
    SINGLE,
    SIZE,
    Match,
)
from fanorona.rules.moves import first_move, next_move
from fanorona.rules.notation import format_move
from fanorona.rules.rules import START, TSIVY, VELA, VELA_CREDITOR, WHITE, Position

ORDINARY = {SINGLE: 1, SESSION_3: 3, SESSION_5: 5, CHAMPIONSHIP: 10}
RESULTS = (WHITE_WINS, BLACK_WINS, DRAWN)
LETTERS = {"1": WHITE_WINS, "0": BLACK_WINS, "=": DRAWN, "*": ABANDONED}


def course(kind, options, points):
    """Yields what is played next: variant, White, opening; is sent results; counts ``points``."""
    for n in range(ORDINARY[kind]):
        if kind in (SESSION_3, SESSION_5) and abs(points[0] - points[1]) > ORDINARY[kind] - n:
            return
        first = n % 2
        result = yield TSIVY, first, n // 2 + 1 if kind == CHAMPIONSHIP else 0
        if result == DRAWN:
            continue
        creditor = first if result == WHITE_WINS else 1 - first
        points[creditor] += 1
        debtor = 1 - creditor
        while kind != SINGLE:
            if options & CREDITOR_FIRST:
                result = yield VELA_CREDITOR, creditor, 0
                winner = None if result == DRAWN else creditor if result == WHITE_WINS else debtor
            else:
                result = yield VELA, debtor, 0
                winner = None if result == DRAWN else debtor if result == WHITE_WINS else creditor
            if kind == CHAMPIONSHIP and winner is not None:
                points[winner] += 1
            if winner == debtor or options & ONE_VELA or (winner is None and options & DRAW_LIFTS):
                break


def advance(told, result=None):
    """What the course says is next; None when it is over."""
    try:
        return told.send(result)
    except StopIteration:
        return None


def said(match):
    return None if match.is_over() else (match.variant(), match.white(), match.opening())


def follow(kind, options, results):
    """A match and the course through the same results, compared at each of them; the match at the end."""
    points = [0, 0]
    told = course(kind, options, points)
    match = Match(kind, options)
    expected = advance(told)
    for result in results:
        assert said(match) == expected
        if expected is None:
            break
        match.take(result)
        expected = advance(told, result)
        assert [match.points(0), match.points(1)] == points
    assert said(match) == expected
    assert match.leader() == (NOBODY if points[0] == points[1] else points.index(max(points)))
    return match


def every(kind, options, depth):
    """All sequences of that many results."""
    for n in range(3**depth):
        results = []
        for _ in range(depth):
            results.append(RESULTS[n % 3])
            n //= 3
        follow(kind, options, results)


def test_every_single_game():
    every(SINGLE, 0, 2)


def test_every_beginning_of_a_session():
    for options in range(8):
        every(SESSION_3, options, 5)
        every(SESSION_5, options, 4)


def test_every_beginning_of_a_championship():
    for options in range(8):
        every(CHAMPIONSHIP, options, 4)


def test_long_matches():
    seed = 1
    for n in range(160):
        results = []
        for _ in range(60):
            seed = (seed * 1103515245 + 12345) & 0x3FFFFFFF
            results.append(RESULTS[(0, 1, 0, 1, 2)[(seed >> 16) % 5]])
        follow(SESSION_5 if n & 1 else CHAMPIONSHIP, n >> 1 & 7, results)


def told(kind, options, letters):
    """A line a game: n.v White's player, opening; then the points when all is played, or what comes next."""
    match = Match(kind, options)
    lines = []
    for letter in letters:
        assert not match.is_over()
        lines.append(line(match))
        match.take(LETTERS[letter])
    lines.append("over" if match.is_over() else line(match))
    lines.append("%d-%d" % (match.points(0), match.points(1)))
    return lines


def line(match):
    if match.variant() != TSIVY:
        return "%d.%d %s" % (match.played(), match.velas() + 1, "AB"[match.white()])
    opening = " O%d" % match.opening() if match.opening() else ""
    return "%d %s%s" % (match.played() + 1, "AB"[match.white()], opening)


def test_a_session_with_debts():
    # A wins with White; B owes and eats at the third attempt, the second being a draw (V7). B wins with
    # White; A eats at once. A wins with White, and B eats: 2-1.
    assert told(SESSION_3, 0, "10=11111") == [
        "1 A", "1.1 B", "1.2 B", "1.3 B", "2 B", "2.1 A", "3 A", "3.1 B", "over", "2-1",
    ]  # fmt: skip


def test_a_session_that_is_decided_early_ends_with_its_debt():
    assert told(SESSION_3, 0, "1101") == ["1 A", "1.1 B", "2 B", "2.1 B", "over", "2-0"]
    assert told(SESSION_3, 0, "110") == ["1 A", "1.1 B", "2 B", "2.1 B", "2-0"]


def test_drawn_games_of_a_session_are_among_its_games():
    assert told(SESSION_3, 0, "===") == ["1 A", "2 B", "3 A", "over", "0-0"]
    assert told(SESSION_3, 0, "=01") == ["1 A", "2 B", "2.1 B", "3 A", "1-0"]
    # Two ahead with two to go is not decided in a session of five; two ahead with one to go is.
    assert told(SESSION_5, 0, "1101") == ["1 A", "1.1 B", "2 B", "2.1 B", "3 A", "2-0"]
    assert told(SESSION_5, 0, "1101==") == [
        "1 A", "1.1 B", "2 B", "2.1 B", "3 A", "4 B", "over", "2-0",
    ]  # fmt: skip


def test_a_drawn_vela_that_lifts_the_debt():
    assert told(SESSION_3, DRAW_LIFTS, "1=") == ["1 A", "1.1 B", "2 B", "1-0"]


def test_the_creditor_begins_the_vela():
    # Then White's win in the vela leaves the debt, and Black's eats it.
    assert told(SESSION_3, CREDITOR_FIRST, "110") == ["1 A", "1.1 A", "1.2 A", "2 B", "1-0"]


def test_a_championship():
    # Each opening with both colours (M3); one decisive game whose vela the creditor wins first: 2-1.
    assert told(CHAMPIONSHIP, 0, "===101======") == [
        "1 A O1", "2 B O1", "3 A O2", "4 B O2", "4.1 A", "4.2 A", "5 A O3", "6 B O3", "7 A O4", "8 B O4",
        "9 A O5", "10 B O5", "over", "1-2",
    ]  # fmt: skip


def test_a_championship_with_one_vela_a_game():
    assert told(CHAMPIONSHIP, ONE_VELA, "100") == ["1 A O1", "1.1 B", "2 B O1", "2.1 B", "3-0"]


def test_a_championship_is_not_over_before_its_tenth_game():
    match = follow(CHAMPIONSHIP, 0, [WHITE_WINS, WHITE_WINS, BLACK_WINS, WHITE_WINS] * 4)
    assert match.played() == 8 and not match.is_over()


def test_a_game_without_a_result_is_still_to_be_played():
    assert told(SESSION_3, 0, "1*") == ["1 A", "1.1 B", "1.1 B", "1-0"]
    match = Match(SESSION_3)
    before = bytes(match.state)
    match.take(UNFINISHED)
    assert match.state == before


def test_nothing_counts_after_the_end():
    match = follow(SINGLE, 0, [WHITE_WINS])
    before = bytes(match.state)
    match.take(BLACK_WINS)
    assert match.is_over() and match.state == before


def test_velas_are_counted_as_far_as_a_byte_goes():
    match = Match(CHAMPIONSHIP)
    match.take(WHITE_WINS)
    for _ in range(300):
        match.take(BLACK_WINS)
    assert (match.velas(), match.velas_won(0), match.debtor()) == (255, 255, 1)
    assert Match().load(bytes(match.state))


def test_kept_and_taken_up_again_at_every_game():
    match = Match(CHAMPIONSHIP, DRAW_LIFTS)
    for letter in "10=1=0" * 6:
        kept = bytes(match.state)
        assert len(kept) == SIZE
        match = Match()
        assert match.load(kept) and bytes(match.state) == kept
        match.take(LETTERS[letter])


def test_what_is_no_match():
    good = bytes(Match(SESSION_3).state)
    for bad in (
        b"",
        good[1:],
        good + b"\0",
        b"\x04" + good[1:],  # no such kind
        good[:1] + b"\x08" + good[2:],  # no such option
        good[:2] + b"\x00" + good[3:],  # a debt without a game
        good[:2] + b"\x03" + good[3:],  # a third player
        good[:3] + b"\x04" + good[4:],  # four games of three
        good[:4] + b"\x01" + good[5:],  # won and not played
        good[:6] + b"\x01" + good[7:],  # a vela without a debt
        good[:7] + b"\x01" + good[8:],
        good[:9] + b"\x01" + good[10:],
        bytes((SINGLE, 0, 1, 1, 1)) + bytes(6),  # a debt after a single game
    ):
        match = Match(SESSION_5)
        assert not match.load(bad), bad
        assert match.kind() == SESSION_5
    assert Match().load(good)


def test_no_such_match_can_begin():
    for kind, options in ((len(KINDS), 0), (-1, 0), (SINGLE, 8), (SINGLE, -1)):
        try:
            Match(kind, options)
        except ValueError:
            continue
        raise AssertionError((kind, options))


def test_the_first_moves_are_the_five_of_the_start():
    position = Position()
    position.load(START, WHITE)
    moves = []
    while next_move(position) if position.steps else first_move(position):
        moves.append(format_move(position))
    assert sorted(moves) == sorted(move.decode() for move in FIRST_MOVES)
