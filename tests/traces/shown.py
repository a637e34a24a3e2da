# Work in progress, not part of the suite: each contact of a trace with what the tracker made of it.
import sys
from pathlib import Path
sys.path[:0]=[*(str(Path(__file__).parents[2] / one) for one in ('tests', 'tests/core', 'host', 'firmware/lib'))]
from pathlib import Path
from fanorona.rules import notation
import fanorona.hands.tracker as T, fanorona.hands.review as R
from fanorona.session import Session
name=sys.argv[1]; lo=float(sys.argv[2]) if len(sys.argv)>2 else 0; hi=float(sys.argv[3]) if len(sys.argv)>3 else 1e9
now=[0]
def wrap(cls,fn,fmt):
    o=getattr(cls,fn)
    def f(self,*a,**k):
        r=o(self,*a,**k)
        if lo<=now[0]<=hi: 
            t=fmt(self,a,r)
            if t: print(f"{now[0]:>8.0f} {t}")
        return r
    setattr(cls,fn,f)
S={0:'IDLE',1:'OPEN',2:'EARLY',3:'HAND',4:'DOWN',5:'DOUBT',6:'WRONG'}
def st(t): return f"{['SETUP','PLAY','OVER'][t.phase]} {S[t.status]} ply={t.game.ply} steps={t.game.position.steps} u={t.reading.unexplained} stage={t.reading.stage} lost={t.is_lost} rev={t._reviewed} busy={t.busy}"
wrap(T.Tracker,'contact',lambda s,a,r:f"contact {notation.point_name(a[0])} {a[1]} brief={a[2:]} -> {r} {st(s)}")
wrap(T.Tracker,'_act',lambda s,a,r:f"   act -> {r} {st(s)}")
wrap(T.Tracker,'_begin_review',lambda s,a,r:f"   review {a}")
wrap(T.Tracker,'_go_on_looking',lambda s,a,r:(f"   looked -> {r} outcome={s._review.outcome} undone={s._review.is_undone} {st(s)}" if not s._review.is_on else None))
wrap(T.Tracker,'_enter_found',lambda s,a,r:f"   enter found -> {r} {st(s)}")
o=Session.step
def step(self,raw,b,n):
    now[0]=n; return o(self,raw,b,n)
Session.step=step

from lakabe.virtual.trace import parse
from traces import python
p=Path(name) if '/' in name else Path(__file__).parents[1] / 'vectors' / 'traces'/(name+'.trace')
run=python.run(parse(p.read_text()))
