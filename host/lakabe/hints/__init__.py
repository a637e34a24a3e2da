"""Hints for people: the best move, what it is worth, why, and what else there is."""
