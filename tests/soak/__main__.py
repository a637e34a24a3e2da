"""`make soak`: plays N games by simulated hands, and fails where a move is not recorded as it was meant.

It fails as well where the board asks too much.
"""

from __future__ import annotations

import argparse
import functools
import itertools
import math
import multiprocessing
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from hands.games import GAMES
from hands.habitual import NAMES
from hands.plan import Plan, is_rare
from judge.verdict import VERDICTS
from soak.play import SECOND, Outcome, play, play_on
from soak.shrink import shrink
from soak.tally import table

TRACES = Path(__file__).resolve().parents[2] / "build" / "soak"
SHOWN_ASKS = 5
Manner = Callable[[Plan], list[Outcome]]
MANY = 100_000
"""Moves after which chance decides nothing about how often the board asks."""


def main() -> int:
    arguments = _arguments()
    numbers = list(range(arguments.first, arguments.first + arguments.games))
    if arguments.rare or arguments.whole:
        numbers = [n for n in numbers if is_rare(n) == arguments.rare]
    draw = functools.partial(Plan.other, arguments.game) if arguments.game else Plan.number
    plans = [draw(arguments.seed, n, unaware=arguments.unaware) for n in numbers]
    plans = [plan for plan in plans if plan.lenient or not arguments.lenient]
    if arguments.whole:
        plans = [plan.whole() for plan in plans]
    if arguments.habits is not None:
        plans = [plan.with_habits(arguments.habits) for plan in plans]
    counts: Counter[str] = Counter()
    failed: list[Outcome] = []
    remarks: list[str] = []
    wide: list[str] = []
    begun = time.monotonic()
    manner = play_on if arguments.keep_going else _play_once
    for n, outcome in enumerate(_outcomes(manner, plans, arguments.processes), 1):
        counts += outcome.counts
        remarks += outcome.remarks
        wide += outcome.wide
        if outcome.fault:
            failed.append(outcome)
            if arguments.hasty:
                break
        if n % 500 == 0 and sys.stderr.isatty():
            print(f"{n} games, {len(failed)} failed", file=sys.stderr)
    seconds = time.monotonic() - begun
    print(report(counts, len(failed), seconds, arguments))
    print(table(counts))
    is_usual = not (arguments.rare or arguments.unaware or arguments.game)
    asks_much = is_usual and asks_too_much(counts)
    if asks_much:
        print("the board asks too much: in 1 of 1,000 moves without illegal play, or more")
    for remark in sorted(remarks)[:SHOWN_ASKS]:
        print(f"asked: {remark}")
    for window in wide:
        print(f"too wide to list: {window}")
    if arguments.hasty or arguments.keep_going:
        print(
            *(f"game {outcome.plan.seed}, {outcome.habit}: {outcome.fault}" for outcome in failed), sep="\n"
        )
        return 1 if failed or asks_much else 0
    for outcome in sorted(failed, key=lambda outcome: outcome.plan.seed)[: arguments.shown]:
        _show(outcome)
    return 1 if failed or asks_much else 0


def _play_once(plan: Plan) -> list[Outcome]:
    return [play(plan)]


def _outcomes(manner: Manner, plans: list[Plan], processes: int) -> Iterator[Outcome]:
    """What comes of each plan, in any order."""
    if processes == 1:
        yield from itertools.chain.from_iterable(map(manner, plans))
        return
    with multiprocessing.Pool(processes) as pool:
        yield from itertools.chain.from_iterable(pool.imap_unordered(manner, plans, chunksize=8))


def asks_too_much(counts: Counter[str]) -> bool:
    """Whether the board had to ask in 1 of 1,000 moves without illegal play, or more.

    A reply that begins while a captured stone still stands counts as such.
    Of fewer than `MANY` moves only what chance does not explain, of three standard deviations.
    """
    allowed = counts["legal moves"] / 1000
    chance = 0 if counts["legal moves"] >= MANY else 3 * math.sqrt(allowed)
    return counts["asked clean"] + counts["asked alike"] >= max(1, allowed + chance)


def report(counts: Counter[str], failed: int, seconds: float, arguments: argparse.Namespace) -> str:
    """What the run came to, a line each."""
    moves = max(1, counts["legal moves"])
    last = arguments.first + arguments.games - 1
    rows = [
        ("seed", f"{arguments.seed}, games {arguments.first} to {last}"),
        ("games", f"{counts['games']}"),
        ("of these velas, and games of Dimy and Telo", f"{counts['of variants']}"),
        ("moves", f"{counts['moves']}"),
        ("of these without illegal play in the turn", f"{counts['legal moves']}"),
        ("contact and button events", f"{counts['events']}"),
        ("misrecords", f"{failed}"),
        ("moves corrected; hands that are aware avoid it", f"{counts['corrected']}"),
        ("moves with an ask, players blameless", _share(counts["asked clean"], moves)),
        ("moves with an ask, look-alikes (P2, P7)", _share(counts["asked alike"], moves)),
        ("ways drawn anew, as they would mean another move", f"{counts['redrawn']}"),
        ("turns with a reply begun too soon", f"{counts['too soon']}"),
        ("of these with an ask", f"{counts['asked too soon']}"),
        ("turns with illegal play", f"{counts['mishaps']}"),
        ("turns with an ask: these, takebacks, cuts", f"{counts['asked illegal']}"),
        ("takebacks by agreement", f"{counts['takebacks']}"),
        ("games with one or two dead contacts", f"{counts['with dead contacts']}"),
        ("games with a row or column dark for a while", f"{counts['dark lines']}"),
        ("irregular moves let stand", f"{counts['irregular']}"),
        ("power cuts, stones moved meanwhile", f"{counts['cuts']}"),
        ("recoveries (restored)", f"{counts['recoveries']}"),
        ("games left, as no way to go on can be told", f"{counts['given up']}"),
        ("their moves until then, compared all the same", f"{counts['left moves']}"),
        *((f"{SECOND}: {name}", f"{counts[f'{SECOND}: {name}']}") for name in VERDICTS),
        ("time", f"{seconds:.0f} s"),
        ("games a second", f"{counts['games'] / seconds:.1f}"),
        ("scans a second", f"{counts['scans'] / seconds:.0f}"),
    ]
    return "\n".join(f"{name:48} {value}" for name, value in rows)


def _share(count: int, moves: int) -> str:
    return f"{count} ({1000 * count / moves:.2f} in 1,000 moves)"


def _show(outcome: Outcome) -> None:
    """Names a game that went wrong, and keeps the shortest trace of it."""
    small = shrink(outcome, lambda found: bool(found.fault) and found.habit == outcome.habit)
    small = play(small.plan, keeps_trace=True)
    TRACES.mkdir(parents=True, exist_ok=True)
    file = TRACES / f"{small.plan.seed.replace(' ', '-')}.trace"
    file.write_text(small.excerpt or small.trace, encoding="utf-8")
    print(f"game {outcome.plan.seed}, ply {outcome.ply}: {outcome.fault}")
    print(f"  shrunk to {small.plan}")
    print(f"  ply {small.ply}: {small.fault}")
    print(f"  lakabe trace {file}")


def _habits(text: str) -> frozenset[str]:
    names = frozenset(NAMES if text == "all" else text.split(","))
    if unknown := names - set(NAMES):
        raise argparse.ArgumentTypeError(f"there is no habit {', '.join(sorted(unknown))}")
    return names


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first game of the seed")
    parser.add_argument("--game", choices=GAMES[1:], help="all games are of this variant")
    parser.add_argument("--unaware", action="store_true", help="let moves look like others on the way")
    parser.add_argument("--rare", action="store_true", help="only the games that begin with look-alikes")
    parser.add_argument(
        "--whole", action="store_true", help="to their end, without the games that begin with look-alikes"
    )
    parser.add_argument("--lenient", action="store_true", help="only the games at the record level")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument(
        "--hasty", action="store_true", help="end with the first failed game, without a trace"
    )
    parser.add_argument(
        "--habits",
        type=_habits,
        help=f"only these, often, and nobody slips; one or more of {', '.join(NAMES)}, with commas",
    )
    parser.add_argument(
        "--keep-going",
        action="store_true",
        help="set up again where a game has gone wrong, and play on; count per habit, without traces",
    )
    parser.add_argument("--shown", type=int, default=3, help="failed games that are shrunk and shown")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
