"""What was chosen at the board with the menu, taken up again when it is switched on."""

from fanorona.rules.rules import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from fanorona.session import Session

FILE = "menu"
"""Each side's level of help, a byte each, White's first; after them what ``matching`` keeps."""

_HIGHEST = 4


def recall(session: "Session", kept: bytes) -> None:
    """Help each side as much as was chosen, and go on with the match; ``kept`` is what the file has."""
    if len(kept) < BLACK:
        return
    session.set_level(min(kept[0], _HIGHEST), WHITE)
    session.set_level(min(kept[1], _HIGHEST), BLACK)
    if len(kept) > BLACK:
        session.beside.open_match().recall(kept[BLACK:])
