"""Faults planted in the tracker: the first games of the soak find each of them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
CORE = TESTS.parent / "firmware" / "lib" / "fanorona"
GAMES = 200
LENIENT_GAMES = 800
"""Of these few are at the record level, and no others are played."""

MUTANTS = {
    "P1: complete with a captured stone still standing": (
        "hands/weighing.py",
        "elif unexplained or hits < wanted or not is_seen:",
        "elif unexplained or hits < wanted - 1 or not is_seen:",
    ),
    "P1: captured stones stay in the position that the reeds are compared with": (
        "hands/evidence.py",
        "            self.base[p] = board[p] % WALL\n"
        "            if self.occupied[p] == (self.base[p] != EMPTY):\n                differs.drop(p)\n",
        "            differs.drop(p)\n",
    ),
    "P2, P3: an open move ends at once": (
        "hands/tracker.py",
        "if not self.game.position.may_go_on():",
        "if True:",
    ),
    "P3: a reply does not end an open move": (
        "hands/tracker.py",
        "            return not closed and reading.base[p] == 3 - position.turn\n",
        "            return False\n",
    ),
    "P3: an own stone ends the turn, too": (
        "hands/tracker.py",
        "            return not closed and reading.base[p] == 3 - position.turn\n",
        "            return not closed and reading.base[p] > 0\n",
    ),
    "P4: turn ends a move whose captured stones still stand": (
        "hands/tracker.py",
        "        reading = self.reading\n        if self.phase == PLAY and self._stands_complete():\n",
        "        reading = self.reading\n        if self.phase == PLAY and self.status == DOWN:\n"
        "            reading.weighing.best.play(self.game.position)\n            return self._commit()\n"
        "        if self.phase == PLAY and self._stands_complete():\n",
    ),
    "P5: what came before an open move is read again": (
        "hands/evidence.py",
        "        self.unlike.clear()\n        self.floor = self._game.position.steps\n",
        "        self.unlike.clear()\n        self.floor = 0\n",
    ),
    "P5: menu takes back two moves": (
        "hands/tracker.py",
        "ply = game.ply if game.position.steps else game.ply - 1\n",
        "ply = game.ply if game.position.steps else game.ply - 2\n",
    ),
    "P5: nobody looks whether the reeds show an earlier position": (
        "hands/tracker.py",
        "        if self._is_waking or (self.phase != SETUP and self.status == WRONG and has_changed):\n",
        "        if False:\n",
    ),
    "P6: a withdrawal is looked for in the wrong direction": (
        "rules/walk.py",
        "                p = BEHIND[s]\n                way ^= 4\n            end",
        "                p = BEHIND[s]\n            end",
    ),
    "P7: the moving stone never lands where it took one": (
        "hands/search.py",
        "                self._weighing.arrived.put(p, 1)\n\n    def _search_walk",
        "                pass\n\n    def _search_walk",
    ),
    "P8: the order of the captures does not count": (
        "hands/weighing.py",
        "missed * 512 + disorder * 32 + size",
        "missed * 512 + size",
    ),
    "P9: a move that changes a blind point is never sure": (
        "hands/tracker.py",
        "if self.phase == PLAY and reading.guesses and not reading.unexplained:",
        "if self.phase == PLAY and reading.guesses > 1 and not reading.unexplained:",
    ),
    "P9: what a move takes may stand where the contacts work": (
        "hands/weighing.py",
        "            elif p != end:\n                return\n        if not blind",
        "            elif p == NONE:\n                return\n        if not blind",
    ),
    "longer: no move is corrected": (
        "hands/review.py",
        "        elif self.is_undone or not self._game.can_back or self.scope == ASIDE:\n",
        "        elif True:\n",
    ),
    "a slip is taken for a bump": (
        "hands/tracker.py",
        "reading.unexplained > STRAY)",
        "reading.unexplained > 0)",
    ),
    "a board does without a whole line": (
        "hands/tracker.py",
        "self.sees_too_little = reading.blind.size + marks.size > MOST_BLIND",
        "self.sees_too_little = reading.blind.size + marks.size > 9",
    ),
    "P10: a stone that slides has come from beside the board": (
        "hands/lenience.py",
        "_LATE if own >= come.size else closed[p]",
        "closed[p]",
    ),
    "P10: a stone that was taken still stands": (
        "hands/lenience.py",
        "                risen.put(p, 1)\n                board[p] = EMPTY\n",
        "                risen.put(p, 1)\n                board[p] = base[p] if base[p] != turn else EMPTY\n",
    ),
    "P10: the side that has moved irregularly is to move again": (
        "rules/game.py",
        "        self.position.load(board, self.position.turn)\n        self._end_turn()\n",
        "        self.position.load(board, 3 - self.position.turn)\n        self._end_turn()\n",
    ),
    "P10: nobody can play on from what stands": (
        "hands/lenience.py",
        "        if self._follows and self._is_in_trouble():\n",
        "        if False:\n",
    ),
    "P10: the reply is told in the place of what it replies to": (
        "hands/tracker.py",
        "self._go_on_after(self.reading.stood)",
        "self._go_on_after(self.reading.size)",
    ),
    "V3: the debtor takes the whole line": (
        "rules/rules.py",
        "            if self.phase:\n                board[x] = EMPTY\n                taken = 1\n",
        "",
    ),
    "V5: who leaves no capture has not lost": (
        "rules/vela.py",
        "        return 0 if position.must_capture() else 3 - position.turn\n",
        "        return 0\n",
    ),
    "V6: the second phase begins a stone late": (
        "rules/rules.py",
        "_LEFT = const(5)",
        "_LEFT = const(4)",
    ),
    "S1: stones go beyond the smaller board": (
        "rules/rules.py",
        "                if start[p] == WALL:\n                    own[p] = WALL\n",
        "                if start[p] == WALL:\n                    own[p] = EMPTY\n",
    ),
    "S2: the next stone does not end a placement": (
        "hands/tracker.py",
        "            return p != reading.stands\n",
        "            return False\n",
    ),
    "S2: a point is left out on which a stone may be placed": (
        "hands/tracker.py",
        "                if position.board[marks.points[i]] == EMPTY:\n",
        "                if position.board[marks.points[i]] > 3:\n",
    ),
    "a stone has to rest for long before it counts": (
        "session.py",
        "CLOSE_MS = const(2)",
        "CLOSE_MS = const(60)",
    ),
}

RARE = {fault for fault in MUTANTS if fault[:2] in ("P7", "P8")}
"""Games with look-alikes alone show these."""
UNAWARE = {"longer: ": 995}
"""Hands that do not mind show these, from the game of that number on."""
GAME = {"V": "vela", "S1": "dimy", "S2": "telo"}
"""What has to be played to show a fault whose name begins so."""


@pytest.mark.parametrize("fault", MUTANTS)
def test_a_fault_can_be_planted(fault: str) -> None:
    file, right, _ = MUTANTS[fault]
    text = (CORE / file).read_text(encoding="utf-8")
    assert text.count(right) == 1, "the tracker has been rewritten: plant this fault anew"


@pytest.mark.slow
@pytest.mark.parametrize("fault", MUTANTS)
def test_the_soak_finds_a_planted_fault(tmp_path: Path, fault: str) -> None:
    file, right, wrong = MUTANTS[fault]
    first = next((first for name, first in UNAWARE.items() if fault.startswith(name)), 0)
    shutil.copytree(CORE, tmp_path / "fanorona", ignore=shutil.ignore_patterns("__pycache__"))
    text = (CORE / file).read_text(encoding="utf-8")
    (tmp_path / "fanorona" / file).write_text(text.replace(right, wrong), encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "soak",
            str(LENIENT_GAMES if fault.startswith("P10") else GAMES),
            "--processes",
            "1",
            "--hasty",
            f"--first={first}",
            *("--unaware",) * (first > 0),
            *("--rare",) * (fault in RARE),
            *("--lenient",) * fault.startswith("P10"),
            *(f"--game={game}" for name, game in GAME.items() if fault.startswith(name)),
        ],
        cwd=TESTS,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "game 1 " in done.stdout, done.stdout + done.stderr
    assert "Stopped" not in done.stdout, "the fault is one of syntax"
