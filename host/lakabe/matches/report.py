"""A match in the terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from rich.markup import escape

from lakabe.games import ending, pgn
from lakabe.games.said import moment
from lakabe.language.saying import Text as Said
from lakabe.language.saying import join, say
from lakabe.matches.standing import Standing

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from lakabe.games.pgn import Score

Told = Callable[[str], str]
"""Says a text in the language of the terminal."""
_WON = {"1-0": ("1", "0"), "0-1": ("0", "1"), "1/2-1/2": ("=", "=")}


def crosstable(standing: Standing, told: Told) -> tuple[Text, Table]:
    """The standing in a line; and a column a game, a row a player, velas marked by their numbers, as 2.1."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE)
    table.add_column("")
    for one in standing.rounds:
        table.add_column(one.label, justify="center", style="dim" if one.is_vela else None)
    table.add_column(told(say("points")), justify="right", style="bold")
    for player, name in enumerate(standing.players):
        cells = []
        for one in standing.rounds:
            won = _WON[one.game.result or ""] if one.game is not None else ("", "")
            cells.append(f"{won[0] if one.white == player else won[1]}{'○' if one.white == player else '●'}")
        owes = standing.debtor() and standing.match.debtor() == player
        debt = f" {told(say('(in debt)'))}" if owes else ""
        table.add_row(escape(name) + debt, *cells, str(standing.points[player]))
    return Text.from_markup(_title(standing, told), style="bold"), table


def games(standing: Standing, velas: Mapping[int, Score], told: Told) -> Table:
    """The games that were played, a line each; ``velas``: those of them that are, by their numbers."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE)
    names = (say("Round"), say("Game"), say("White"), say("Black"), say("Result"), "", say("Ended by"))
    for name in names:
        table.add_column(told(name), justify="right" if name in ("Round", "Game") else "left")
    for one in standing.rounds:
        assert one.game is not None
        black = standing.players[1 - one.white]
        what = _vela(velas.get(one.game.game or 0)) if one.is_vela else one.opening
        table.add_row(
            one.label, str(one.game.game or "-"), escape(standing.players[one.white]), escape(black),
            one.game.result or "", told(what), told(ending.termination(one.game.result, one.game.reason)),
        )  # fmt: skip
    return table


def _vela(score: Score | None) -> Said:
    """A vela, and where its second phase begins."""
    begun = pgn.second_moves(score) if score is not None else []
    return join([say("vela"), *(say("second phase (V6) after {move}", move=move) for move in begun)], ", ")


def listing(standings: Sequence[Standing], told: Told) -> Table:
    """Several matches, a line each."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE, collapse_padding=True, pad_edge=False)
    names = ("ID", say("Started"), say("Match"), say("Players"), say("Points"), say("Games"), say("Next"))
    for name in names:
        table.add_column(told(name), justify="right" if name in ("ID", "Games") else "left")
    for standing in standings:
        record = standing.record
        title = told(standing.title)
        name = f"{title} ({record.event})" if record.event else title
        started = moment(record.started)[:10]
        following = told(say("over")) if standing.next is None else standing.next.label
        table.add_row(
            str(record.number), started, escape(name), escape(" - ".join(standing.players)),
            standing.score(), str(len(standing.rounds)), following,
        )  # fmt: skip
    return table


def line(standing: Standing) -> str:
    """The standing in a line: ``Ada 2 : 1 Bela``."""
    first, second = standing.players
    return f"{first} {standing.score()} {second}"


def _title(standing: Standing, told: Told) -> str:
    record = standing.record
    called = record.event or told(say("{match} {number}", match=standing.title, number=record.number))
    return escape(f"{called}: {line(standing)}")
