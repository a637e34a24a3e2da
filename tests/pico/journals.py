"""Journals that are filled in this computer's memory before a Pico gets them."""

from __future__ import annotations

import random

import legal
from fanorona.rules import notation
from fanorona.rules.game import AGREED, DRAWN, UNFINISHED, WHITE_WINS, Game
from fanorona.rules.match import CHAMPIONSHIP, Match
from fanorona.rules.rules import TSIVY
from fanorona.store.journal import Journal
from fanorona.store.records import PAGE, PAGES
from pico import image
from pico.rig import config

FEW_SECTORS = 4
LAST = b"0123abcd-9999"
"""The name of the last game of a journal."""


class Memory:
    """Flash in this computer's memory."""

    def __init__(self, sectors: int) -> None:
        self.count = sectors
        self.data = bytearray(b"\xff" * (sectors * PAGE * PAGES))
        for sector in range(sectors):
            self.erase(sector, bytearray(PAGE))

    def owns(self, sector: int) -> bool:
        return self.data[sector * PAGE * PAGES] == 0

    def read(self, sector: int, offset: int, buffer: bytearray) -> None:
        at = sector * PAGE * PAGES + offset
        buffer[:] = self.data[at : at + len(buffer)]

    def program(self, sector: int, page: int, buffer: bytearray) -> None:
        at = (sector * PAGES + page) * PAGE
        for i, byte in enumerate(buffer):
            self.data[at + i] &= byte

    def erase(self, sector: int, page: bytearray) -> None:
        page[:] = bytes(PAGE)  # spoilt, as on a board
        at = sector * PAGE * PAGES
        self.data[at : at + PAGE * PAGES] = b"\xff" * (PAGE * PAGES)
        self.data[at : at + 8] = bytes(8)


def random_game(rng: random.Random, variant: int = TSIVY) -> list[str]:
    """The moves of a whole game, in N1."""
    game = begun(variant)
    found = []
    while not game.result:
        found.append(rng.choice(legal.texts(game.position)))
        notation.play_move(game.position, found[-1])
        game.commit()
    return found


def begun(variant: int) -> Game:
    """A game of a variant."""
    game = Game()
    game.following = variant
    game.start()
    return game


def match_kept() -> bytes:
    """What a board has noted of a championship whose tenth game, after nine drawn ones, is a journal's last.

    The file is `menu`; `fanorona.choices` and `fanorona.matching` say what is in it.
    """
    games = [(DRAWN, b"0123abcd-%d" % number) for number in range(9)] + [(UNFINISHED, LAST)]
    rounds = b"".join(bytes((result, len(name))) + name for result, name in games)
    return bytes((3, 3, 1, 0, 0, 1)) + b"m" + bytes(Match(CHAMPIONSHIP).state) + rounds


def filled(rounds: int, plies: int, spent: bool = False, variant: int = TSIVY) -> tuple[list[bytes], Game]:
    """A journal written around so many times, the last game of so many plies unfinished; and that game.

    `variant`: of the last game. `spent`: a small one that has come to the last page it has room for before a
    sector is erased; all games are finished.
    """
    memory = Memory(FEW_SECTORS if spent else config().JOURNAL_SECTORS)
    journal = Journal(memory)
    game = Game()
    journal.resume(game)
    rng = random.Random(1)
    library = [random_game(rng) for _ in range(20)]
    longest: list[str] = []
    while len(longest) <= plies:
        longest = random_game(rng, variant)
    erased = 0
    number = 0
    while True:
        number += 1
        last = erased >= rounds * memory.count
        name = LAST if last else f"0123abcd-{number}".encode()
        moves = longest if last else rng.choice(library)
        game.following = variant if last else TSIVY
        game.start()
        journal.leave()
        journal.name[: len(name)] = name
        journal.name_size = len(name)
        journal.begin()
        for text in moves[: (1 if spent else plies) if last else None]:
            notation.play_move(game.position, text)
            game.commit()
            while journal.pending(game):
                journal.work(game, False)
        if last and not spent:
            return image.journal_of(bytes(memory.data)), game
        journal.end(game.result or WHITE_WINS, game.reason or AGREED)
        while journal.pending(game):
            journal.work(game, False)
        if last and not journal.has_room():
            return image.journal_of(bytes(memory.data)), game
        while journal.behind() and not last:
            journal.work(game, True)
            erased += 1
