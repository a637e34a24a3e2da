"""Whether a magnet in a stone closes the reed of its point, and no reed of another."""
