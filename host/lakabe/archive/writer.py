"""Writing, inside one transaction. Nothing is overwritten: the same again is nothing, another a conflict.

What does not stand any more is put aside (``undo``), not deleted.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from lakabe.archive import matches
from lakabe.archive.reading import read_game, read_row
from lakabe.archive.recognition import Recognised, Recognition
from lakabe.archive.schema import (
    BOARDS,
    CLOCKS,
    CONTACTS,
    FETCHED,
    GAMES,
    HINTS,
    MOVES,
    UNDONE,
)
from lakabe.archive.summaries import summarise
from lakabe.errors import ArchiveConflict, UsageError
from lakabe.games import clock, ending
from lakabe.games.draws import NONE, Without
from lakabe.games.names import Names
from lakabe.games.records import Contact, Game, Move, NewGame


class Writer:
    """The changes of one transaction; all durable together when ``Archive.writing`` ends, or none of them."""

    def __init__(self, connection: Connection, at: str) -> None:
        self._run = connection
        self._at = at
        self._changed: set[int] = set()
        self._recognition: Recognition | None = None

    def close(self) -> None:
        """Complete the transaction: summarise the games that it has changed."""
        summarise(self._run, sorted(self._changed))
        self._changed.clear()

    def board(self, serial: str, firmware: str, protocol: str, boot: str) -> int:
        """Note that this board is here; returns the last seq kept of this boot, 0 when it is another boot."""
        row = self._run.execute(
            select(BOARDS.c.boot, BOARDS.c.kept).where(BOARDS.c.serial == serial)
        ).one_or_none()
        kept = row.kept if row is not None and row.boot == boot else 0
        values = {
            "firmware": firmware,
            "protocol": protocol,
            "boot": boot,
            "kept": kept,
            "last_seen": self._at,
        }
        if row is None:
            self._run.execute(insert(BOARDS).values(serial=serial, first_seen=self._at, **values))
        else:
            self._run.execute(update(BOARDS).where(BOARDS.c.serial == serial).values(**values))
        return kept

    def keep(self, serial: str, boot: str, seq: int) -> None:
        """Note that every line of this boot up to ``seq`` is dealt with."""
        self._run.execute(
            update(BOARDS).where(BOARDS.c.serial == serial).values(boot=boot, kept=seq, last_seen=self._at)
        )

    def game(
        self,
        serial: str,
        name: str,
        first_ply: int = 1,
        start: str = "",
        tags: Mapping[str, str] | None = None,
        comment: str = "",
    ) -> int:
        """A new game of a board; ``start`` (N2) may be empty while it is unknown. Returns its number."""
        return self._add(
            board=serial,
            name=name,
            first_ply=first_ply,
            start=start,
            result=None,
            reason="",
            plies=None,
            tags=dict(tags or {}),
            comment=comment,
        )

    def named(self, serial: str, name: str) -> list[Game]:
        """The games of that board and name, newest first."""
        return [read_game(self._run, number) for number in self._numbers(serial, name)]

    def begins(self, game: int, first_ply: int, start: str, tags: Mapping[str, str] | None = None) -> None:
        """Fill in a start that was unknown, and tags; ArchiveConflict where another one is kept."""
        row = self._game(game)
        if not row.start:
            values = {"first_ply": first_ply, "start": start, "tags": {**row.tags, **(tags or {})}}
            self._set(game, **values)
        elif (row.first_ply, row.start) != (first_ply, start):
            raise ArchiveConflict(f"game {game} begins from another position")

    def move(self, game: int, ply: int, text: str) -> bool:
        """Add a move; False when it is there already. ArchiveConflict: another one is there, or the end."""
        there = self._run.execute(
            select(MOVES.c.text).where(MOVES.c.game == game, MOVES.c.ply == ply)
        ).scalar()
        if there is not None:
            if there != text:
                raise ArchiveConflict(f"game {game} has {there}, not {text}, as the move of ply {ply}")
            return False
        row = self._game(game)
        if ply < row.first_ply or (row.plies is not None and ply > row.plies):
            raise ArchiveConflict(f"game {game} has no ply {ply}")
        self._put_moves([(game, ply, text, "", self._at)])
        return True

    def clock(self, game: int, ply: int, left: int) -> None:
        """Keep the ms that a side had left after its move of ``ply``, instead of what was kept of it."""
        self._run.execute(delete(CLOCKS).where(CLOCKS.c.game == game, CLOCKS.c.ply == ply))
        self._run.execute(insert(CLOCKS).values(game=game, ply=ply, left=left))

    def time_was_up(self, game: int) -> None:
        """Note that a game which was ended by a command was lost on time."""
        if self._game(game).reason == ending.HOST:
            self._set(game, reason=ending.TIME)

    def finish(self, game: int, last_ply: int | None, result: str, reason: str) -> bool:
        """Set the result after ``last_ply`` (None: after the last move kept); False when it is set already.

        The same result after another ply is set anew. ArchiveConflict where the game has another result, or
        moves after ``last_ply``.
        """
        row = self._game(game)
        last = self._run.execute(select(func.max(MOVES.c.ply)).where(MOVES.c.game == game)).scalar()
        if last_ply is None:
            last_ply = row.first_ply - 1 if last is None else last
        if (row.result, row.plies) == (result, last_ply):
            return False
        if row.result not in (None, result):
            raise ArchiveConflict(f"game {game} ended {row.result} after ply {row.plies}")
        if last is not None and last > last_ply:
            raise ArchiveConflict(f"game {game} went on to ply {last}")
        self._set(game, result=result, reason=reason, plies=last_ply, ended=self._at)
        return True

    def undo(self, game: int, first_ply: int, why: str) -> bool:
        """Put aside the moves from ``first_ply`` on and a result that follows; False: there are none."""
        row = self._game(game)
        moves = self._run.execute(
            select(MOVES.c.ply, MOVES.c.text, MOVES.c.comment, MOVES.c.at, CLOCKS.c.left)
            .outerjoin(CLOCKS, (CLOCKS.c.game == MOVES.c.game) & (CLOCKS.c.ply == MOVES.c.ply))
            .where(MOVES.c.game == game, MOVES.c.ply >= first_ply)
            .order_by(MOVES.c.ply)
        ).all()
        if not moves and (row.plies is None or row.plies < first_ply):
            return False
        for move in moves:
            told = clock.noted(move.comment, move.left)
            self.put_aside(game, move.ply, move.text, why, move.at, told)
        self._drop_moves(game, first_ply)
        self.reopen(game, why)
        return True

    def reopen(self, game: int, why: str) -> None:
        """Put aside the result, if the game has one."""
        row = self._game(game)
        if row.result is None:
            return
        self.put_aside(game, row.plies + 1, f"{row.result} {row.reason}", why, row.ended)
        self._set(game, result=None, reason="", plies=None, ended=None)

    def read(self, game: int) -> Game:
        """The game as this transaction sees it."""
        return read_game(self._run, game)

    def branch(self, game: int, last_ply: int) -> int:
        """Another unfinished game with the start and the moves of ``game`` up to ``last_ply``; its number."""
        row = self._game(game)
        number = self._add(
            board=row.board, name=row.name, first_ply=row.first_ply, start=row.start,
            result=None, reason="", plies=None, tags=row.tags,
        )  # fmt: skip
        moves = self._run.execute(
            select(MOVES.c.ply, MOVES.c.text, MOVES.c.comment, MOVES.c.at)
            .where(MOVES.c.game == game, MOVES.c.ply <= last_ply)
            .order_by(MOVES.c.ply)
        ).all()
        self._put_moves((number, move.ply, move.text, move.comment, move.at) for move in moves)
        return number

    def contacts(self, serial: str, boot: str, game: int | None, contacts: Iterable[Contact]) -> None:
        """Keep raw events beside the game (None: outside any)."""
        shared = {"board": serial, "boot": boot, "game": game, "at": self._at}
        rows = [{**shared, **asdict(contact)} for contact in contacts]
        if rows:
            self._run.execute(insert(CONTACTS), rows)

    def adopt(self, serial: str, boot: str, first_seq: int, game: int) -> None:
        """Put the raw events of this boot from ``first_seq`` on, so far outside any game, beside ``game``."""
        self._run.execute(
            update(CONTACTS)
            .where(
                CONTACTS.c.board == serial,
                CONTACTS.c.boot == boot,
                CONTACTS.c.seq >= first_seq,
                CONTACTS.c.game.is_(None),
            )
            .values(game=game)
        )

    def add(
        self,
        tags: Mapping[str, str],
        start: str,
        moves: Iterable[Move],
        result: str,
        comment: str = "",
        digest: str | None = None,
        first_ply: int = 1,
        reason: str = "imported",
    ) -> int | None:
        """A game of no board; returns its number, or None when one of this digest was imported before."""
        new = NewGame(tags, start, tuple(moves), result, comment, digest, first_ply, reason)
        return self.add_all([new])[0]

    def add_all(self, games: Sequence[NewGame]) -> list[int | None]:
        """Games of no board; the number of each, None where one of its digest is there already."""
        digests = [one.digest for one in games if one.digest is not None]
        known = set(self._run.execute(select(GAMES.c.digest).where(GAMES.c.digest.in_(digests))).scalars())
        found: list[int | None] = [None] * len(games)
        places = []
        for place, one in enumerate(games):
            if one.digest is None or one.digest not in known:
                places.append(place)
                known.add(one.digest)
        if not places:
            return found
        rows = [
            self._row(
                board=None, name=None, first_ply=one.first_ply, start=one.start, result=one.result,
                reason=one.reason, plies=one.first_ply - 1 + len(one.moves), tags=dict(one.tags),
                comment=one.comment, digest=one.digest, ended=self._at,
            )
            for one in (games[place] for place in places)
        ]  # fmt: skip
        number = GAMES.c.number
        adding = insert(GAMES).returning(number, sort_by_parameter_order=True)
        numbers = self._run.execute(adding, rows).scalars().all()
        self._put_moves(
            (game, move.ply, move.text, move.comment, self._at)
            for game, place in zip(numbers, places, strict=True)
            for move in games[place].moves
        )
        for game, place in zip(numbers, places, strict=True):
            for move in games[place].moves:
                if move.left is not None:
                    self.clock(game, move.ply, move.left)
        self._changed.update(numbers)
        for place, game in zip(places, numbers, strict=True):
            found[place] = game
        return found

    def tag(self, game: int, tags: Mapping[str, str]) -> None:
        """Set tags of a game (names of the players and so on), keeping the others."""
        row = self._game(game)
        self._set(game, tags={**row.tags, **tags})

    def name(self, game: int, players: Names) -> None:
        """Name the players of a game, as far as they are known."""
        self.tag(game, players.tags())

    def recognise(self, new: NewGame) -> Recognised | None:
        """Give a game of the archive the names of players that ``new`` adds to it, which is no other game.

        None where there is no such game, or several (see ``recognition``).
        """
        if self._recognition is None:
            self._recognition = Recognition(self._run)
        found = self._recognition.find(new)
        if found is not None and found.added:
            self.tag(found.game, found.added)
        return found

    def need_not_fetch(self, serial: str, name: str) -> None:
        """The game of that board has been fetched from it, or is not wanted."""
        values = {"board": serial, "name": name}
        if self._run.execute(select(FETCHED.c.name).filter_by(**values)).first() is None:
            self._run.execute(insert(FETCHED).values(**values))

    def hint(self, serial: str, name: str, ply: int) -> None:
        """A hint was given for the move of ``ply`` of that board's game; given again, it is the same."""
        values = {"board": serial, "name": name, "ply": ply}
        if self._run.execute(select(HINTS.c.ply).filter_by(**values)).first() is None:
            self._run.execute(insert(HINTS).values(**values))

    def delete(self, game: int) -> None:
        """Remove a game with its moves and raw events; it is not fetched from its board again.

        UsageError where it counts in a match.
        """
        row = self._game(game)
        match = matches.match_of(self._run, row.board, row.name)
        if match is not None:
            raise UsageError(
                f"game {game} counts in match {match}",
                f"first forget that with `lakabe matches delete {match}`",
            )
        if row.board is not None and row.name is not None:
            self.need_not_fetch(row.board, row.name)
            if len(self._numbers(row.board, row.name)) == 1:
                self._run.execute(delete(HINTS).filter_by(board=row.board, name=row.name))
        self._run.execute(delete(CONTACTS).where(CONTACTS.c.game == game))
        self._run.execute(delete(UNDONE).where(UNDONE.c.game == game))
        self._drop_moves(game)
        self._run.execute(delete(GAMES).where(GAMES.c.number == game))

    def match(
        self, kind: str, options: int, event: str, players: tuple[str, str], without: Without = NONE
    ) -> int:
        """A new match (M): as in ``MatchRecord``. Returns its number."""
        return matches.add_match(self._run, self._at, kind, options, event, players, without)

    def match_game(self, match: int, place: int, serial: str, name: str) -> None:
        """The game at ``place`` of the match is this one of that board; one that was there before is not."""
        matches.put_game(self._run, match, place, serial, name)

    def own_match(self, serial: str, name: str, match: int) -> None:
        """The board runs this match by itself, and calls it so."""
        matches.put_own(self._run, serial, name, match)

    def match_players(self, match: int, players: tuple[str, str]) -> None:
        """Who plays a match: the one who has White in its first game, and the other."""
        matches.name_players(self._run, match, players)

    def close_match(self, match: int, closed: bool = True) -> None:
        """The match is over, or not any more."""
        matches.close_match(self._run, self._at if closed else None, match)

    def delete_match(self, match: int) -> None:
        """Forget a match; its games stay."""
        matches.delete_match(self._run, match)

    def put_aside(
        self, game: int, ply: int, text: str, why: str, at: str | None = None, comment: str = ""
    ) -> None:
        """Note something that was told and does not stand any more; ``at``: when it was told."""
        values = {
            "game": game,
            "ply": ply,
            "text": text,
            "comment": comment,
            "why": why,
            "at": at or self._at,
        }
        self._run.execute(insert(UNDONE).values(**values, undone_at=self._at))

    def _add(self, **values: object) -> int:
        done = self._run.execute(insert(GAMES), self._row(**values))
        assert done.inserted_primary_key is not None
        number = int(done.inserted_primary_key[0])
        self._changed.add(number)
        return number

    def _row(self, **values: object) -> dict[str, object]:
        return {"started": self._at, "ended": None, "comment": "", "digest": None, **values}

    def _set(self, game: int, **values: object) -> None:
        """Change columns of a game; nothing else updates its row."""
        self._run.execute(update(GAMES).where(GAMES.c.number == game).values(**values))
        self._changed.add(game)

    def _put_moves(self, moves: Iterable[tuple[int, int, str, str, str]]) -> None:
        """Add moves: game, ply, text, comment, and the time at which each was told. Nothing else adds any."""
        names = ("game", "ply", "text", "comment", "at")
        told = list(moves)
        if told:
            self._run.execute(insert(MOVES), [dict(zip(names, move, strict=True)) for move in told])
        self._changed.update(move[0] for move in told)

    def _drop_moves(self, game: int, first_ply: int = 0) -> None:
        """Remove the moves from ``first_ply`` on, and their clocks; nothing else removes any."""
        self._run.execute(delete(CLOCKS).where(CLOCKS.c.game == game, CLOCKS.c.ply >= first_ply))
        self._run.execute(delete(MOVES).where(MOVES.c.game == game, MOVES.c.ply >= first_ply))
        self._changed.add(game)

    def _numbers(self, serial: str, name: str) -> Sequence[int]:
        """The numbers of the games of that board and name, newest first."""
        chosen = select(GAMES.c.number).where(GAMES.c.board == serial, GAMES.c.name == name)
        return self._run.execute(chosen.order_by(GAMES.c.number.desc())).scalars().all()

    def _game(self, game: int) -> Any:
        return read_row(self._run, game)
