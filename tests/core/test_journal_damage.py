"""A damaged journal: it gives back what is whole, and play goes on in it."""

from journals import (
    begin,
    begun,
    fingerprint,
    finish,
    finished,
    opened,
    play,
    recovered,
    rest,
    seed,
    undo,
    work,
)
from sectors import Sectors, cuts
from support import COARSE

from fanorona.rules.game import Game
from fanorona.store.records import HEAD, PAGE, Entry

GAME = 26
"""The seed of a game with more than 90 plies."""


def written(plies, count=8):
    """A journal with a game of so many plies."""
    sectors = Sectors(count)
    journal, game = begun(sectors)
    for choice, _ in zip(seed(GAME), range(plies)):
        play(game, choice)
        work(journal, game)
    return sectors, journal, game


def states(plies):
    """The game at each ply."""
    game = Game()
    found = [fingerprint(game)]
    for choice, _ in zip(seed(GAME), range(plies)):
        play(game, choice)
        found.append(fingerprint(game))
    return found


def goes_on(sectors):
    """That the game that is found can be played on, and is found again."""
    journal, game = recovered(sectors)
    if game is None:
        game = Game()
        begin(journal, game)
    else:
        journal.begin()
    rest(journal, game)
    for choice in (1, 2):
        play(game, choice)
        work(journal, game)
        assert fingerprint(recovered(sectors)[1]) == fingerprint(game)


def places(sectors):
    """Where the records of the first page are: place and length."""
    entry = Entry(PAGE)
    entry.data[:] = sectors.memory[:PAGE]
    at = HEAD
    while entry.look(at):
        yield at, entry.size
        at += entry.size


def test_a_damaged_record_costs_only_its_page():
    sectors, journal, game = written(60)
    assert journal.newest_page() == 1
    sectors.memory[PAGE - 60] ^= 0x10
    _, found = recovered(sectors)
    whole = fingerprint(game)
    kept = fingerprint(found)
    assert kept[:4] == whole[:4]
    assert 30 < found.record.base_ply < 45
    assert kept[9] == whole[9][found.record.base_ply :]
    goes_on(sectors)


def test_the_tail_damaged_at_every_byte():
    """Each bit of the last three moves, one at a time: what stands before it is there."""
    sectors, _, _ = written(30)
    truth = states(30)
    records = list(places(sectors))[-3:]
    for number, (at, size) in enumerate(records):
        for i in range(at, at + size):
            for bit in range(i % COARSE, 8, COARSE):
                again = Sectors()
                again.memory[:] = sectors.memory
                again.memory[i] ^= 1 << bit
                assert fingerprint(recovered(again)[1]) == truth[27 + number]
        goes_on(again)


def test_rubbish_after_the_last_record():
    sectors, _, game = written(30)
    end = sum(list(places(sectors))[-1])
    for first in range(0, 256, 5 * COARSE):
        again = Sectors()
        again.memory[:] = sectors.memory
        for i in range(20):
            again.memory[end + i] = (first + i * 77) & 255
        assert fingerprint(recovered(again)[1]) == fingerprint(game)
        goes_on(again)


def test_moves_that_are_none_but_have_their_checksum():
    """One in 65,521 damaged records looks whole. The board starts nevertheless."""
    sectors, _, _ = written(12)
    at, size = list(places(sectors))[6]
    for start in range(0, 45, COARSE):
        for step in (1, 2, 4, 8 + 2, 16 + 4, 24 + 1, 56 + 1, 32 + 7):
            again = Sectors()
            again.memory[:] = sectors.memory
            data = again.memory[at : at + size]
            data[1] = start
            data[2] = step
            rest_of = 0
            for byte in data[:-2]:
                rest_of = (rest_of * 256 + byte) % 65521
            data[-2:] = bytes([rest_of >> 8, rest_of & 255])
            again.memory[at : at + size] = data
            recovered(again)


def test_a_takeback_past_moves_that_are_lost():
    sectors, journal, game = written(60)
    undo(journal, game, 20)
    work(journal, game)
    sectors.memory[PAGE - 60] ^= 0x10
    sectors.memory[HEAD + 4] ^= 0x10
    _, found = recovered(sectors)
    assert found is None  # its start is gone
    sectors.memory[HEAD + 4] ^= 0x10
    _, found = recovered(sectors)
    assert fingerprint(found)[:4] == fingerprint(game)[:4]


def test_a_cut_while_a_sector_is_erased():
    """The games in the other sectors stay, and play goes on."""
    sectors = Sectors(5)
    journal, game = opened(sectors)
    number = 0
    while sum(sectors.log) < 7:
        number += 1
        before = bytes(sectors.memory)
        del sectors.operations[:]
        finish(journal, game, b"0123abcd-" + str(number).encode(), seed(number), 60)
    at, data = next(one for one in sectors.operations if one[1] is None)
    names = [name for name, _ in finished(sectors.after_cut(before))]
    assert len(names) > 8
    for image in cuts(before, (at, data)):
        again = sectors.after_cut(image)
        journal, found = recovered(again)
        assert found is None or found.result
        kept = [name for name, _ in finished(again)]
        assert len(kept) > 3 and kept == names[-len(kept) :]
        game = Game()
        for number in range(40):
            name = b"89abcdef-" + str(number).encode()
            finish(journal, game, name, seed(number), 60)
            assert next(reversed(list(finished(again))))[0] == name
        assert sum(again.log) > 2
