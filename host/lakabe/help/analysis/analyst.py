"""Analyses for who looks at a game on the page: made on a thread of their own while somebody looks."""

from __future__ import annotations

import threading
from pathlib import Path

from lakabe.errors import LakabeError
from lakabe.games.pgn import Score
from lakabe.help.analysis.examine import Examined, close_sources, examine
from lakabe.help.analysis.kept import Kept
from lakabe.help.analysis.run import call, kept_of, missing
from lakabe.help.analysis.settings import Settings

GOODBYE_S = 5.0


class Analyst:
    """Examines the positions of the game that was looked at last, and keeps them in ``directory``."""

    def __init__(self, directory: Path, settings: Settings) -> None:
        self.settings = settings
        self._directory = directory
        self._changed = threading.Condition()  # guards what follows
        self._wanted: Score | None = None
        self._error: LakabeError | None = None
        self._closing = False
        self._thread: threading.Thread | None = None

    def look(self, score: Score) -> dict[int, Examined]:
        """What is known of a game, by the number of moves before each position; the rest is begun.

        LakabeError where it cannot be examined, said once.
        """
        found = self._kept(score).read()
        with self._changed:
            error, self._error = self._error, None
            if error is not None:
                raise error
            if missing(score, found) and not self._closing:
                self._wanted = score
                if self._thread is None:
                    self._thread = threading.Thread(target=self._work, name="analyst", daemon=True)
                    self._thread.start()
                self._changed.notify()
        return found

    def close(self) -> None:
        """Stop after the position under way."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join(GOODBYE_S)

    def _kept(self, score: Score) -> Kept:
        return kept_of(self._directory, score, self.settings)

    def _work(self) -> None:
        while True:
            with self._changed:
                while self._wanted is None and not self._closing:
                    self._changed.wait()
                score = self._wanted
            if self._closing or score is None:
                break
            try:
                self._examine(score)
                error = None
            except LakabeError as problem:
                error = problem
            with self._changed:
                self._error = error
                if self._wanted is score:
                    self._wanted = None
        close_sources()

    def _examine(self, score: Score) -> None:
        kept = self._kept(score)
        for at in missing(score, kept.read()):
            if self._closing or self._wanted is not score:
                return
            kept.add(at, examine(*call(score, at, self.settings)))
