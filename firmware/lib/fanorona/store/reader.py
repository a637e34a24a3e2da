"""Reading the journal (JOURNAL.md): its records as they were written."""

from fanorona.rules.geometry import POINTS
from fanorona.store.records import (
    COPY_AT,
    ERASED,
    FORMAT,
    FORMAT_AT,
    HEAD,
    NOTHING,
    PAGE,
    PAGES,
    Entry,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.store.records import Flash


class Reader:
    """Reads records from ``sectors``, passing over damaged ones.

    ``entry`` is the present record, in the page being read, ``board`` room for its position.
    """

    def __init__(self, sectors: "Flash") -> None:
        self.entry = Entry(PAGE)
        self.sector = 0
        self.page = 0
        self.sectors = sectors
        self.board = bytearray(POINTS)
        self._head = bytearray(COPY_AT - FORMAT_AT)
        self._copy = bytearray(COPY_AT - FORMAT_AT)

    def head(self, sector: int) -> int:
        """The sequence number of a sector; 0 when it is erased, -1 when it cannot be used before it is."""
        sectors = self.sectors
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
        self.sectors.read(sector, page * PAGE, self.entry.data)

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
            following = (self.sector + 1) % self.sectors.count
            if number <= 0 or self.head(following) != number + 1:
                self.go_to(PAGE)
                break
            self.go(following, 0)
        return self.entry.kind
