"""Journals for tests: games played into them, and what they give back."""

from fanorona.rules import notation, rules
from fanorona.rules.game import AGREED, WHITE_WINS, Game
from fanorona.rules.moves import first_move, next_move
from fanorona.store.journal import AHEAD, Journal
from fanorona.store.records import BEGUN, NONE_LEFT, PAGES
from fanorona.store.recovery import load

NAME = b"0123abcd-1"


def play(game, choice):
    """Play the move that ``choice`` (any number) picks: steps by steps the one with that rank."""
    position = game.position
    first_move(position)
    for _ in range(choice % 5):
        if not next_move(position):
            first_move(position)
            break
    game.commit()


def seed(number):
    """Numbers without end, always the same."""
    x = number + 1
    while True:
        x = (x * 1103 + 12345) % 1048573
        yield x >> 4


def begin(journal, game, name=NAME):
    journal.name_size = len(name)
    journal.name[: len(name)] = name
    journal.begin()
    work(journal, game)


def opened(sectors):
    """A journal without a game to go on with, and the game that is played next."""
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    return journal, game


def begun(sectors):
    """The same when the game has been written as begun."""
    journal, game = opened(sectors)
    begin(journal, game)
    return journal, game


def work(journal, game):
    """Let the journal write all there is, never at rest."""
    for _ in range(500):
        if not journal.pending(game):
            return
        journal.work(game, False)


def rest(journal, game):
    for _ in range(2 * AHEAD):
        journal.work(game, True)


def fingerprint(game):
    """All that matters of a game."""
    record = game.record
    moves = []
    cursor = record.first
    while cursor < record.size:
        moves.append((record.start(cursor), [record.step(cursor, i) for i in range(record.steps(cursor))]))
        cursor = record.after(cursor)
    first = max(game._seen_from, game._seen_count - 128)
    seen = [bytes(game._seen[i % 128 * 9 : i % 128 * 9 + 9]) for i in range(first, game._seen_count)]
    return (
        bytes(game.position.board[:45]),
        game.position.turn,
        game.ply,
        game.quiet,
        game.result,
        bytes(record.base.board[:45]),
        record.base.turn,
        record.base_ply,
        record.last,
        moves,
        game.repetition,
        game.fifty,
        seen,
    )


def recovered(sectors):
    """The journal's last game after a restart, None where people have ended it, or there is none."""
    journal = Journal(sectors)
    game = Game()
    return (journal, game) if journal.resume(game) else (journal, None)


def finish(journal, game, name, choices, plies):
    """Play a game to a result and write it down."""
    journal.leave()
    game.start()
    begin(journal, game, name)
    for _ in range(plies):
        if game.result:
            break
        play(game, next(choices))
        work(journal, game)
    if not game.result:
        game.close(WHITE_WINS, AGREED)
    journal.end(game.result, game.reason)
    work(journal, game)
    rest(journal, game)


def go_back(game, ply):
    """A game from the start goes back to ``ply`` moves."""
    earlier = Game()
    cursor = 0
    while earlier.ply < ply:
        game.record.replay(cursor, earlier.position)
        earlier.commit()
        cursor = game.record.after(cursor)
    game.adopt(earlier)


def undo(journal, game, ply):
    """The same, written down."""
    go_back(game, ply)
    journal.go_back(game)


def shuttle(game):
    """A paika to and fro."""
    text = ("a5-a4", "i1-i2", "a4-a5", "i2-i1")[game.ply % 4]
    notation.play_move(game.position, text)
    game.commit()


def texts(game):
    """The moves of a game, N1."""
    position = rules.Position()
    position.copy(game.record.base)
    found = []
    cursor = game.record.first
    while cursor < game.record.size:
        game.record.replay(cursor, position)
        found.append(notation.format_move(position))
        position.end_turn()
        position.forget()
        cursor = game.record.after(cursor)
    return found


def finished(sectors):
    """The finished games that are kept, the oldest first: name, and the game."""
    journal = Journal(sectors)
    journal.resume(Game())
    reader = journal.reader
    page = journal.oldest_page()
    for _ in range(sectors.count):
        if page < 0 or reader.turn_to(page):
            break
        page = (page + PAGES) % journal.pages()
    kind = NONE_LEFT if page < 0 else reader.next()
    while kind != NONE_LEFT:
        if kind == BEGUN:
            name = bytearray(20)
            name = bytes(name[: reader.entry.copy_name(name)])
            game = Game()
            load(reader, game)
            if game.result:
                yield name, game
            kind = reader.entry.kind
        else:
            kind = reader.next()
