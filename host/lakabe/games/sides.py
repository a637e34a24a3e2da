"""The two sides, by their letters W and B."""

from __future__ import annotations

from lakabe.language.saying import within

COLOURS = {"W": within("in a sentence", "White"), "B": within("in a sentence", "Black")}
"""As sentences call them. French and others have an article before it there."""
OTHER = {"W": "B", "B": "W"}
