"""Endgame tables: the value of every position with few stones, and how many plies it is from the end.

``build`` makes them, ``verify`` checks them, ``store.Tables`` answers for positions; README.md tells how.
"""
