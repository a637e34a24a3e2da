"""Texts that nobody has looked at whose language it is, and how the catalogues mark them."""

from __future__ import annotations

from babel.messages.catalog import Message

AWAITS = "awaits a speaker's review"
"""The remark on such a text. Who speaks the language, and finds the text good, takes it out."""
UNREVIEWED = ("mg",)
"""The languages of which a new text gets it."""


def awaits(known: Message | None, code: str | None) -> list[str]:
    """The remark for a text that has it, or is new; ``known`` is what there was of the text."""
    waits = code in UNREVIEWED if known is None else AWAITS in known.auto_comments
    return [AWAITS] if waits else []
