"""What the board can be about instead of a game."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from fanorona.painter import Painter

    class Apart(Protocol):
        """While it is on (``Reports.apart``), contacts and buttons come here and no game hears of them."""

        more: bool
        """Whether ``tell`` has another line."""

        def begin(self) -> None:
            """Take the board as it stands."""

        def contact(self, p: int, closed: int) -> None:
            """Take one debounced change at point ``p``."""

        def press(self, press: int) -> bool:
            """Take what a press means (``buttons``); whether that ends it."""

        def tell(self) -> None:
            """Report how things stand."""

        def paint(self, painter: Painter) -> None:
            """Paint how things stand."""
