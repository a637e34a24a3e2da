import subprocess, shutil, sys, os
from pathlib import Path
L='/work/main/firmware/lib'
F=[
("P2: a stone that is only touched ends an open move","hands/tracker.py","        if self._is_touched and not","        if False and not"),
("a flicker of a contact is a stone","hands/evidence.py","        if is_brief and self._cancel(p):","        if False:"),
("P3: the move before the turn is final at once","hands/review.py","        elif self.is_undone or not self._game.can_back or self._scope == LANDED:","        elif True:"),
("P3: no reply is looked for","hands/review.py","position.phase == PLACING or self._scope == MOVES","True"),
("a stone lands before it has risen","hands/evidence.py","                    return False\n                is_up = False","                    pass\n                is_up = False"),
("a whole move need not be possible for one stone","hands/tracker.py","            elif self._reviewed < REPLIES and not reading.can_have_moved():","            elif False:"),
("P2: an own stone that rises does not go on","hands/review.py","        if self._goes_on and","        if False and"),
("P3: turn decides nothing","hands/tracker.py","            self._review.by_turn = True\n",""),
("a move that was taken back is forgotten","hands/tracker.py","            elif self._is_undone and self._reviewed < LANDED:","            elif False:"),
("after a loss of power all has to go back","hands/tracker.py","        self._is_waking = self.phase == SETUP\n",""),
("what looks like a chain is one","hands/tracker.py","            elif not self.is_lenient and reading.may_be_other():","            elif False:"),
("a reply lands before the move it replies to","hands/review.py","        if stage > CARRYING and not evidence.closed","        if False and not evidence.closed"),
("the opponent's stone rises before the first one","hands/review.py","return rose <= evidence.flat or evidence.last_change(stone, 0) > rose","return True"),
("one nudged stone is a reply","hands/review.py","_TAKEN_FIRST = const(2)","_TAKEN_FIRST = const(1)"),
("a game that is over takes no correction","hands/tracker.py","            self._look_again(REPLIES)\n            if not","            if not"),
("nothing disproves a move","hands/review.py","        if self._is_disproved():","        if True:"),
("of two stories the first is taken","hands/review.py","            self._is_tied = self._is_tied or result != self._best_result\n",""),
("sliding stones are looked at again at once","session.py","PAUSE_MS = const(100)","PAUSE_MS = const(0)"),
]
for name,file,a,b in F:
    d=Path('/tmp/planted'); shutil.rmtree(d,ignore_errors=True); shutil.copytree(L,d)
    p=d/'fanorona'/file; s=p.read_text()
    if a not in s: print('MISSING',name); continue
    p.write_text(s.replace(a,b,1))
    r=subprocess.run(['/work/main/.venv/bin/python','-m','traces'],cwd='/work/main/tests',env={**os.environ,'PYTHONPATH':f'/work/main/host:{d}'},capture_output=True,text=True,timeout=120)
    bad=sorted({l.split(':')[0] for l in r.stdout.splitlines() if l and l[0]!=' '})
    print(name,'|',bad[:8], r.stderr[-80:] if r.stderr else '')
