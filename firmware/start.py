"""Starts the board: at full speed before the rest is imported, which takes half the time then."""

import config
from processor import speed_up

speed_up(config.CLOCK_HZ)


def run() -> None:
    """See ``main.run``."""
    import main

    main.run()
