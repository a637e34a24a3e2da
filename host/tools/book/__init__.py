"""Making the opening book that comes with the engine."""
