import subprocess, shutil, sys, os
from pathlib import Path
L='/work/main/firmware/lib'
F=[
("a move that was taken back is forgotten","hands/tracker.py","            elif self._is_undone and self._reviewed < LANDED:","            elif False:"),
("nothing disproves a move","hands/review.py","        if self._is_disproved():","        if True:"),
]
for name,file,a,b in F:
    d=Path('/tmp/planted'); shutil.rmtree(d,ignore_errors=True); shutil.copytree(L,d)
    p=d/'fanorona'/file; s=p.read_text()
    if a not in s: print('MISSING',name); continue
    p.write_text(s.replace(a,b,1))
    r=subprocess.run(['/work/main/.venv/bin/python','-m','traces'],cwd='/work/main/tests',env={**os.environ,'PYTHONPATH':f'/work/main/host:{d}'},capture_output=True,text=True,timeout=120)
    bad=sorted({l.split(':')[0] for l in r.stdout.splitlines() if l and l[0]!=' '})
    print(name,'|',bad[:8], r.stderr[-80:] if r.stderr else '')
