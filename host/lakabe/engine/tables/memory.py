"""Kernels only: reading bytes at an address, so that one array of numbers stands for many mapped files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.extending import intrinsic

_pointer: Any = types.CPointer


def _byte_at(context: Any, address: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        pointer = builder.inttoptr(arguments[0], _context.get_value_type(_pointer(types.uint8)))
        return _context.cast(builder, builder.load(pointer), types.uint8, types.int64)

    return types.int64(types.int64), generate


byte_at = cast(Callable[[int], int], intrinsic(_byte_at))
"""The byte at an address, 0 to 255. The caller keeps what lies there mapped."""
