"""What is still to be told of the last change, a line at a time."""

from fanorona.compat import const
from fanorona.hands.buttons import MENU_KEY
from fanorona.hands.tracker import ENDED, LEFT_OUT, MOVED, REVISED, STARTED, STEPPED, TAKEN_BACK
from fanorona.wire.reports import Reports

# In the order in which it is told
TELL_HELLO = const(1)
TELL_CONTACT = const(2)
TELL_BUTTON = const(4)
TELL_WISH = const(8)
TELL_MOVE = const(16)
TELL_RESULT = const(32)
TELL_STATE = const(64)
TELL_GAME = const(128)
TELL_STANDS = const(256)
TELL_STEP = const(512)
TELL_RESTORED = const(1024)
TELL_URGENT = const(2047)
"""All of these: what they say would no longer be true after the next change of a contact."""
TELL_SETUP = const(2048)
TELL_ANSWER = const(4096)
TELL_LIGHTS = const(8192)
TELL_BLIND = const(16384)
TELL_CHATTER = const(32768)


class News:
    """``untold`` has a bit for each line that is still to come."""

    def __init__(self, reports: Reports) -> None:
        self.untold = 0
        self._reports = reports
        self._changed = 0  # the point, or the button, that TELL_CONTACT or TELL_BUTTON tells of
        self._state = 0
        self._answered = 0  # the command that TELL_ANSWER tells of, and why it was refused
        self._reason = b""

    def follow(self, events: int) -> None:
        """So much came of a change (``tracker``)."""
        untold = self.untold
        if events & (TAKEN_BACK | REVISED):
            untold &= ~TELL_RESULT  # one that is not told yet is none any more
        if events & TAKEN_BACK:
            untold |= TELL_STANDS
        if events & MOVED:
            untold |= TELL_MOVE
        if events & ENDED:
            untold |= TELL_RESULT
        if events & STARTED:
            untold |= TELL_GAME
        if events & STEPPED:
            untold |= TELL_STEP
        if events & LEFT_OUT:
            untold |= TELL_BLIND
        self.untold = untold

    def contact(self, p: int, closed: int) -> None:
        """A contact has changed."""
        self._changed = p
        self._state = closed
        self.untold |= TELL_CONTACT

    def button(self, key: int, down: int) -> None:
        """A button has gone down or up."""
        self._changed = key
        self._state = down
        self.untold |= TELL_BUTTON

    def answer(self, command: int, reason: bytes) -> None:
        """A command has been carried out, or refused for a ``reason``."""
        self._answered = command
        self._reason = reason
        self.untold |= TELL_ANSWER

    def tell(self, levels: bytearray) -> int:
        """Report the first of what is still to be told.

        What somebody else reports (TELL_GAME, TELL_LIGHTS, TELL_RESULT) is returned instead; else 0.
        """
        reports = self._reports
        told = self.untold & -self.untold
        self.untold ^= told
        if told == TELL_CONTACT:
            reports.contact(self._changed, self._state)
        elif told == TELL_STEP:
            reports.step()
        elif told == TELL_MOVE:
            reports.move()
        elif told == TELL_LIGHTS or told == TELL_GAME or told == TELL_RESULT:
            return told
        elif told == TELL_ANSWER:
            reports.answer(self._answered, self._reason)
        elif told == TELL_SETUP:
            reports.trouble()
            if reports.apart is not None and reports.apart.more:
                self.untold |= TELL_SETUP
        elif told == TELL_STANDS:
            reports.takeback()
        elif told == TELL_BUTTON:
            reports.button(b"menu" if self._changed == MENU_KEY else b"turn", self._state)
        elif told == TELL_WISH:
            reports.word(b"wish", b"hint")
        elif told == TELL_STATE:
            reports.state(levels)
        elif told == TELL_CHATTER:
            reports.chatter()
        elif told == TELL_BLIND:
            reports.blind()
        elif told == TELL_RESTORED:
            reports.bare(b"restored")
        else:
            reports.hello()
        return 0
