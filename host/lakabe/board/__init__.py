"""What stands between this program and a board: its firmware, and the way there."""
