"""Checking endgame tables, and solving smaller boards with them."""
