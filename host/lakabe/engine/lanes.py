"""Kernels only: rows of ``LANES`` numbers of 16 bits, many of which the processor adds at a time.

Of a loop over such rows Numba makes an operation a number, for it cannot know that arrays do not overlap.
"""

from __future__ import annotations

from typing import Any

from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, models, register_model

LANES = 64

_types: Any = types
_tools: Any = cgutils
_models: Any = models
_ir: Any = _tools.ir
_ROW = _ir.VectorType(_ir.IntType(16), LANES)
_WIDE = _ir.VectorType(_ir.IntType(32), LANES)


class _Lanes(_types.Type):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__(name="Lanes")


_LANES = _Lanes()


@register_model(_Lanes)
class _LanesModel(_models.PrimitiveModel):  # type: ignore[misc]
    def __init__(self, manager: Any, described: Any) -> None:
        super().__init__(manager, described, _ROW)


def _place(context: Any, builder: Any, kind: Any, array: Any, index: Any) -> Any:
    held = context.make_array(kind)(context, builder, array)
    if kind.ndim == 2:
        index = builder.mul(index, _tools.unpack_tuple(builder, held.shape)[1])
    return builder.bitcast(builder.gep(held.data, [index]), _ROW.as_pointer())


def _read(context: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments[0], arguments[1])
        return builder.load(place, align=2)

    return _LANES(array, _types.int64), generate


def _write(context: Any, array: Any, index: Any, row: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        place = _place(context, builder, signature.args[0], arguments[0], arguments[1])
        builder.store(arguments[2], place, align=2)
        return context.get_dummy_value()

    return _types.void(array, _types.int64, _LANES), generate


def _plus(context: Any, a: Any, b: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.add(*arguments)

    return _LANES(_LANES, _LANES), generate


def _minus(context: Any, a: Any, b: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.sub(*arguments)

    return _LANES(_LANES, _LANES), generate


def _product(context: Any, row: Any, most: Any, factors: Any) -> Any:
    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        row, most, factors = arguments
        small = builder.trunc(most, _ir.IntType(16))
        ceiling = builder.insert_element(_ir.Constant(_ROW, _ir.Undefined), small, _ir.IntType(32)(0))
        ceiling = builder.shuffle_vector(ceiling, ceiling, _ir.Constant(_WIDE, [0] * LANES))
        nothing = _ir.Constant(_ROW, [0] * LANES)
        row = builder.select(builder.icmp_signed("<", row, ceiling), row, ceiling)
        row = builder.select(builder.icmp_signed(">", row, nothing), row, nothing)
        products = builder.mul(builder.sext(row, _WIDE), builder.sext(factors, _WIDE))
        name = f"llvm.vector.reduce.add.v{LANES}i32"
        kind = _ir.FunctionType(_ir.IntType(32), [_WIDE])
        together = _tools.get_or_insert_function(builder.module, kind, name)
        return builder.sext(builder.call(together, [products]), _ir.IntType(64))

    return _types.int64(_LANES, _types.int64, _LANES), generate


row_at: Any = intrinsic(_read)
"""``row_at(array, i)``: row i of an int16 array of LANES columns, or as many numbers of a flat one."""

put_row: Any = intrinsic(_write)
"""``put_row(array, i, row)``: the other way round."""

plus: Any = intrinsic(_plus)
"""The sums of two rows, modulo 65536."""

minus: Any = intrinsic(_minus)
"""The differences of two rows, modulo 65536."""

product: Any = intrinsic(_product)
"""``product(row, most, factors)``: the sum of the numbers, cut off at 0 and ``most``, times factors."""
