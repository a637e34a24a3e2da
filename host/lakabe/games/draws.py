"""The two draws of R11 that can be switched off: which games do without, in words and in their records."""

from __future__ import annotations

from collections.abc import Mapping

from lakabe.language.saying import Text, join, say

REPETITION, FIFTY = "repetition", "fifty"
WORDS = (REPETITION, FIFTY)
"""As the settings of a board are called, and the reasons of results."""
TAG = "Without"
"""The tag (N3) with the words of those that do not count in a game; no tag where both do."""

Without = frozenset[str]
"""Words of WORDS."""
NONE: Without = frozenset()

_SAID = {
    REPETITION: say("The same position for the third time is no draw."),
    FIFTY: say("Fifty moves each without a capture are no draw."),
}


def of(tags: Mapping[str, str]) -> Without:
    """What a game with these tags does without; other words mean nothing here."""
    return frozenset(tags.get(TAG, "").replace(",", " ").split()) & frozenset(WORDS)


def tags(without: Without) -> dict[str, str]:
    """What the archive keeps of it."""
    return {TAG: " ".join(_ordered(without))} if without else {}


def commands(without: Without) -> list[tuple[str, str, int]]:
    """What tells a board so, where anything does not count."""
    return [("set", word, int(word not in without)) for word in WORDS] if without else []


def said(without: Without) -> Text:
    """It in sentences, for the players; empty where both count."""
    return join(_SAID[word] for word in _ordered(without))


def repetition_counts(tags: Mapping[str, str]) -> bool:
    """Whether whoever looks ahead in a game with these tags has to mind R11, as far as it holds at all."""
    return REPETITION not in of(tags)


def stands(tags: Mapping[str, str], result: str) -> bool:
    """Whether a game of that result that came to such a draw ended by it, rather than go on."""
    return not of(tags) or result == "1/2-1/2"


def _ordered(without: Without) -> list[str]:
    return [word for word in WORDS if word in without]
