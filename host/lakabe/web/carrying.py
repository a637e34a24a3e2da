"""A move that is to be carried out for an opponent without hands: what is left of it, and in words."""

from __future__ import annotations

from typing import Any

from fanorona.rules import notation
from fanorona.rules.notation import point_name
from fanorona.rules.rules import MOVE_LOG, Position
from lakabe.language.saying import Text, join, say, stop, verbatim
from lakabe.web import words
from lakabe.web.manners import taken
from lakabe.web.view import View


def to_show(view: View, move: tuple[str, str] | None, carries: bool, hint: str = "") -> dict[str, Any]:
    """What the page gets of a ``move``, who plays it and N1: what is left of it, and what is said.

    Without one, it gets what is left of the ``hint`` (N1), if there is one.
    """
    if not view.is_calm:
        return {"shown": None}
    if move is None:
        return {"shown": left_of(view.position, view.step, hint) if hint else None}
    left = left_of(view.position, view.step, move[1])
    if view.step and not carries and not f"{move[1]}-".startswith(f"{view.step}-"):
        return {"shown": None, "status": {"text": words.not_its_move(*move), "tone": "ask"}, "todo": ""}
    if left is None or ("x" in view.lights and not carries):
        return {"shown": left}
    status = {"text": words.carry_out(*move, carries), "tone": "calm"}
    return {"shown": left, "status": status, "todo": told(left)}


def left_of(position: Position, step: str, move: str) -> dict[str, Any] | None:
    """The steps of ``move`` (N1) that are left after ``step``: a path of points, and what each step takes.

    ``position`` is that at the beginning of the turn. None where nothing is left, or it was another step.
    """
    now = Position(MOVE_LOG)
    now.copy(position)
    try:
        steps = notation.parse_steps(move)
        done = notation.parse_steps(step) if step else []
        if steps[: len(done)] != done or len(done) == len(steps):
            return None
        path, lines = [point_name(steps[len(done)][0])], []
        for n, (p, q, kind) in enumerate(steps):
            if not now.legal(p, q, kind):
                return None
            line = taken(now, p, q, kind)
            now.play(p, q, kind)
            if n >= len(done):
                path.append(point_name(q))
                lines.append([point_name(x) for x in line])
    except ValueError:
        return None
    return {"path": path, "takes": lines}


def told(left: dict[str, Any]) -> Text:
    """The same in words: ``f4 to e5, taking g3 and h2; then to e4, taking e3.``"""
    path, lines = left["path"], left["takes"]
    parts = [_step(path[0] if n == 0 else "", q, lines[n]) for n, q in enumerate(path[1:])]
    return stop(join(parts, "; "))


def _step(here: str, there: str, takes: list[str]) -> Text:
    """A step; ``here`` is empty where the stone goes on."""
    if not takes:
        return (
            say("{here} to {there}", here=here, there=there) if here else say("then to {there}", there=there)
        )
    taken = ", ".join(takes[:-1])
    points = say("{points} and {point}", points=taken, point=takes[-1]) if taken else verbatim(takes[-1])
    if here:
        return say("{here} to {there}, taking {points}", here=here, there=there, points=points)
    return say("then to {there}, taking {points}", there=there, points=points)
