"""Which functions of the firmware become machine code on a board.

Machine code is up to twice as fast as bytecode and fills three times the memory, of which 100 KiB have to
stay free. So it is the functions that run between a contact's change and its light and line, those first that
run longest for their size. ``python -m pico.bench.native`` in ``tests`` works the order out;
``firmware/README.md`` has what comes of it.

``usb`` has to stay bytecode. Machine code does not notice Ctrl-C, so it would go on and take the bytes that
mpremote sends after it, which are for the REPL.
"""

from __future__ import annotations

_FUNCTIONS = {
    "book": "read takes_any",
    "debounce": "_drop next",
    "leds": "_scale _scale_role show",
    "main": "turn",
    "marks": "clear drop put",
    "matrix": "_note buttons scan",
    "outbox": "_after add add_point begin end put_char ready sent write_number",
    "painter": "_by_kind _paint_progress _paint_ways paint",
    "reading": (
        "_begin_search _compare _conclude _explains_all _follow_lines _is_beaten _is_enough "
        "_mark_due _may_explain _price _search_book _skip _weigh explain note think"
    ),
    "rules": "back can_capture kinds load must_capture play_step run",
    "session": "_follow _paint say step",
    "tracker": "_act _path_is_news contact think",
    "walk": "_find _note copy go line_from line_way",
}

NATIVE = tuple(f"{module}.{name}" for module, names in _FUNCTIONS.items() for name in names.split())
"""Their names, such as ``session.step``."""
