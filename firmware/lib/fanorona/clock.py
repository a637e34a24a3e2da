"""Spans on a clock in milliseconds that wraps at 2**30."""

from fanorona.compat import const

_WRAP = const(0x3FFFFFFF)


def left(span: int, since: int, now: int) -> int:
    """Milliseconds left of a span; 0 when it is over."""
    rest = span - ((now - since) & _WRAP)
    return rest if rest > 0 else 0


def sooner(a: int, b: int) -> int:
    """The sooner of two times to wait; -1 stands for never."""
    if a < 0:
        return b
    return a if b < 0 or a < b else b
