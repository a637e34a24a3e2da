"""Games of virtual boards that are not finished, and can be gone on with."""

from __future__ import annotations

import logging

from lakabe.archive import Archive, Game
from lakabe.board.scribe import position_before
from lakabe.errors import ArchiveDamage
from lakabe.matches.standing import Standing
from lakabe.virtual.playback import number_of

log = logging.getLogger(__name__)


def unfinished(archive: Archive, match: Standing | None = None) -> dict[int, tuple[Game, str]]:
    """Unfinished games by the numbers of their virtual boards, each with its stones; newest first.

    With a ``match``, only its own.
    """
    found: dict[int, tuple[Game, str]] = {}
    for serial in archive.boards():
        number = number_of(serial)
        try:
            game = archive.unfinished(serial)
        except ArchiveDamage as error:
            log.warning("%s", error)
            continue
        if number is None or game is None or not game.texts() or not game.complete():
            continue
        if match is not None and game.number not in [one.game for one in match.record.games]:
            continue
        last = position_before(game, game.first_ply + len(game.texts()))
        if last is not None:
            found[number] = game, picture(last)
    return dict(sorted(found.items(), key=lambda item: item[1][0].number, reverse=True))


def picture(position: str) -> str:
    """The stones of a position (N2) in reading order, W, B or a dot."""
    rows = position.split(" ")[0].replace("/", "")
    return "".join("." * int(letter) if letter.isdigit() else letter for letter in rows)
