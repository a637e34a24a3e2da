"""What the board can be about instead of a game, or show aside while one is under way or over."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    from fanorona.lights.painter import Painter

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

    class Aside(Protocol):
        """While it is on (``Beside.show``), it may be painted instead of the game, which goes on as ever.

        The next thing that happens in the game ends it.
        """

        def press(self, press: int, now: int) -> bool:
            """Take what a press means (``buttons``); False: it means that for the game, too."""

        def idle_ms(self, now: int) -> int:
            """Milliseconds until ``step`` has something to do; -1 for never."""

        def step(self, now: int) -> None:
            """Time has passed."""

        def paint(self, painter: Painter) -> bool:
            """Paint it; False: the game is to be painted."""
