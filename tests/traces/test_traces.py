"""Each reed trace tells the same on CPython and on MicroPython with the heap locked, and what it says.

Which comments there are is in `told.py`. Faults planted in the firmware make the traces that are named with
them fail.
"""

from __future__ import annotations

import functools
from pathlib import Path

import pytest

from lakabe.errors import BoardFault
from lakabe.virtual import Run, run_traces
from lakabe.virtual.report import Record, records
from lakabe.virtual.tools import firmware_tree
from lakabe.virtual.trace import parse
from planting import planted
from traces import locked, python
from traces.told import KINDS, comments, course, expected

FOLDER = Path(__file__).parents[1] / "vectors" / "traces"
FILES = sorted(FOLDER.glob("*.trace"))
QUICK = FILES[::12]
"""Those that MicroPython plays in ``make test``; in ``make test-slow`` the others."""
pytestmark = pytest.mark.xdist_group("traces")  # one worker plays them all
FAULTS = {
    "P3: what looks like a chain counts when the question whether it is one has stood for a while": (
        "hands/tracker.py",
        "        elif not (self.is_lenient or self._is_undone) and reading.may_be_other():\n"
        "            self.status = WRONG\n"
        "            self._reviewed = SUPPOSED\n",
        "        elif not (self.is_lenient or self._is_undone) and reading.may_be_other():\n"
        "            self.status = WRONG\n",
        ("reply-or-chain-quick",),
    ),
    "P3: what was taken too early is asked for only until the stones have stood for a while": (
        "hands/tracker.py",
        "            self.status = WRONG\n            self._reviewed = SUPPOSED\n"
        "            return CHANGED\n",
        "            self.status = WRONG\n            return CHANGED\n",
        ("taken-too-early-quick",),
    ),
    "P3: turn counts only when the stones have stood for a while": (
        "session.py",
        "            in_vain = not left(IN_VAIN_MS, self._touched_at, self._now)\n",
        "            in_vain = not left(IN_VAIN_MS, self._touched_at, self._now)\n"
        "            if left(REST_MS, self._touched_at, self._now):\n                return\n",
        ("open-ended-by-turn-quick", "taken-too-early-quick"),
    ),
    "P3: turn answers the question whether it was a chain": (
        "hands/tracker.py",
        "        reading = self.reading\n        if self.phase == PLAY and self._stands_complete():\n",
        "        reading = self.reading\n        if self.status == WRONG and reading.stage == COMPLETE:\n"
        "            reading.weighing.best.play(self.game.position)\n            return self._commit()\n"
        "        if self.phase == PLAY and self._stands_complete():\n",
        ("turn-with-a-question",),
    ),
    "a board does without the five stones of a column": (
        "hands/tracker.py",
        "self.sees_too_little = reading.blind.size + marks.size > MOST_BLIND",
        "self.sees_too_little = reading.blind.size + marks.size > 5",
        ("line-dark-column",),
    ),
    "P5: stones that must come are asked for before those that must go": (
        "lights/painter.py",
        "                    self._lit.put(p, EXTRA)\n                    return\n",
        "                    continue\n",
        ("taken-back-chain",),
    ),
    "P5: stones that come back to a bumped board take back those that are still beside it": (
        "hands/takeback.py",
        "            if comes_back:\n                return\n",
        "",
        ("telo-bumped",),
    ),
    "a stone that is only just off makes a whole move a reply": (
        "hands/tracker.py",
        "        if or_look and not stands_whole(self.game, reading):\n",
        "        if or_look:\n",
        ("nudged-while-the-last-step-lands-like-a-reply",),
    ),
    "two moves with both stones in the air are told apart after a third of a second only": (
        "hands/tracker.py",
        "            self._look_again(REPLIES if self.reading.have_come() > 1 else MOVES)\n",
        "            self._look_again(MOVES)\n",
        ("both-in-the-air-then-a-third-move",),
    ),
    "P5: a move that has been put back stands again as the stones are swept off": (
        "hands/tracker.py",
        "            self._is_undone = False  # it has been put back\n",
        "",
        ("swept-off-after-a-takeback",),
    ),
    "a stone stands where it came before it had left": (
        "hands/review.py",
        " and had_left(reading, last)\n",
        "\n",
        ("reply-too-soon-looks-like-a-takeback",),
    ),
    "a game that the rules have ended does not come back with the power": (
        "store/recovery.py",
        "    return -1 if game.reason in SAID else size\n",
        "    return -1 if game.result else size\n",
        ("over-power-cut-put-back", "over-power-cut-then-corrected", "over-power-cut-while-put-back"),
    ),
    "P2: a move found by a second look is ended by a touch": (
        "hands/tracker.py",
        "        self._was_open = was_open\n",
        "        self._was_open = False\n",
        ("chain-goes-on-after-a-bump",),
    ),
    "a reply that lands first is none, although nothing can be captured": (
        "hands/review.py",
        " or crossed(reading, self._move, p)",
        "",
        ("both-in-the-air-reply-lands-first",),
    ),
    "a chain ends where another stone came while its own stood": (
        "hands/evidence.py",
        " and i < end - 1",
        "",
        ("power-cut-reply-lands-in-the-light",),
    ),
    "in the dark no reply takes the stone that moved": (
        "hands/review.py",
        "reading.last_change(position.stone, 1) or reading.flat\n",
        "reading.last_change(position.stone, 1)\n",
        ("power-cut-two-plies-with-a-chain",),
    ),
    "in the dark no reply comes to where a stone was taken": (
        "hands/review.py",
        "            stand += self._stands(move.line[i])\n",
        "            stand += 2 * self._stands(move.line[i])\n",
        ("power-cut-reply-where-one-was-taken",),
    ),
    "in the dark no stone comes to where it has taken one": (
        "hands/evidence.py",
        "            return self.last_change(start, 0) <= self.flat\n",
        "            return False\n",
        ("power-cut-reply-where-it-took-one",),
    ),
    "P2: a stone that is only touched ends an open move": (
        "hands/tracker.py",
        "        if self._was_open and not",
        "        if False and not",
        ("open-ended-by-touch",),
    ),
    "P7: a contact that flickers has been touched": (
        "hands/evidence.py",
        "        if is_brief and self._cancel(p):",
        "        if False:",
        ("look-alike-flicker",),
    ),
    "P3: a move is final before the reply stands": (
        "hands/review.py",
        "        elif self.is_undone or not self._game.can_back:",
        "        elif True:",
        (
            "changed-mind-wholly-off",
            "paika-to-another-point",
        ),
    ),
    "P3: no reply is looked for in what has been taken for one move": (
        "hands/review.py",
        "position.phase != PLACING and self.scope != MOVES",
        "False",
        (
            "reply-both-stand-quick",
            "reply-both-hands",
        ),
    ),
    "a stone lands before it has risen": (
        "hands/evidence.py",
        "                    can_be = False\n",
        "                    pass\n",
        ("reply-that-took-too-soon", "left-then-reply"),
    ),
    "P3: what turn has ended goes on": (
        "hands/tracker.py",
        "        self.review.by_turn = True\n",
        "",
        ("turn-ends-a-chain",),
    ),
    "after a loss of power every stone has to go back": (
        "hands/tracker.py",
        "        self._is_waking = self.review.is_dark = goes_on and self.phase == SETUP\n",
        "",
        (
            "power-cut-open",
            "power-cut-in-hand",
        ),
    ),
    "P3: what looks like a chain is one": (
        "hands/tracker.py",
        "        elif not (self.is_lenient or self._is_undone) and reading.may_be_other():",
        "        elif False:",
        (
            "chain-or-reply",
            "reply-or-chain",
        ),
    ),
    "P3: a stone that left later than another came was the one that came": (
        "hands/reading.py",
        "if rose >= latest or until <= came <= latest:",
        "if rose >= latest or came <= latest:",
        ("slid-or-reply",),
    ),
    "a reply lands before the move that it replies to": (
        "hands/review.py",
        "        if not (reading.closed.value[p] or",
        "        if not (True or",
        ("reply-that-landed-first",),
    ),
    "P3: nothing is corrected any more once a game is over": (
        "hands/tracker.py",
        "            self._look_again(REPLIES)\n            if not",
        "            if not",
        ("corrected-after-the-end-quick",),
    ),
    "P7: of two stories that fit the first one counts": (
        "hands/review.py",
        "                self._is_tied = True",
        "                pass",
        ("doubt-then-reply",),
    ),
    "a knocked stone holds up the game": (
        "hands/tracker.py",
        "        if stands_whole(self.game, reading, self._reviewed == FALLEN):",
        "        if False:",
        ("accident", "habit-knocked-stone-1-1"),
    ),
    "a stone slides however long it takes": (
        "hands/tracker.py",
        "        self.reading.rests = True\n",
        "",
        ("left-then-reply",),
    ),
    "P2: an own stone that rises first does not go on with the turn": (
        "hands/reading.py",
        "if stood > rose or until < rose:",
        "if stood > rose:",
        ("habit-chain-shortened-1-0",),
    ),
    "P10: turn twice lets one of two moves stand": (
        "hands/lenience.py",
        "self._do(_LET_STAND, _LET_REPLY)",
        "self._do(_LET_STAND)",
        ("let-stand-both",),
    ),
    "one stone that is lifted is the beginning of a reply": (
        "hands/review.py",
        "_TAKEN_FIRST = const(2)",
        "_TAKEN_FIRST = const(1)",
        ("bumped",),
    ),
    "a knocked stone and a reply hold up the game": (
        "hands/review.py",
        "            self.scope != REPLIES\n",
        "            False\n",
        ("knocked-three-plies", "knocked-and-played-on-fast"),
    ),
    "stones that came elsewhere make a story no less likely": (
        "hands/review.py",
        "_MISSED = const(128)",
        "_MISSED = const(0)",
        ("chain-in-the-hand-like-the-other-line",),
    ),
    "a reply half done stands for the other line of the move before": (
        "hands/tracker.py",
        "is_half and self._reviewed < MOVES",
        "False",
        ("other-line-opened-early-then-reply",),
    ),
    "what stood before the first move landed replied to it": (
        "hands/review.py",
        "return not landed_before(reading, self._move)",
        "return True",
        ("reply-that-stood-there-before",),
    ),
    "a stone in the other side's hand was knocked": (
        "hands/review.py",
        "            self.has_rival = True\n",
        "            pass\n",
        ("held-while-a-move-is-made-again",),
    ),
    "P3: what the reeds show in the end does not count": (
        "hands/tracker.py",
        "            self._look_again(SHOWN)\n",
        "            pass\n",
        ("slid-on-slowly",),
    ),
    "P5: what was put back in the dark is asked for": (
        "hands/tracker.py",
        "        self._is_guided = True\n        self.look_back()\n",
        "        self._is_guided = True\n        self._do(_NOTHING)\n",
        ("power-cut-two-put-back",),
    ),
    "P10: what comes off late is a reply": (
        "hands/lenience.py",
        " and self._tracker.reading.has_come()",
        "",
        ("let-stand-captured-slowly",),
    ),
    "a stone that can have moved was pushed": (
        "hands/knocked.py",
        "    if step >= 0:",
        "    if False:",
        ("taken-stone-left-and-taken-later",),
    ),
    "two stones of Telo are one": (
        "hands/review.py",
        "        if self._placed != NONE:\n            return self._was_taken_up()\n",
        "        if self._placed != NONE:\n            return True\n",
        ("telo-both-contacts",),
    ),
    "after a loss of power two moves are made of what the lights lead back": (
        "hands/tracker.py",
        "        self._is_guided = True\n",
        "",
        ("power-cut-moved",),
    ),
    "a stone in the hand was knocked": (
        "hands/knocked.py",
        "(is_early and off != NONE and",
        "(False and",
        ("chain-in-the-hand-beside-a-nudge",),
    ),
    "P10: what is not whole takes a move back": (
        "hands/review.py",
        "        if is_begun and (self.is_strict or self.is_lenient):",
        "        if False:",
        ("irregular-beside-another-line", "irregular-beside-another-line-again"),
    ),
    "a stone that is nudged replies": (
        "hands/review.py",
        "is_strict = self.nudged != NONE or self.is_strict",
        "is_strict = self.is_strict",
        ("nudge-beside-an-open-chain",),
    ),
    "what is off is taken by a move that is made anew": (
        "hands/review.py",
        "return are_taken_anew(reading, last)",
        "return True",
        ("late-capture-is-no-takeback",),
    ),
    "a costlier story that is found later counts": (
        "hands/review.py",
        "        if self._cost >= self._best_cost:",
        "        if self._cost == self._best_cost:",
        ("power-cut-reply-like-the-other-line",),
    ),
    "the last move is looked at where nothing of it has changed": (
        "hands/review.py",
        " or is_disproved(self._reading.occupied, self.last):",
        " or True:",
        ("touched-after-a-chain-like-a-reply",),
    ),
    "a second look takes what one stone cannot have made": (
        "hands/weighing.py",
        "            if not evidence.can_have_gone(move",
        "            if False and not evidence.can_have_gone(move",
        ("other-stone-on-and-back",),
    ),
    "a stone on its way is likelier than a whole move beside a knocked one": (
        "hands/weighing.py",
        "            if self.demand == WHOLE and stage == PASSING:",
        "            if False:",
        ("pushed-where-a-chain-could-pass",),
    ),
    "a stone that was carried on stands where it first came to": (
        "hands/possible.py",
        "(is_elsewhere and direction(beside, p) >= 0)",
        "False",
        ("knocked-where-a-paika-was-carried-to",),
    ),
    "a stone that is where it ended has gone back": (
        "hands/possible.py",
        "not reading.occupied[end] and",
        "True and",
        ("corrected-then-a-quick-reply",),
    ),
    "the end of a move that was touched was made anew": (
        "hands/tracker.py",
        "is_brief or is_touch)",
        "is_brief)",
        ("end-touched-where-one-was-captured",),
    ),
    "a bump is the last move, made otherwise, and its reply": (
        "hands/review.py",
        "        if self.is_undone and came_at_once(reading, self._move, p):",
        "        if False:",
        ("power-cut-moved-like-two-moves",),
    ),
    "P5: one stone that stands where it did long ago takes many moves back": (
        "hands/evidence.py",
        "        count = max(changed.size, self.differs.size)\n",
        "        count = 20\n",
        ("pushed-to-where-it-was-long-ago",),
    ),
    "moves that were taken back long ago stand again in the game that is left": (
        "session.py",
        "                    self.succession.agree()\n",
        "                    pass\n",
        ("taken-back-then-set-up-anew",),
    ),
    "after a loss of power the last move stands as it was": (
        "hands/tracker.py",
        "        if self._reviewed < REPLIES:\n",
        "        if self._reviewed < REPLIES and not self._is_guided:\n",
        ("power-cut-corrected-while-guided",),
    ),
    "in the dark no stone comes where one has left": (
        "hands/review.py",
        "        stand = int(self._stands(start))\n",
        "        stand = 2 * self._stands(start)\n",
        ("power-cut-exchange-on-one-point",),
    ),
    "P2: a chain goes on while the reply is in the hand": (
        "hands/review.py",
        "self.is_replying or ",
        "",
        ("next-move-before-the-reply-lands", "open-move-touched-beside-a-reply"),
    ),
    "a stone that fell before holds up a move and its reply": (
        "hands/tracker.py",
        "            self._read_whole(FALLEN)\n",
        "            pass\n",
        ("knocked-and-played-on-fast",),
    ),
    "a move that many touches came with is not found": (
        "hands/weighing.py",
        "_FAR = const(0x1FFFF)",
        "_FAR = const(0x3FFF)",
        ("straightened-forty-times",),
    ),
    "what one stone cannot have done is recorded": (
        "hands/tracker.py",
        "        elif not is_sure:\n",
        "        elif False:\n",
        ("three-quiet-plies-put-back-slowly",),
    ),
    "two stones that go in one go with a third are knocked, and that one replies": (
        "hands/review.py",
        "            and not is_bump(reading)\n",
        "",
        ("bumped-like-a-move-and-a-reply",),
    ),
    "P5: stones that are set up anew leave the last move shorter": (
        "modes/succession.py",
        "        if game.ply == self._before_ply and",
        "        if False and",
        ("set-up-with-the-last-mover-first",),
    ),
    "a light waits for a second look at what makes sense": (
        "session.py",
        "        if self.tracker.gives_way and not",
        "        if False and not",
        ("captured-off-during-a-second-look",),
    ),
    "P3: a move that turn has ended is taken back for one that is half done": (
        "hands/review.py",
        "if self.by_turn and (stage != COMPLETE or",
        "if self.by_turn and (stage == CARRYING or stage > CARRYING and",
        ("pushed-stone-takes-back-no-move-ended-by-turn",),
    ),
    "P5: a stone takes its move back though it left after one came where it had begun": (
        "hands/possible.py",
        "    if not reading.occupied[stands]:\n",
        "    if True:\n",
        ("reply-too-soon-looks-like-a-takeback",),
    ),
    "a stone that was pushed aside is asked for, though it could not have moved so": (
        "hands/knocked.py",
        "    return not reading.floor and reading.base[off] == turn and",
        "    return False and",
        ("knocked-stone-where-it-could-not-have-moved",),
    ),
    "P2: a stone that rose before the last mover left is taken by another line": (
        "hands/possible.py",
        "        since = max(since, left)\n",
        "        pass\n",
        ("both-in-the-air-after-a-long-chain",),
    ),
    "P5: two moves put back that look like two others hold up the third": (
        "hands/takeback.py",
        "        if game.ply == self.pair:",
        "        if False:",
        ("put-back-three-in-the-air", "put-back-three-slowly"),
    ),
    "a stone was pushed before the reply though it came there later": (
        "hands/knocked.py",
        "max(reading.opened.value[p], reading.closed.value[p]) >= risen",
        "reading.opened.value[p] >= risen",
        ("two-put-back-one-while-the-other-is-lifted",),
    ),
    "the last mover that was just lifted was knocked": (
        "hands/knocked.py",
        "(p == last or max(",
        "(max(",
        ("set-up-with-the-last-mover-off",),
    ),
    "turn counts only once the second look has been taken": (
        "session.py",
        "            self.tracker.hurry()\n",
        "",
        ("turn-before-a-second-look",),
    ),
    "S2: two stones are taken up when the last one is only touched": (
        "hands/takeback.py",
        "(1 if is_touch else _RECENT)",
        "_RECENT",
        ("telo-last-stone-touched",),
    ),
    "S2: no more than two stones can be taken up": (
        "hands/takeback.py",
        "                self.waits = True\n",
        "                self.waits = False\n",
        ("telo-three-taken-up",),
    ),
    "what was put back before a set-up stands again, however long that was ago": (
        "session.py",
        "                    if not left(AGREED_MS, self._touched_at, now):",
        "                    if not left(IN_VAIN_MS, self._touched_at, now):",
        ("taken-back-and-then-set-up",),
    ),
    "R11: a game that is over has no result once a second look has been left": (
        "hands/tracker.py",
        "        if self.phase == OVER:\n            self.game.judge()\n",
        "        if self.phase == OVER and self.review.outcome != NOTHING:\n            self.game.judge()\n",
        ("over-touched-while-it-is-looked-at-again",),
    ),
    "P5: the last move goes with the stones that are swept off": (
        "hands/tracker.py",
        "elif self.is_lost and self._is_undone and not",
        "elif False and not",
        ("swept-off-with-the-last-stone-first",),
    ),
    "a stone that slides is looked at again at once": (
        "session.py",
        "PAUSE_MS = const(100)",
        "PAUSE_MS = const(0)",
        ("chain-slid",),
    ),
    "a stone that was pushed where no move leads is asked for if it could have moved elsewhere": (
        "hands/knocked.py",
        " and not game.position.kinds(step)",
        " and not game.position.may_begin(off)",
        ("knocked-stone-that-could-have-taken",),
    ),
    "P3: another last move that the contacts have shown counts with a stone only in the hand": (
        "hands/review.py",
        "        if self._is_seen and not self.is_undone:\n",
        "        if self._is_seen:\n",
        ("next-move-like-another-last-move",),
    ),
    "P3: a move and a whole reply that stand are a stone in the hand": (
        "hands/tracker.py",
        "if reading.differs.size > 1 and not reading.doubt.size:",
        "if False:",
        ("reply-before-a-quick-chain-has-taken", "reply-like-the-other-line"),
    ),
    "P3: the last move stays as it was told while none of its points is otherwise": (
        "hands/review.py",
        "        if self.is_strict or self._placed != NONE",
        "        if self._placed != NONE",
        ("reply-before-a-quick-chain-has-taken", "reply-like-the-other-line"),
    ),
    "after a loss of power two stones that the lights lead back have made two moves": (
        "hands/review.py",
        "self.scope != SHOWN and not self.is_guided:",
        "self.scope != SHOWN:",
        ("power-cut-two-moved-and-one-off",),
    ),
    "a stone that could go no further went on to where it was pushed": (
        "hands/review.py",
        "last = self._move.end() if self._may_go_on or self.scope == FALLEN else NONE",
        "last = self._move.end()",
        ("pushed-off-its-end-and-played-on",),
    ),
    "P2: a capture that could take no more went on to where its stone was pushed": (
        "hands/possible.py",
        " and (may_go_on or not move.taken[0])",
        "",
        ("pushed-from-where-its-move-ended",),
    ),
    "P3: a move that turn has ended goes on": (
        "hands/review.py",
        "if move.begins(self.last) or self.last.begins(move):",
        "if self.last.begins(move):",
        ("turn-then-a-stone-up-where-the-chain-could-end",),
    ),
    "P2: a reply whose stone rose before the nudge shortens the chain": (
        "hands/review.py",
        "if is_strict and not rose_from",
        "if False and not rose_from",
        ("nudge-before-turn-then-the-mover-is-taken",),
    ),
    "P2: a stone that was taken before the chain began replies to a part of it": (
        "hands/review.py",
        "if is_strict and not rose_from",
        "if self.nudged != NONE and not rose_from",
        ("chain-rests-where-it-has-taken-a-stone",),
    ),
    "P2: a stone replies though that which it answers had risen first": (
        "hands/possible.py",
        "reading.last_change(end, 1, rose) > reading.last_change(end, 0, rose)",
        "reading.last_change(end, 1, rose) > 0",
        ("open-chain-touched-like-a-reply-to-its-beginning",),
    ),
    "what was done in the dark is in doubt still when all has been put back": (
        "hands/tracker.py",
        "            self.review.is_dark = self.review.is_dark and reading.floor > 0\n",
        "",
        ("power-cut-then-pushed-beside-a-paika",),
    ),
    "a stone that slides past its end and back was the first one, going on": (
        "hands/possible.py",
        "if 0 < reading.opened.value[q] < reading.closed.value[p] < reading.closed.value[q]:",
        "if False:",
        ("chain-past-its-end-and-back",),
    ),
    "a move is another one whose stone was never put back": (
        "hands/review.py",
        "        if self.is_undone and start != whence and",
        "        if False and",
        ("slipped-while-the-mover-is-captured",),
    ),
    "P3: a move that turn has ended is open again when the power comes back": (
        "hands/review.py",
        "        elif self.is_resumed and position.may_go_on():\n",
        "        elif False:\n",
        ("turn-then-a-captured-stone-and-a-power-cut",),
    ),
    "P7: a touch of the stone that moved last is no answer once its move has been taken back": (
        "hands/tracker.py",
        "        if closed and not is_brief:\n            reading.weighing.touch(p)\n",
        "        is_touch = self._is_undone and self.review.was_end(p) and reading.last_point() == p\n"
        "        if closed and not is_brief and not is_touch:\n            reading.weighing.touch(p)\n",
        ("doubt-touched-once-more",),
    ),
    "where much was amiss, a move that was taken back does not stand again, though all is as it was told": (
        "hands/tracker.py",
        "        if (self._is_undone and is_told) or not (",
        "        if not (",
        ("moved-again-after-much-was-knocked",),
    ),
    "a stone that was pushed may have stood anywhere": (
        "hands/knocked.py",
        "    if on != NONE and step_between(fell, on) < 0:\n",
        "    if False:\n",
        ("set-up-anew-like-a-knocked-reply",),
    ),
    "P5: a first move that menu takes back, after two that hands have put back, begins another game": (
        "modes/succession.py",
        "        return not self.agreed and game.ply",
        "        return game.ply",
        ("put-back-and-then-menu",),
    ),
    "P2: a move that the reeds have shown does not stand against a shorter one and a reply": (
        "hands/review.py",
        "        elif self._is_seen and reading.stage < PASSING if explains_all else self.",
        "        elif not explains_all and self.",
        ("touched-after-a-chain-like-a-reply-to-less",),
    ),
    "P10: at level 0 half a reply makes a move of what never stood": (
        "hands/review.py",
        "(self.is_lenient and (self.is_undone or not self._is_seen))",
        "(self.is_lenient and self.is_undone)",
        ("irregular-after-what-looked-like-a-reply",),
    ),
    "P10: at level 0 no half a reply follows what stood": (
        "hands/review.py",
        "(self.is_lenient and (self.is_undone or not self._is_seen))",
        "self.is_lenient",
        ("irregular-reply-slides",),
    ),
    "a stone that is lifted after a game takes its last move back": (
        "hands/review.py",
        "        if is_begun and self._was_over:\n",
        "        if False:\n",
        ("over-after-one-move-put-back",),
    ),
    "a move that nothing disproves was a shorter one and a reply": (
        "hands/review.py",
        " or is_disproved(self._reading.occupied, self.last):\n",
        " or True:\n",
        (
            "knocked-as-if-the-last-captured-had-replied",
            "touched-after-a-chain-like-a-reply",
        ),
    ),
    "P2: what was taken before the lift that ends an open move is forgotten": (
        "hands/evidence.py",
        "            self._compare(p)\n        self.base[end] = board[end]\n",
        "        differs.clear()\n        self.base[end] = board[end]\n",
        ("captured-taken-before-its-lift-then-turn",),
    ),
    "P3: a move that is told anew is asked once more whether it was a chain": (
        "hands/tracker.py",
        "        elif not (self.is_lenient or self._is_undone) and reading.may_be_other():\n",
        "        elif not self.is_lenient and reading.may_be_other():\n",
        ("chain-shortened-then-a-reply-like-its-step",),
    ),
    "P2: an open move that has ended goes on only if its stone has not left before the other one is back": (
        "hands/tracker.py",
        "            if reading.differs.size <= reading.differs.value[end]:",
        "            if not reading.differs.size:",
        ("touched-as-an-open-move-goes-on",),
    ),
    "a stone that was pushed to where one was taken was taken itself": (
        "hands/knocked.py",
        "        if reading.closed.value[q] == reading.opened.value[fell] + 1:\n",
        "        if False:\n",
        ("pushed-to-where-a-stone-was-just-taken",),
    ),
    "P2: a reply that was put back whole leaves its contacts to the open move": (
        "hands/tracker.py",
        "            reading.forget_turn()\n",
        "            pass\n",
        ("reply-put-back-whole-and-made",),
    ),
    "P2: what rose before the last mover went on elsewhere is of its move, told anew": (
        "hands/possible.py",
        "    if has_come or (reading",
        "    if (reading",
        ("next-move-up-before-the-last-mover-goes-on",),
    ),
    "P5: a stone goes back though it came before the stone of the move that is taken back was back": (
        "hands/review.py",
        "or 0 < came[whence] <= came[end]):",
        "or came[whence]):",
        ("three-put-back-the-last-of-them-not-first",),
    ),
    "how stones were put right after a loss of power tells of the last move": (
        "hands/tracker.py",
        "                reading.forget_turn()  # how",
        "                pass  # how",
        ("power-cut-put-right-then-touched", "much-taken-wrongly-and-put-back"),
    ),
    "P7: no stone has landed in the dark once a contact has changed in the light": (
        "hands/evidence.py",
        "            return self.last_change(start, 0) <= self.flat\n",
        "            return 0 < self.size == self.flat\n",
        ("chain-from-a-stuck-contact", "power-cut-while-the-mover-is-lifted"),
    ),
    "P5: a move that stones set up anew put in the other line stands so in the game that is left": (
        "modes/succession.py",
        "        game.back()\n        position = game.position\n        while position.steps:\n",
        "        game.back()\n        position = game.position\n"
        "        if position.steps >= self._before.size:\n            game.enter()\n            return\n"
        "        while position.steps:\n",
        ("set-up-soon-like-the-other-line",),
    ),
    "P5: a move has to stand for two seconds in another line before a new game is set up": (
        "session.py",
        "STANDS_MS = const(1000)",
        "STANDS_MS = const(2000)",
        ("set-up-a-moment-after-the-line-has-changed",),
    ),
    "P5: an open move stands in the game that is left as stones set up anew have changed it": (
        "modes/succession.py",
        "        if position.steps:  # an open",
        "        if False:  # an open",
        ("set-up-with-an-open-move",),
    ),
    "who is on the way has taken what only later steps take": (
        "hands/review.py",
        "        reading.blame_later(1)",
        "        pass",
        ("power-cut-reply-two-steps-ahead", "reply-two-steps-ahead-of-its-stone"),
    ),
    "P8: of two chains alike the last one that is found was made": (
        "hands/review.py",
        "            elif self._cost == self._best_cost and self.is_undone and self.is_same(move):\n",
        "            elif False:\n",
        ("chain-as-told-of-two-alike",),
    ),
    "P2: who brushes a stone beside the question whether it was a chain answers it": (
        "hands/tracker.py",
        "self.status < DOUBT or reading.stage == COMPLETE  #",
        "self.status < DOUBT  #",
        ("brushed-beside-a-question",),
    ),
    "a stone that was taken and hovers on the chain's way is the chain's own, which lands before it has risen": (
        "hands/evidence.py",
        "                        can_be = True\n                        stands = before\n",
        "                        can_be = False\n",
        ("taken-stone-hovers-on-the-way",),
    ),
}
"""File of the core, what stands there, what is put there instead, and the traces that tell."""


def lines(run: Run) -> list[Record]:
    """All that is reported, without times, lights, and what each board has of its own."""
    found = []
    for record in records(run):
        if record["event"] not in ("hello", "lights"):
            own = {"t_ms": 0, "game": record.get("game", "").partition("-")[2]}
            found.append({**record, **own})
    return found


@functools.cache
def on_python() -> dict[str, Run]:
    """All traces on CPython."""
    return {file.stem: python.run(parse(file.read_text(encoding="utf-8"))) for file in FILES}


@functools.cache
def on_micropython(slow: bool) -> dict[str, Run | BoardFault]:
    """The quick traces or the others, a board each, those with lights in an interpreter of their own."""
    found: dict[str, Run | BoardFault] = {}
    for lights in (False, True):
        chosen = [file for file in FILES if (file not in QUICK) == slow]
        files = [file for file in chosen if bool(comments(file, "lit") + comments(file, "light")) == lights]
        found |= zip([file.stem for file in files], play(files, lights), strict=True)
    return found


def play(files: list[Path], lights: bool, firmware: Path | None = None) -> list[Run | BoardFault]:
    """The traces on MicroPython, the heap locked; what went wrong where the firmware stops."""
    traces = [parse(file.read_text(encoding="utf-8")) for file in files]
    found: list[Run | BoardFault] = []
    with locked.tree(firmware or firmware_tree()) as tree:
        while len(found) < len(traces):
            try:
                for run in run_traces(traces[len(found) :], lights=lights, firmware=tree):
                    found.append(run)
            except BoardFault as fault:
                found.append(fault)
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_on_python(file: Path) -> None:
    run = on_python()[file.stem]
    assert course(run, file) == expected(file)
    assert not [record for record in records(run) if record["event"] == "unknown"], "the board told nonsense"


@pytest.mark.parametrize(
    "file",
    [file if file in QUICK else pytest.param(file, marks=pytest.mark.slow) for file in FILES],
    ids=lambda file: file.stem,
)
def test_on_micropython(file: Path) -> None:
    run = on_micropython(file not in QUICK)[file.stem]
    if isinstance(run, BoardFault):
        pytest.fail(str(run), pytrace=False)
    other = on_python()[file.stem]
    assert lines(run) == lines(other)
    assert course(run, file) == course(other, file)


def test_one_worker_plays_them_all(request: pytest.FixtureRequest) -> None:
    """xdist puts the name of a group behind that of a test, in vain with a pytest that it does not know."""
    in_groups = getattr(request.config.option, "loadgroup", False)
    assert request.node.nodeid.endswith("@traces") == in_groups


def test_every_trace_says_what_must_come_of_it() -> None:
    assert len(FILES) >= 200
    for file in FILES:
        assert len(comments(file, "expect")) == 1, file.name
        said = [line for line in file.read_text(encoding="utf-8").splitlines() if line.startswith("# ")]
        assert any(line[2:].split(":")[0] not in KINDS for line in said), f"{file.name}: what is it about?"


@pytest.mark.xdist_group("planted faults")  # the other worker may have them
@pytest.mark.parametrize(
    "fault",
    [
        pytest.param(fault, marks=pytest.mark.slow) if number % 12 else fault
        for number, fault in enumerate(FAULTS)
    ],
)
def test_a_planted_fault_is_found(fault: str, tmp_path: Path) -> None:
    name, right, wrong, told_by = FAULTS[fault]
    files = [FOLDER / f"{stem}.trace" for stem in told_by]
    tree = planted(tmp_path, name, right, wrong)
    for file, run in zip(files, play(files, lights=True, firmware=tree), strict=True):
        assert course(run, file) != expected(file), file.stem


ALLOCATIONS = {
    "an irregular move": (
        "rules/game.py",
        "self.record.take_board(self.position.board)",
        "let-stand-by-turn",
    ),
    "a takeback": ("rules/game.py", "self.record.last = self._last", "taken-back-chain"),
    "a move is told anew": ("rules/game.py", "record.last = self._earlier", "paika-to-another-point"),
    "an error is shown": ("lights/painter.py", "self._paint_errors(tracker)", "wrong-destination"),
}
"""File of the core, a statement there before which something is created, and a trace that tells."""


@pytest.mark.parametrize("what", ALLOCATIONS)
def test_an_allocation_is_found(what: str, tmp_path: Path) -> None:
    name, statement, told_by = ALLOCATIONS[what]
    tree = planted(tmp_path, name, statement, f"bytearray(1); {statement}")
    (found,) = play([FOLDER / f"{told_by}.trace"], lights=False, firmware=tree)
    assert isinstance(found, BoardFault)
    assert "MemoryError" in str(found)
