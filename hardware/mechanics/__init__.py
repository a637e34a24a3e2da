"""Stones, top and frame: plain geometry (`top`, `stones`), and solids made of it (`solids`, `build`)."""
