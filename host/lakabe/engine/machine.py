"""Kernels only: what Numba has no words for: values behind an address, reading ahead, many sets at a time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_types: Any = types
_tools: Any = cgutils


def pinned_type(*parts: Any) -> Any:
    """Numba's type of what ``pinned`` gives for a value of a type, or a tuple of several, for signatures."""
    return _types.CPointer(parts[0] if len(parts) == 1 else _types.Tuple(parts))


def _pinned(context: Any, value: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return _tools.alloca_once_value(builder, arguments[0])

    return _types.CPointer(value)(value), generate


pinned: Any = intrinsic(_pinned)
"""The address of a value: ``pinned(value)[0]`` is the value again, until the caller of ``pinned`` returns.

Every array that a kernel passes on counts as seven arguments or more, too many for one that calls itself at
every node of a search.
"""


def _fetch_row(context: Any, table: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        columns = _tools.unpack_tuple(builder, array.shape)[1]
        address = builder.gep(array.data, [builder.mul(arguments[1], columns)])
        pointer = builder.bitcast(address, _tools.voidptr_t)
        number = _tools.int32_t
        kind = _tools.ir.FunctionType(_tools.ir.VoidType(), [_tools.voidptr_t, number, number, number])
        fetch = builder.module.declare_intrinsic("llvm.prefetch", [_tools.voidptr_t], kind)
        # To be read, into every cache, as data.
        builder.call(fetch, [pointer, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return _types.void(table, _types.int64), generate


fetch_row = cast(Callable[[Any, int], None], intrinsic(_fetch_row))
"""Let the processor begin to read a row of an array with two dimensions, while other work is done."""


def _both_meet(context: Any, first: Any, second: Any, row: Any, one: Any, other: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        ir = _tools.ir
        many = ir.VectorType(ir.IntType(64), 16)
        index = ir.IntType(32)

        def spread(points: Any) -> Any:
            one = builder.insert_element(ir.Constant(many, ir.Undefined), points, index(0))
            return builder.shuffle_vector(one, one, ir.Constant(ir.VectorType(index, 16), [0] * 16))

        def meets(i: int, points: Any) -> Any:
            held = context.make_array(signature.args[i])(context, builder, arguments[i])
            at = builder.gep(held.data, [builder.mul(arguments[2], ir.Constant(ir.IntType(64), 16))])
            sets = builder.load(builder.bitcast(at, many.as_pointer()), align=8)
            return builder.icmp_signed("!=", builder.and_(sets, spread(points)), ir.Constant(many, [0] * 16))

        together = builder.and_(meets(0, arguments[3]), meets(1, arguments[4]))
        return builder.zext(builder.bitcast(together, ir.IntType(16)), ir.IntType(64))

    return _types.int64(first, second, _types.int64, _types.int64, _types.int64), generate


both_meet: Any = intrinsic(_both_meet)
"""``both_meet(a, b, r, x, y)``: bit k where set k in row r of ``a`` meets x, and that of ``b`` meets y.

``a`` and ``b`` have shape (n, 16), int64.
"""
