"""A match named on the command line: a new one by its kind, or one of the archive by its number."""

from __future__ import annotations

from lakabe.archive import Archive
from lakabe.archive.damage import MOST_DIGITS
from lakabe.errors import UsageError
from lakabe.games import clock, names
from lakabe.games.clock import Control
from lakabe.games.draws import NONE, Without
from lakabe.games.names import Names
from lakabe.matches.standing import WORDS, Standing
from lakabe.printable import one_line

PLAYERS = ("First", "Second")
"""How players are called whom nobody has named."""


def players_of(text: str | None) -> tuple[str, str]:
    """The names in ``NAME,NAME``; UsageError. Without any, two that do."""
    return PLAYERS if text is None else names.pair(text)


def both(players: Names) -> tuple[str, str]:
    """The players of a match that begins with these names; those who have none get some that do."""
    return players.white or PLAYERS[0], players.black or PLAYERS[1]


def begin(
    archive: Archive,
    kind: str,
    players: str | tuple[str, str] | None = None,
    event: str = "",
    options: int = 0,
    without: Without = NONE,
) -> Standing:
    """A new match ``without`` these draws (R11); UsageError for a kind that there is none of.

    ``players``: two names, or both as ``NAME,NAME``.
    """
    if kind not in WORDS:
        raise UsageError(f"there is no match {kind!r}", f"give one of {', '.join(WORDS)}")
    with archive.writing() as writer:
        pair = players if isinstance(players, tuple) else players_of(players)
        number = writer.match(kind, options, one_line(event), pair, without)
    return Standing(archive.match(number))


def find(archive: Archive, which: str, players: str | None = None, without: Without = NONE) -> Standing:
    """A new match of a kind, or the one with that number, which must not be over. UsageError, InputError."""
    if not (which.isascii() and which.isdecimal()):
        return begin(archive, which, players, without=without)
    if players is not None:
        raise UsageError("--players are those of a new match", f"leave it out to go on with match {which}")
    if without:
        chosen = " and ".join(f"--no-{word}" for word in sorted(without))
        raise UsageError(
            f"which draws count in match {which} was chosen when it began",
            f"leave {chosen} out, or begin another by its kind",
        )
    standing = Standing(archive.match(int(which[:MOST_DIGITS])))
    if standing.next is None:
        raise UsageError(
            f"match {which} is over", f"`lakabe matches show {which}` shows it; begin another by its kind"
        )
    return standing


def clocks(archive: Archive, standing: Standing | None) -> Control | None:
    """The clocks of games to come if nobody chooses any: in a match those of its last game that is kept."""
    games = () if standing is None else standing.record.games
    played = [game.game for game in games if game.game is not None]
    return clock.of(archive.game(played[-1]).tags) if played else None
