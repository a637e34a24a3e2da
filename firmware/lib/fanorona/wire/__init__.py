"""The serial cable: what the board says, and what it is told."""
