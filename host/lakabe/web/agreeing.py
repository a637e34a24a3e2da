"""Whether the last move is taken back, where people play at several pages: one asks the others first."""

from __future__ import annotations

from collections.abc import Mapping

from lakabe.language.saying import say
from lakabe.web.attendant import Attendant
from lakabe.web.clients import Client
from lakabe.web.table import HandError
from lakabe.web.view import View


class Agreement:
    """Belongs to one hub; ``clients`` are its pages by their ids. At most one question is open."""

    def __init__(self, attendant: Attendant, view: View, clients: Mapping[int, Client]) -> None:
        self._attendant, self._view, self._clients = attendant, view, clients
        self._asker = 0  # the id of the page that asks; 0: none does
        self._about: tuple[str | None, int | None] = None, None  # the game, and the ply to go back to

    def ask(self, client: Client) -> None:
        """Take back for a page, or ask the others first. HandError where there is nothing to take back.

        Nobody is asked about a move that is only begun, against the computer, or where one page plays. Who
        asks while another page does agrees with it.
        """
        if self._asker not in (0, client.id):
            self.answer(client, True)
        elif self._attendant.side or self._attendant.is_begun or not self._others(client.id):
            self._attendant.take_back()
        elif not self._attendant.may_take_back:
            raise HandError(say("There is no move to take back."))
        else:
            self._asker, self._about = client.id, self._now()

    def answer(self, client: Client, agree: bool) -> None:
        """A page agrees or does not; the one that asks can only withdraw. Nothing where nobody asks."""
        asker, own = self._clients.get(self._asker), self._asker == client.id
        if asker is None or (own and agree):
            return
        self._asker = 0
        if agree:
            self._attendant.take_back()
        elif not own:
            asker.notices.append(say("The other side does not agree."))

    def look(self) -> None:
        """End a question that has lost its move, its page, or everybody who could answer."""
        lost = self._asker not in self._clients or not self._others(self._asker)
        if lost or not self._attendant.may_take_back or self._now() != self._about:
            self._asker = 0

    def shown(self, client: Client) -> str:
        """Return what a page shows: ``mine`` is asked, ``theirs``, or empty."""
        if not self._asker or not client.may_play:
            return ""
        return "mine" if self._asker == client.id else "theirs"

    def _others(self, asker: int) -> bool:
        return any(one.may_play and one.id != asker for one in self._clients.values())

    def _now(self) -> tuple[str | None, int | None]:
        return self._view.game, self._attendant.back_to()
