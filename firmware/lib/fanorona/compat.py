"""The one difference between the interpreters that the package has to bridge."""

try:
    from micropython import const as const
except ImportError:

    def const(value: int) -> int:
        """CPython's stand-in for MicroPython's compile-time constant: the value itself."""
        return value
