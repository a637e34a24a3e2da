"""What a start finds in the journal: where it ends, and the game that was in play (JOURNAL.md).

Loaded for that, and gone afterwards. All of it creates objects.
"""

from fanorona.rules.game import SAID, UNFINISHED, Game, choose
from fanorona.rules.rules import DIMY, TELO, TSIVY
from fanorona.store.reader import Reader
from fanorona.store.records import (
    BEGUN,
    ERASED,
    FIFTY_COUNT,
    MOST_MOVES,
    NEW_GAMES_MIRRORED,
    NONE_LEFT,
    PAGE,
    PAGES,
    REPETITION_COUNTS,
    RESULT,
    STANDS,
)


class End:
    """The place of the next record: ``at`` of a ``page`` of the ``sector`` with that sequence ``number``.

    The number is 0 where nothing has ever been written; ``at`` is PAGE where the page takes nothing more.
    ``blank``: how many erased sectors follow. ``is_result``: ``take_up`` has found one in the last record.
    """

    def __init__(self, reader: Reader) -> None:
        """There have to be sectors."""
        count = reader.sectors.count
        numbers = [reader.head(sector) for sector in range(count)]
        self.number = max(0, max(numbers))
        self.sector = numbers.index(self.number) if self.number else count - 1
        self.page = PAGES - 1
        self.at = PAGE
        self.blank = 0
        self.is_result = False
        while self.blank < count - 1 and not numbers[(self.sector + self.blank + 1) % count]:
            self.blank += 1
        if self.number:
            self._find(reader)

    def _find(self, reader: Reader) -> None:
        reader.go(self.sector, self.page)
        while self.page and reader.entry.data == ERASED:
            self.page -= 1
            reader.go(self.sector, self.page)
        while reader.next_in_page():
            pass
        at = reader.entry.at
        if reader.entry.data[at:] == ERASED[at:]:
            self.at = at


def take_up(reader: Reader, end: End, game: Game, name: bytearray) -> int:
    """Read the last game into ``game`` and its name into ``name``; the name's length, -1 without one.

    It is unfinished, or ended by the rules: people have said nothing of its last move yet. Without one
    ``game`` is left as it happens to be, but for how new games start: as with the last.
    """
    kind = last_begun(reader, end.sector, end.page, end.number)
    entry = reader.entry
    variant = TSIVY
    if entry.kind == BEGUN:
        game.mirrored = entry.flags() & NEW_GAMES_MIRRORED != 0
        variant = entry.variant()
        if variant > TELO:
            return -1
        game.following = variant if variant >= DIMY else TSIVY
    if kind == NONE_LEFT:
        return -1
    end.is_result = kind == RESULT
    choose(game.position, variant)
    size = entry.copy_name(name)
    try:
        load(reader, game)
    except (IndexError, ValueError):
        return -1  # a damaged record that looks whole: moves that are none
    return -1 if game.reason in SAID else size


def last_begun(reader: Reader, sector: int, page: int, number: int) -> int:
    """Go back from a page, in the sector of that sequence number, to where the game written last begins.

    The kind of its last record; NONE_LEFT where there is none, and the present record is another one.
    """
    entry = reader.entry
    kind = NONE_LEFT  # of the last record of all
    is_known = False
    while number > 0:
        reader.go(sector, page)
        at = entry.at
        begun = -1
        while entry.glance(at):
            n = entry.size
            if entry.kind < MOST_MOVES or entry.look(at):
                if not is_known:
                    kind = entry.kind
                if entry.kind == BEGUN:
                    begun = at
            at += n
        is_known = kind != NONE_LEFT
        if begun >= 0:
            return kind if entry.look(begun) else NONE_LEFT
        if page:
            page -= 1
            continue
        sector = (sector - 1) % reader.sectors.count
        page = PAGES - 1
        number -= 1
        if reader.head(sector) != number:
            break
    return NONE_LEFT


def load(reader: Reader, game: Game) -> None:
    """Read the game that begins with the present record into ``game``, as far as it goes, and judge its end.

    The record after it is the present one then. ``IndexError`` or ``ValueError`` if its moves are none.
    """
    entry = reader.entry
    record = game.record
    ply = -1
    result = reason = 0
    # Of the positions found, the first, the latest, and the latest before the last capture, from which on
    # the moves are made again: repetition counts from that capture.
    first = latest = start = (entry, 0)
    flags = counted = entry.flags()  # those of now, and of the last move, which are what judged it
    kind = entry.kind
    while kind != NONE_LEFT and (kind != BEGUN or ply < 0):
        if kind < MOST_MOVES:
            record.take(kind, entry.data, entry.steps_at(), entry.steps())
            ply += 1
            counted = flags
            if entry.captures():
                start = latest
        elif kind == BEGUN or kind == STANDS:
            stood = entry.ply()
            is_lost = ply < 0 or not record.base_ply <= stood <= ply
            if is_lost:  # moves before
                entry.unpack(reader.board)
                game.resume(reader.board, entry.turn(), stood, entry.quiet())
            elif stood < ply:
                record.cut(stood)
                counted = 0  # a position that is gone back to was no draw
            ply = stood
            latest = (entry.copy(), record.size)
            flags = entry.flags()
            if is_lost:
                first = start = latest
                counted = flags
            elif start[0].ply() > stood - entry.quiet():
                start = first
            result = UNFINISHED
        elif kind == RESULT:
            result = entry.result()
            reason = entry.reason()
        kind = reader.next()
    if start[1] < record.first:
        start = latest  # the record has forgotten so long a game's beginning
    stands, cursor = start
    stands.unpack(reader.board)
    game.catch_up(reader.board, stands.turn(), stands.ply(), stands.quiet(), cursor)
    if result != UNFINISHED:
        game.close(result, reason)
    else:
        _let_count(game, counted)
        game.judge()
    _let_count(game, flags)


def _let_count(game: Game, flags: int) -> None:
    """Set which draws count."""
    game.repetition = flags & REPETITION_COUNTS != 0
    game.fifty = flags & FIFTY_COUNT != 0
