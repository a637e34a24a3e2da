"""The journal: what is written of a game comes back, whatever byte the power fails at."""

from sectors import PowerCut, Sectors

from fanorona import notation, rules
from fanorona.game import AGREED, DRAWN, WHITE_WINS, Game
from fanorona.journal import AHEAD, Journal
from fanorona.moves import first_move, next_move
from fanorona.records import PAGE, PAGES, Reader

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
    cursor = 0
    while cursor < record.size:
        moves.append((record.start(cursor), [record.step(cursor, i) for i in range(record.steps(cursor))]))
        cursor = record.after(cursor)
    seen = [bytes(game._seen[i * 9 : i * 9 + 9]) for i in range(min(game._seen_count, 128))]
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
    """The journal's unfinished game after a restart, None without one."""
    journal = Journal(sectors)
    game = Game()
    return (journal, game) if journal.resume(game) else (journal, None)


def test_an_empty_journal_gives_nothing_back():
    journal, game = recovered(Sectors())
    assert game is None
    assert journal.trouble == b""


def test_a_game_comes_back_with_all_that_matters():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    assert not journal.resume(game)
    game.fifty = False
    begin(journal, game)
    for choice, _ in zip(seed(1), range(30)):
        play(game, choice)
        work(journal, game)
        after, found = recovered(sectors)
        if game.result:
            assert found is None  # over by the rules, whether its result was written or not
            break
        assert found is not None
        assert fingerprint(found) == fingerprint(game)
        assert bytes(after.name[: after.name_size]) == NAME


def test_a_restart_after_each_move_goes_on_in_the_same_record():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    begin(journal, game)
    for choice, _ in zip(seed(2), range(20)):
        if game.result:
            break
        play(game, choice)
        work(journal, game)
        journal, game = recovered(sectors)
        assert game is not None
        journal.begin()
        work(journal, game)
    whole = Game()
    for choice, _ in zip(seed(2), range(20)):
        if not whole.result:
            play(whole, choice)
    assert fingerprint(game)[:4] == fingerprint(whole)[:4]
    assert fingerprint(game)[9] == fingerprint(whole)[9]


def test_a_finished_game_is_not_taken_up():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    begin(journal, game)
    play(game, 0)
    journal.end(DRAWN, AGREED)
    work(journal, game)
    assert recovered(sectors)[1] is None


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


def test_cut_at_every_byte_of_every_write():
    """A game across two pages: the moves written whole before the cut come back, and no others."""
    for damage in (None, lambda byte: byte | 0x55):
        cut = 0
        while True:
            sectors = Sectors(4)
            journal = Journal(sectors)
            game = Game()
            journal.resume(game)
            begin(journal, game)
            choices = seed(3)
            while journal._at < PAGE - 50:  # so that the game goes on into the next page
                play(game, next(choices))
                work(journal, game)
            sectors.left = cut
            sectors.damage = damage
            states = [fingerprint(game)]
            try:
                for _ in range(4):
                    play(game, next(choices))
                    states.append(fingerprint(game))
                    work(journal, game)
            except PowerCut:
                pass
            done = sectors.left is not None
            _, found = recovered(sectors.again())
            assert found is not None
            kept = fingerprint(found)
            assert kept in states[-2:], cut
            if done:
                assert kept == states[-1]
                break
            cut += 1
        assert cut > 60


def test_playing_on_after_a_cut_at_every_byte():
    cut = 0
    while True:
        sectors = Sectors(4)
        journal = Journal(sectors)
        game = Game()
        journal.resume(game)
        sectors.left = cut
        try:
            begin(journal, game)
            play(game, 7)
            work(journal, game)
            break
        except PowerCut:
            pass
        journal, found = recovered(sectors.again())
        game = found or Game()
        if found:
            journal.begin()
        else:
            begin(journal, game)
        rest(journal, game)
        work(journal, game)
        while game.ply < 3:
            play(game, game.ply)
            work(journal, game)
        again = recovered(sectors)[1]
        assert again is not None
        assert fingerprint(again) == fingerprint(game)
        cut += 1
    assert cut > 40


def test_cut_while_a_sector_is_erased():
    """The games in the other sectors stay, and play goes on."""
    for cut in range(12):
        sectors = Sectors(4)
        journal = Journal(sectors)
        game = Game()
        journal.resume(game)
        choices = seed(4)
        number = 0
        while not sum(sectors.log):
            number += 1
            if journal._blank == AHEAD and journal._page >= PAGES - 4:
                sectors.left = cut + 100000
            finish(journal, game, b"0123abcd-" + str(number).encode(), choices, 40)
        # From here on each erase is cut.
        try:
            while True:
                number += 1
                journal.leave()
                game.start()
                begin(journal, game, b"0123abcd-" + str(number).encode())
                for _ in range(30):
                    if not game.result:
                        play(game, next(choices))
                        work(journal, game)
                journal.end(WHITE_WINS, AGREED)
                work(journal, game)
                if journal._blank < AHEAD:
                    sectors.left = cut
                    rest(journal, game)
                    sectors.left = None
                    break
        except PowerCut:
            pass
        journal, found = recovered(sectors.again())
        assert found is None
        game = Game()
        before = count_finished(sectors)
        rest(journal, game)
        finish(journal, game, b"0123abcd-999", choices, 5)
        assert count_finished(sectors) >= before - 10
        assert last_finished(sectors) == b"0123abcd-999"


def count_finished(sectors):
    reader = Reader(sectors)
    game = Game()
    n = 0
    if reader.oldest():
        while reader.next_finished(game):
            n += 1
    return n


def last_finished(sectors):
    reader = Reader(sectors)
    game = Game()
    name = b""
    reader.oldest()
    while reader.next_finished(game):
        name = reader.name
    return name


def test_a_damaged_record_costs_only_its_page():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    begin(journal, game)
    for choice, _ in zip(seed(5), range(26)):
        play(game, choice)
        work(journal, game)
    assert journal._page >= 1
    sectors.memory[PAGE - 40] ^= 0x10
    _, found = recovered(sectors)
    assert found is not None
    whole = fingerprint(game)
    kept = fingerprint(found)
    assert kept[:4] == whole[:4]
    assert 0 < found.record.base_ply < game.ply
    moves = whole[9]
    assert kept[9] == moves[found.record.base_ply :]


def undo(journal, game, ply):
    """The game goes back to ``ply`` moves."""
    earlier = Game()
    cursor = 0
    while earlier.ply < ply:
        game.record.replay(cursor, earlier.position)
        earlier.commit()
        cursor = game.record.after(cursor)
    game.adopt(earlier)
    journal.go_back(game)


def test_moves_undone_do_not_come_back():
    """Moves and takebacks as they come, written at once or some turns later; and a restart after each."""
    sectors = Sectors(24)
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    begin(journal, game)
    choices = seed(10)
    for turn in range(120):
        choice = next(choices)
        if game.ply and (choice % 4 == 0 or game.result):
            undo(journal, game, game.ply - 1 - choice // 4 % min(game.ply, 3))
        elif not game.result:
            play(game, choice)
        if choice % 3:
            work(journal, game)
            _, found = recovered(sectors)
            assert (found is None) == (game.result != 0)
            assert found is None or fingerprint(found) == fingerprint(game), turn
    assert journal._page


def test_a_takeback_cut_at_every_byte():
    for damage in (None, lambda byte: byte | 0x55):
        cut = 0
        while True:
            sectors = Sectors(4)
            journal = Journal(sectors)
            game = Game()
            journal.resume(game)
            begin(journal, game)
            for choice, _ in zip(seed(3), range(5)):
                play(game, choice)
            work(journal, game)
            states = [fingerprint(game)]
            sectors.left = cut
            sectors.damage = damage
            try:
                for ply in (3, 2):
                    undo(journal, game, ply)
                    states.append(fingerprint(game))
                    work(journal, game)
                    play(game, 2)
                    states.append(fingerprint(game))
                    work(journal, game)
            except PowerCut:
                pass
            done = sectors.left is not None
            journal, found = recovered(sectors.again())
            assert fingerprint(found) in states[-2:], cut
            journal.begin()
            play(found, 1)
            work(journal, found)
            assert fingerprint(recovered(sectors)[1]) == fingerprint(found)
            if done:
                break
            cut += 1
        assert cut > 60


def test_a_takeback_after_the_end_opens_the_game_again():
    for written in (False, True):
        sectors = Sectors()
        journal = Journal(sectors)
        game = Game()
        journal.resume(game)
        begin(journal, game)
        for choice, _ in zip(seed(11), range(4)):
            play(game, choice)
        work(journal, game)
        journal.end(WHITE_WINS, AGREED)
        if written:
            work(journal, game)
        undo(journal, game, 3)
        work(journal, game)
        assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def test_a_takeback_past_moves_that_are_lost():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    begin(journal, game)
    for choice, _ in zip(seed(5), range(26)):
        play(game, choice)
        work(journal, game)
    undo(journal, game, 8)
    work(journal, game)
    assert journal._page >= 1
    sectors.memory[PAGE - 40] ^= 0x10
    sectors.memory[40] ^= 0x10
    _, found = recovered(sectors)
    assert found is None  # its start is gone
    sectors.memory[40] ^= 0x10
    _, found = recovered(sectors)
    assert fingerprint(found)[:4] == fingerprint(game)[:4]


def test_finished_games_are_read_in_order_with_their_moves():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    choices = seed(6)
    kept = []
    for number in range(5):
        name = b"0123abcd-" + str(number).encode()
        finish(journal, game, name, choices, 12)
        kept.append((name, fingerprint(game)[:12]))
        if number == 2:  # one that nobody finished
            journal.leave()
            game.start()
            begin(journal, game, b"0123abcd-77")
            play(game, 1)
            work(journal, game)
    reader = Reader(sectors)
    found = Game()
    assert reader.oldest()
    for name, state in kept:
        assert reader.next_finished(found)
        assert reader.name == name
        assert fingerprint(found)[:12] == state
    assert not reader.next_finished(found)


def test_a_full_ring_wears_evenly_and_keeps_the_latest_games():
    sectors = Sectors(6)
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    choices = seed(7)
    number = 0
    while min(sectors.log) < 3:
        number += 1
        finish(journal, game, b"0123abcd-" + str(number).encode(), choices, 60)
    assert max(sectors.log) - min(sectors.log) <= 1
    reader = Reader(sectors)
    found = Game()
    assert reader.oldest()
    names = []
    while reader.next_finished(found):
        names.append(reader.name)
    assert names == [b"0123abcd-" + str(n).encode() for n in range(number - len(names) + 1, number + 1)]
    assert sectors.written // sum(sectors.log) > PAGE * PAGES * 3 // 4


def test_without_rest_nothing_is_erased_and_moves_wait():
    sectors = Sectors(4)
    journal = Journal(sectors)
    game = Game()
    game.fifty = game.repetition = False
    journal.resume(game)
    begin(journal, game)
    position = rules.Position()
    notation.parse_position("W8/9/9/9/8B W", position)
    journal.leave()
    game.load(position)
    begin(journal, game, b"0123abcd-2")
    while journal._blank or not journal.pending(game):
        shuttle(game)
        work(journal, game)
    assert sum(sectors.log) == 0
    for _ in range(5):
        shuttle(game)
    rest(journal, game)
    work(journal, game)
    assert sum(sectors.log) > 0
    assert not journal.pending(game)
    _, found = recovered(sectors)
    assert fingerprint(found)[:3] == fingerprint(game)[:3]


def shuttle(game):
    """A paika to and fro."""
    text = ("a5-a4", "i1-i2", "a4-a5", "i2-i1")[game.ply % 4]
    notation.play_move(game.position, text)
    game.commit()


def test_a_game_longer_than_half_the_ring_begins_anew_in_it():
    sectors = Sectors(4)
    journal = Journal(sectors)
    game = Game()
    game.fifty = game.repetition = False
    position = rules.Position()
    notation.parse_position("W8/9/9/9/8B W", position)
    game.load(position)
    journal.resume(Game())
    begin(journal, game)
    while sum(sectors.log) < 10:
        shuttle(game)
        work(journal, game)
        rest(journal, game)
    journal, found = recovered(sectors)
    assert found is not None
    assert fingerprint(found)[:2] == fingerprint(game)[:2]
    assert found.ply == game.ply
    assert bytes(journal.name[: journal.name_size]) == NAME


def test_a_game_loaded_with_moves_is_written_from_its_start():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    begin(journal, game)
    play(game, 1)
    work(journal, game)
    other = Game()
    for choice, _ in zip(seed(8), range(9)):
        play(other, choice)
    journal.leave()
    game.adopt(other)
    begin(journal, game, b"89abcdef-12")
    journal, found = recovered(sectors)
    assert fingerprint(found) == fingerprint(game)
    assert bytes(journal.name[: journal.name_size]) == b"89abcdef-12"


def test_a_page_that_does_not_take_is_passed_over():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    good = sectors.program
    begin(journal, game)
    choices = seed(9)
    while not journal._page:
        play(game, next(choices))
        work(journal, game)
    sectors.program = lambda sector, page, buffer: good(sector, page, buffer) if page != 1 else None
    for _ in range(3):
        play(game, next(choices))
        work(journal, game)
    assert journal._page == 2
    assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def test_flash_that_takes_nothing_is_given_up():
    sectors = Sectors()
    journal = Journal(sectors)
    game = Game()
    journal.resume(game)
    sectors.program = lambda sector, page, buffer: None
    begin(journal, game)
    for _ in range(100):
        journal.work(game, True)
    assert journal.trouble == b"worn"
    assert not journal.behind()


def test_sectors_made_later_get_the_game_from_its_start():
    sectors = Sectors(ready=False)
    journal = Journal(sectors)
    game = Game()
    assert not journal.resume(game)
    begin(journal, game)
    play(game, 3)
    work(journal, game)
    assert sectors.written == 64
    rest(journal, game)
    work(journal, game)
    assert fingerprint(recovered(sectors)[1]) == fingerprint(game)
