"""Which functions of the firmware become machine code on a board.

Machine code is up to twice as fast as bytecode and fills three times the memory, of which 48 KiB have to
stay free after a game. So it is the functions that run between a contact's change and its light and line,
those first that run longest for their size; and those that walk through the moves, which keep a contact
waiting while the book of moves is written. ``python -m pico.bench.native`` in ``tests`` works the order out;
``firmware/README.md`` has what comes of it.

``usb`` has to stay bytecode. Machine code does not notice Ctrl-C, so it would go on and take the bytes that
mpremote sends after it, which are for the REPL.
"""

from __future__ import annotations

_FUNCTIONS = {
    "asking": "step watch",
    "book": "read",
    "clock": "left",
    "debounce": "_drop next",
    "evidence": "_compare _number _write can_have_gone count_from follow note settle",
    "leds": "_scale show",
    "link": "step",
    "main": "turn",
    "marks": "clear drop put",
    "matrix": "_note buttons scan",
    "news": "contact",
    "outbox": "_after add add_point begin end in_flight put_char put_point ready sent write_number",
    "painter": "_mark_line _paint_errors _paint_movers _paint_ways light paint",
    "reading": "_clear _conclude explain think",
    "reports": "contact",
    "rules": "can_capture kinds movable must_capture play_step run",
    "search": "_may_explain _next_entries _search_book _skip begin go",
    "session": "_paint _step_others _step_timers _tell follow listens say step",
    "telo": "movable",
    "tracker": "_act _path_is_news contact think",
    "vela": "_find_movers _leaves look",
    "walk": "_find _note copy follow go play",
    "weighing": "_price begin mark_due weigh",
}

NATIVE = tuple(f"{module}.{name}" for module, names in _FUNCTIONS.items() for name in names.split())
"""Their names, such as ``session.step``."""
