"""Puzzles: positions with a single winning move, found in games, graded and kept."""
