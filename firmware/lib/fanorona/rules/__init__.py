"""The rules: board, positions, moves, games, matches, and how they are written."""
