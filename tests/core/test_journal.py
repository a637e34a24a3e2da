"""The journal: what is written of a game comes back."""

from journals import (
    NAME,
    begin,
    begun,
    fingerprint,
    finish,
    finished,
    opened,
    play,
    recovered,
    seed,
    shuttle,
    undo,
    work,
)
from sectors import Sectors

from fanorona.rules import notation
from fanorona.rules.game import ABANDONED, AGREED, DRAWN, GIVEN_UP, WHITE_WINS, Game
from fanorona.store.journal import Journal
from fanorona.store.records import PAGE


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
        assert found is not None
        assert fingerprint(found) == fingerprint(game)
        assert bytes(after.name[: after.name_size]) == NAME
        if game.result:
            break
    assert game.result
    assert after.pending(found)  # its result is written now
    work(after, found)
    after, found = recovered(sectors)
    assert fingerprint(found) == fingerprint(game)
    assert not after.pending(found)


def test_a_restart_after_each_move_goes_on_in_the_same_record():
    sectors = Sectors()
    journal, game = begun(sectors)
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


def test_a_game_that_people_have_ended_is_not_taken_up():
    sectors = Sectors()
    journal, game = begun(sectors)
    play(game, 0)
    journal.end(DRAWN, AGREED)
    work(journal, game)
    assert recovered(sectors)[1] is None


def test_a_game_given_up_before_it_is_written_lends_its_name_to_no_other():
    sectors = Sectors()
    journal, game = opened(sectors)
    journal.name_size = len(NAME)
    journal.name[: len(NAME)] = NAME
    journal.begin()
    game.close(ABANDONED, GIVEN_UP)
    journal.end(game.result, game.reason)
    journal.leave()
    game.start()
    play(game, 3)
    work(journal, game)
    assert recovered(sectors)[1] is None
    begin(journal, game, b"0123abcd-2")
    found, again = recovered(sectors)
    assert (bytes(found.name[: found.name_size]), fingerprint(again)) == (b"0123abcd-2", fingerprint(game))


def test_moves_undone_do_not_come_back():
    """Moves and takebacks as they come, written at once or some turns later; and a restart after each."""
    sectors = Sectors(24)
    journal, game = begun(sectors)
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
            assert fingerprint(found) == fingerprint(game), turn
    assert journal._page


def test_a_long_game_comes_back_at_every_ply():
    """Over several pages."""
    for number, plies in ((26, 92), (6, 81), (31, 73)):
        sectors = Sectors()
        journal, game = begun(sectors)
        for choice, _ in zip(seed(number), range(plies - 1)):
            play(game, choice)
            work(journal, game)
            assert fingerprint(recovered(sectors)[1]) == fingerprint(game)
        assert not game.result
        assert journal.newest_page() >= 1


def test_a_change_of_settings_comes_back_at_once():
    sectors = Sectors()
    journal, game = begun(sectors)
    for moves in range(3):
        game.repetition = not game.repetition
        work(journal, game)
        assert fingerprint(recovered(sectors)[1]) == fingerprint(game)
        game.fifty = not game.fifty
        play(game, 1)
        work(journal, game)
        assert game.ply == moves + 1
        assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def test_a_change_of_settings_opens_no_game_that_has_ended():
    sectors = Sectors()
    journal, game = begun(sectors)
    play(game, 1)
    journal.end(WHITE_WINS, AGREED)
    work(journal, game)
    before = sectors.written
    game.repetition = False
    assert not journal.pending(game)
    work(journal, game)
    assert sectors.written == before
    assert recovered(sectors)[1] is None


def two_stones():
    """A game of two stones in which no position is a draw by standing for the third time."""
    sectors = Sectors()
    journal, game = opened(sectors)
    position = Game().position
    notation.parse_position("W8/9/9/9/8B W", position)
    game.load(position)
    game.repetition = False
    begin(journal, game)
    return sectors, journal, game


def test_settings_that_come_after_a_move_do_not_judge_it():
    """A position stands for the third time; whether that is a draw is set before the last move, or after."""
    for before in (True, False):
        sectors, journal, game = two_stones()
        for _ in range(8):
            if before and game.ply == 7:
                game.repetition = True
                work(journal, game)
            shuttle(game)
            work(journal, game)
        game.repetition = True
        work(journal, game)
        _, found = recovered(sectors)
        assert (found.result == DRAWN) == before
        assert fingerprint(found) == fingerprint(game)


def test_a_position_that_is_gone_back_to_is_no_draw():
    """It stood for the third time when that was none; it is one for a move after it, which is taken back."""
    sectors, journal, game = two_stones()
    for _ in range(8):
        shuttle(game)
        work(journal, game)
    game.repetition = True
    notation.play_move(game.position, "a5-b5")
    game.commit()
    work(journal, game)
    assert not game.result
    game.rewind()
    for _ in range(8):
        game.replay()
    game.cut()
    journal.go_back(game)
    work(journal, game)
    assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def test_of_a_move_in_progress_nothing_is_written_when_the_last_one_is_undone():
    sectors = Sectors()
    journal, game = begun(sectors)
    for choice, _ in zip(seed(11), range(4)):
        play(game, choice)
    work(journal, game)
    game.back()  # its steps stand played, as those of a move that goes on
    assert game.position.steps
    journal.go_back(game)
    work(journal, game)
    _, found = recovered(sectors)
    while game.position.steps:
        game.position.back()
    assert fingerprint(found) == fingerprint(game)


def test_a_takeback_after_the_end_opens_the_game_again():
    for written in (False, True):
        sectors = Sectors()
        journal, game = begun(sectors)
        for choice, _ in zip(seed(11), range(4)):
            play(game, choice)
        work(journal, game)
        journal.end(WHITE_WINS, AGREED)
        if written:
            work(journal, game)
            before = sectors.written
        undo(journal, game, 3)
        work(journal, game)
        assert fingerprint(recovered(sectors)[1]) == fingerprint(game)
        if written:
            assert sectors.written - before < 20, "one record, not all the game again"
            journal.end(DRAWN, AGREED)
            work(journal, game)
            ((name, kept),) = finished(sectors)
            assert (name, kept.ply, kept.result) == (NAME, 3, DRAWN)


def test_finished_games_are_read_in_order_with_their_moves():
    sectors = Sectors()
    journal, game = opened(sectors)
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
    assert [(name, fingerprint(found)[:12]) for name, found in finished(sectors)] == kept


def test_a_move_takes_few_bytes():
    """4 and one for each step: 5.3 on average, and 45 of them fit into a page."""
    sectors = Sectors()
    journal, game = begun(sectors)
    for choice, _ in zip(seed(26), range(30)):
        before = sectors.written
        play(game, choice)
        work(journal, game)
        assert sectors.written - before <= 4 + game.record.steps(game.record.last)
    assert journal.newest_page() == 0 and sectors.written < PAGE


def test_a_game_loaded_with_moves_is_written_from_its_start():
    sectors = Sectors()
    journal, game = begun(sectors)
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
