"""The page: a live view of one board, and hands for the virtual one."""
