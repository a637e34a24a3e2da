"""The catalogues of what players read."""
