"""A second, independent judge of the soak: reads contacts slowly and exhaustively, and compares the record.

It knows neither the tracker nor what the hands meant: only the rules (`reference`), what the contacts did,
and what the board said.
"""
