"""Whether a board tells of something new, or in a snapshot of what it has told before."""

from __future__ import annotations

from lakabe.board import events
from lakabe.board.events import Event


class Heard:
    """What one board has told of its game. ``is_news`` gets its events, in order."""

    def __init__(self) -> None:
        self._boot = ""
        self._game: tuple[str, str] | None = None  # its name and variant, None while nothing is played
        self._start = (1, "", "")  # its first ply, board and side to move
        self._moves: dict[int, str] = {}

    def is_news(self, event: Event) -> bool:
        """Whether the game is another one after this event, or has gone on or back; True for what is none."""
        match event:
            case events.Hello(boot=boot):
                is_new = boot != self._boot
                self._boot = boot
                if is_new:
                    self._game = None
                return is_new
            case events.State(state=state):
                if state == "setup":
                    self._game = None
                return state != "play"
            case events.GameStarted():
                return self._begins(event)
            case events.Move(ply=ply, move=move):
                is_new = self._moves.get(ply) != move
                if is_new:
                    self._cut(ply)
                    self._moves[ply] = move
                return is_new
            case events.Takeback(ply=ply):
                return self._cut(ply)
            case _:
                return True

    def _begins(self, event: events.GameStarted) -> bool:
        game, start = (event.game, event.variant), (event.ply, event.board, event.turn)
        # A long game is told from a later move on, when the board has forgotten its beginning.
        if game == self._game and (start == self._start or event.ply - 1 in self._moves):
            return False
        self._game, self._start = game, start
        self._moves.clear()
        return True

    def _cut(self, ply: int) -> bool:
        """Forget the moves from ``ply`` on; whether there are any."""
        late = [n for n in self._moves if n >= ply]
        for n in late:
            del self._moves[n]
        return bool(late)
