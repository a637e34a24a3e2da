"""Whole games looked at again: moves graded, the evaluation's curve, turning points, accuracy."""
