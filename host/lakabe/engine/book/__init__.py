"""The opening book: what long searches of our own have found about the first moves."""
