# Starts the firmware of a virtual Pico and names what node/board.mjs calls.

import hardware as _hardware

import main as _main

_turn = _main.turn
_idle = _main.idle


def _skip(most):
    from fanorona.wire.link import TICK_MS

    due = _main.session.quiet_ms(_hardware.clock[0])
    if 0 <= due < most:
        most = due
    ms = (most - 1) // TICK_MS * TICK_MS
    if ms:
        _main.session.skip(ms)
    return ms
