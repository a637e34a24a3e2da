"""The engine: bitboards, moves, search, evaluation, and the text protocol it is spoken to with.

Its inner loops are *kernels*: plain functions on ``int`` and NumPy arrays that Numba compiles (``jit``).
"""
