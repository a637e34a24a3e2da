"""Matches (M): several games that belong together, kept in the archive and played on any board."""
