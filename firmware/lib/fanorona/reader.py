"""Reading the journal (JOURNAL.md): its records as they were written, and the game that they make."""

from fanorona.game import UNFINISHED, Game
from fanorona.geometry import POINTS
from fanorona.records import (
    BEGUN,
    COPY_AT,
    ERASED,
    FIFTY_COUNT,
    FORMAT,
    FORMAT_AT,
    HEAD,
    MOST_MOVES,
    NONE_LEFT,
    NOTHING,
    PAGE,
    PAGES,
    REPETITION_COUNTS,
    RESULT,
    STANDS,
    Entry,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.records import Flash


class Reader:
    """Reads records from ``sectors``, passing over damaged ones.

    ``entry`` is the present record, in the page being read, ``board`` room for its position.
    """

    def __init__(self, sectors: "Flash") -> None:
        self.entry = Entry(PAGE)
        self.sector = 0
        self.page = 0
        self._sectors = sectors
        self.board = bytearray(POINTS)
        self._head = bytearray(COPY_AT - FORMAT_AT)
        self._copy = bytearray(COPY_AT - FORMAT_AT)

    def head(self, sector: int) -> int:
        """The sequence number of a sector; 0 when it is erased, -1 when it cannot be used before it is."""
        sectors = self._sectors
        head = self._head
        if not sectors.owns(sector):
            return -1
        sectors.read(sector, FORMAT_AT, head)
        sectors.read(sector, COPY_AT, self._copy)
        if head != self._copy:
            return -1
        if head[0] == FORMAT:
            return head[1] | head[2] << 8 | head[3] << 16
        page = self.entry.data
        self.go_to(PAGE)
        sectors.read(sector, 0, page)
        for i in range(FORMAT_AT):
            page[i] = NOTHING
        return 0 if page == ERASED else -1

    def go(self, sector: int, page: int) -> None:
        """Read on from the beginning of a page."""
        self.sector = sector
        self.page = page
        self.go_to(0 if page else HEAD)
        self._sectors.read(sector, page * PAGE, self.entry.data)

    def go_to(self, at: int) -> None:
        """Read on from this place of the page."""
        self.entry.at = at
        self.entry.clear()

    def turn_to(self, page: int) -> bool:
        """Read on from a page by its number over all sectors; False where its sector cannot be read."""
        sector = page // PAGES
        page %= PAGES
        if not page and self.head(sector) <= 0:
            return False
        self.go(sector, page)
        return True

    def next_in_page(self) -> bool:
        """Go to the next record of the page; whether there is one."""
        entry = self.entry
        return entry.look(entry.at + entry.size)

    def next(self) -> int:
        """Go to the next record; its kind, NONE_LEFT at the end."""
        while not self.next_in_page():
            # What may follow in this page is damaged: every page begins with a record.
            if self.page < PAGES - 1:
                self.go(self.sector, self.page + 1)
                continue
            number = self.head(self.sector)
            following = (self.sector + 1) % self._sectors.count
            if number <= 0 or self.head(following) != number + 1:
                self.go_to(PAGE)
                break
            self.go(following, 0)
        return self.entry.kind

    def last_begun(self, sector: int, page: int, number: int) -> bool:
        """Go back from a page, in the sector of that sequence number, to where the game written last begins.

        False when that has ended, or there is none; then its beginning is not the present record.
        """
        entry = self.entry
        kind = NONE_LEFT  # of the last record of all
        is_known = False
        while number > 0:
            self.go(sector, page)
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
                return entry.look(begun) and kind != RESULT
            if page:
                page -= 1
                continue
            sector = (sector - 1) % self._sectors.count
            page = PAGES - 1
            number -= 1
            if self.head(sector) != number:
                return False
        return False

    def load(self, game: Game) -> None:
        """Read the game that begins with the present record into ``game``, as far as it goes.

        The record after it is the present one then. ``IndexError`` or ``ValueError`` if its moves are none.
        This allocates.
        """
        entry = self.entry
        record = game.record
        ply = -1
        result = reason = 0
        # Of the positions found, the first, the latest, and the latest before the last capture, from which on
        # the moves are made again: repetition counts from that capture.
        first = latest = start = (entry, 0)
        kind = entry.kind
        while kind != NONE_LEFT and (kind != BEGUN or ply < 0):
            if kind < MOST_MOVES:
                record.take(kind, entry.data, entry.steps_at(), entry.steps())
                ply += 1
                if entry.captures():
                    start = latest
            elif kind == BEGUN or kind == STANDS:
                stood = entry.ply()
                is_lost = ply < 0 or not record.base_ply <= stood <= ply
                if is_lost:  # moves before
                    entry.unpack(self.board)
                    game.resume(self.board, entry.turn(), stood, entry.quiet())
                elif stood < ply:
                    record.cut(stood)
                ply = stood
                latest = (entry.copy(), record.size)
                if is_lost:
                    first = start = latest
                elif start[0].ply() > stood - entry.quiet():
                    start = first
                result = UNFINISHED
            elif kind == RESULT:
                result = entry.result()
                reason = entry.reason()
            kind = self.next()
        if start[1] < record.first:
            start = latest  # the record has forgotten so long a game's beginning
        stands, cursor = start
        stands.unpack(self.board)
        game.catch_up(self.board, stands.turn(), stands.ply(), stands.quiet(), cursor)
        flags = latest[0].flags()
        game.repetition = flags & REPETITION_COUNTS != 0
        game.fifty = flags & FIFTY_COUNT != 0
        if result != UNFINISHED:
            game.close(result, reason)
