"""The ring of sectors: what is erased when, how many games it keeps, and flash that fails."""

from journals import (
    NAME,
    begin,
    fingerprint,
    finish,
    finished,
    opened,
    play,
    recovered,
    rest,
    seed,
    shuttle,
    work,
)
from sectors import SECTOR, Sectors
from support import COARSE

from fanorona.rules import notation, rules
from fanorona.rules.game import Game
from fanorona.store.journal import Journal
from fanorona.store.records import FORMAT_AT, PAGE, PAGES


def test_a_full_ring_wears_evenly_and_keeps_the_latest_games():
    sectors = Sectors(6 if COARSE == 1 else 4)
    journal, game = opened(sectors)
    choices = seed(7)
    number = 0
    while min(sectors.log) < 2:
        number += 1
        finish(journal, game, b"0123abcd-" + str(number).encode(), choices, 60)
    assert max(sectors.log) - min(sectors.log) <= 1
    names = [name for name, _ in finished(sectors)]
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
    while sum(sectors.log) < (10 if COARSE == 1 else 5):
        shuttle(game)
        work(journal, game)
        rest(journal, game)
    journal, found = recovered(sectors)
    assert found is not None
    assert fingerprint(found)[:2] == fingerprint(game)[:2]
    assert found.ply == game.ply
    assert bytes(journal.name[: journal.name_size]) == NAME


def test_a_page_that_does_not_take_is_passed_over():
    sectors = Sectors()
    journal, game = opened(sectors)
    good = sectors.program
    begin(journal, game)
    choices = seed(26)
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
    journal, game = opened(sectors)
    sectors.program = lambda sector, page, buffer: None
    begin(journal, game)
    for _ in range(100):
        journal.work(game, True)
    assert journal.trouble == b"worn"
    assert not journal.behind()


def test_sectors_erased_later_get_the_game_from_its_start():
    sectors = Sectors(is_new=True)
    journal = Journal(sectors)
    game = Game()
    assert not journal.resume(game)
    begin(journal, game)
    play(game, 3)
    work(journal, game)
    assert sectors.written == 0
    rest(journal, game)
    work(journal, game)
    assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def test_a_journal_of_an_older_format_is_left():
    """What it holds is no longer read; its sectors are erased one after another, at rest."""
    sectors = Sectors(6)
    journal, game = opened(sectors)
    for number in range(3):
        finish(journal, game, b"0123abcd-" + str(number).encode(), seed(26), 60)
    for sector in range(6):
        for at in (FORMAT_AT, FORMAT_AT + 4):
            sectors.memory[sector * SECTOR + at] &= 1
    journal, found = recovered(sectors)
    assert found is None and list(finished(sectors)) == []
    game = Game()
    begin(journal, game)
    play(game, 1)
    work(journal, game)
    assert journal.pending(game), "nothing is erased before a rest"
    rest(journal, game)
    work(journal, game)
    play(game, 1)
    work(journal, game)
    assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def test_fifty_games_are_kept_that_are_all_very_long():
    """Each of the length that JOURNAL.md promises, in the journal of a board: one step in each move."""
    plies = 280
    sectors = Sectors(24)
    journal = Journal(sectors)
    game = Game()
    game.fifty = game.repetition = False
    journal.resume(game)
    position = rules.Position()
    notation.parse_position("W8/9/9/9/8B W", position)
    for number in range(66):
        journal.leave()
        game.load(position)
        begin(journal, game, b"0123abcd-" + str(number).encode())
        for _ in range(plies):
            shuttle(game)
            work(journal, game)
        journal.end(rules.WHITE, 1)
        work(journal, game)
        rest(journal, game)
    kept = list(finished(sectors))
    assert 50 <= len(kept) < 66, "the first ones had to go"
    assert all(found.ply == plies for _, found in kept)
