"""Analyses of the archive's games for the page. The engine is loaded when somebody looks at the first one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from lakabe.archive import Archive
from lakabe.archive.damage import replay
from lakabe.errors import InputError
from lakabe.games import pgn
from lakabe.help.analysis.settings import NODES, Settings
from lakabe.language.saying import say

if TYPE_CHECKING:
    from lakabe.help.analysis.analyst import Analyst


WHEN = say("its analysis can be seen when it is over")


class GameAnalyses:
    """What `lakabe.web.app.Analyses` asks for. ``engine``: another engine's command, None for ours.

    ``withheld`` tells of a game, by its number, whether its players may not have an analysis yet.
    """

    def __init__(
        self, archive: Archive, engine: str | None, withheld: Callable[[int], bool] = lambda number: False
    ) -> None:
        self._archive = archive
        self._withheld = withheld
        self._engine = engine
        self._lock = threading.Lock()
        self._analyst: Analyst | None = None

    def data(self, number: int) -> dict[str, Any]:
        """See there; LakabeError where there is no such game, or it cannot be analysed."""
        from lakabe.help.analysis.page import as_data

        score = self._score(number)
        analyst = self._open()
        return as_data(score, analyst.look(score), analyst.settings.engine)

    def text(self, number: int) -> str:
        """See there; InputError while some of it is not known."""
        from lakabe.help.analysis.annotate import annotate
        from lakabe.help.analysis.report import analyse

        score = self._score(number)
        analyst = self._open()
        found = analyst.look(score)
        total = len(score.moves) + 1
        if len(found) < total:
            raise InputError(f"{len(found)} of {total} positions are examined", "try again in a while")
        examined = [found[at] for at in range(total)]
        analysis = analyse(score.start, score.moves, examined)
        return pgn.format_score(annotate(score, analysis, analyst.settings.engine))

    def close(self) -> None:
        """End the engine."""
        if self._analyst is not None:
            self._analyst.close()

    def _score(self, number: int) -> pgn.Score:
        if self._withheld(number):
            raise InputError(say("game {number} goes on, and its hints are limited", number=number), WHEN)
        game = self._archive.game(number)
        replay(game)
        return pgn.from_archive(game)

    def _open(self) -> Analyst:
        from lakabe.help.analysis.analyst import Analyst
        from lakabe.help.analysis.kept import default_directory

        with self._lock:
            if self._analyst is None:
                self._analyst = Analyst(default_directory(), Settings(nodes=NODES, command=self._engine))
            return self._analyst
