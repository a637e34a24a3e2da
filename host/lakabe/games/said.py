"""Numbers and dates as people read them, in one form everywhere."""

from __future__ import annotations

import re
from datetime import datetime

_DATE = re.compile(r"([0-9]{4})\.([0-9]{2}|\?\?)\.([0-9]{2}|\?\?)")


def plural(number: int, what: str, nothing: str = "0") -> str:
    """``1 move``, ``2,000 moves``; ``nothing`` is said for none."""
    return f"{f'{number:,}' if number else nothing} {what}{'' if number == 1 else 's'}"


def day(date: str) -> str:
    """The tag ``Date`` (N3): ``2026.01.02`` as ``2026-01-02``, without what is unknown of it.

    A text that is no date stays as it is.
    """
    if date.startswith("????"):
        return ""
    found = _DATE.fullmatch(date)
    return date if found is None else "-".join(part for part in found.groups() if part != "??")


def moment(time: str) -> str:
    """A time of a record (UTC, ISO 8601) on this computer's clock: ``2026-01-02 18:30``."""
    return f"{datetime.fromisoformat(time).astimezone():%Y-%m-%d %H:%M}"
