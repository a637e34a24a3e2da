"""What the bench has found, as Markdown; the tables that firmware/README.md shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pico.bench import hosts, modules, parts, scenes
from pico.bench.answers import Performance, quantile
from pico.bench.glitches import HOLDS_MS, WIDTHS_US, Held
from pico.bench.idle import Idle
from pico.bench.modules import Module
from pico.bench.parts import Part
from pico.image import FIRMWARE

README = FIRMWARE / "README.md"
BEGIN = "<!-- make bench-pico ARGS=--write -->"
END = "<!-- end of make bench-pico -->"

GAMES = "games"
LEGAL = "hard positions"
EVERYTHING = "all of these, legal or not"
VARIANTS = "velas, Dimy and Telo with all help"
STALLS = {
    hosts.absent: "no computer: a charger",
    hosts.closed: "port closed",
    hosts.not_reading: "port open, nothing fetched",
    hosts.opening_and_closing: "port opened and closed within lines",
    hosts.junk: "10,000 bytes of junk",
    hosts.words: "10,000 bytes like commands",
}
KINDS = {
    "choices": "many moves for one stone",
    "chain": "long chains in the hand, captures taken off at the end",
    "walk": "long chains set down point by point",
    "pairs": "approach or withdrawal, undone and done",
    "setup": "setting up",
    "early": "not legal: captures leave first",
    "astray": "not legal: stones go anywhere",
}
START: tuple[tuple[str, Callable[[Idle], str]], ...] = (
    ("power-on to the set-up lights, ms", lambda found: f"{found.first_frame:.0f}"),
    ("of that the base, to the image's first line", lambda found: f"{found.main:.0f}"),
    ("of that the firmware's import", lambda found: f"{found.imported:.0f}"),
    ("of that the first turn of the loop and the lights", lambda found: f"{found.lights:.0f}"),
    ("power-on to the hello line, ms", lambda found: f"{found.hello:.0f}"),
    ("scan to scan while nothing changes, ms", lambda found: f"{found.period:.2f}"),
    ("the longest of them, ms", lambda found: f"{found.longest:.2f}"),
    ("heap free, KiB", lambda found: f"{found.free / 1024:.0f}"),
    ("image, KiB", lambda found: f"{found.flash / 1024:.0f}"),
)


@dataclass
class Results:
    """All that was measured; without arguments, the same tables full of nothing.

    Pairs: without and with machine code. `hosts`: by name. `glitches`: for each time that a change is held
    before it is reported.
    """

    idle: tuple[Idle, Idle] = (Idle(), Idle())
    played: list[Performance] = field(default_factory=list)
    hosts: dict[str, Performance] = field(default_factory=dict)
    parts: tuple[dict[str, Part], dict[str, Part]] = ({}, {})
    modules: tuple[dict[str, Module], dict[str, Module]] = ({}, {})
    glitches: dict[int, Held] = field(default_factory=dict)


def markdown(results: Results) -> str:
    """The tables one after another."""
    return "\n\n".join(
        [
            _table(("", "bytecode", "as flashed"), _start(results)),
            _table(("median / 99th of 100 / longest, ms", *_ANSWERS), _answers(results)),
            _table(("median / 99th of 100 / longest, ms", *_STALLS), _stalls(results)),
            _table(("a call in a game, ms: mean / longest", "bytecode", "machine code"), _parts(results)),
            _table(("openings taken for a lift", *(f"held {ms} ms" for ms in HOLDS_MS)), _glitches(results)),
            _table(("flash / heap, bytes; import, ms", "bytecode", "as flashed"), _modules(results)),
        ]
    )


def rows(text: str) -> list[str]:
    """What the tables have rows for."""
    found = re.findall(r"^\| *(.*?) *\|.*\|$", text, re.MULTILINE)
    return [re.sub(r" \(\d+(; \d+)?\)$", "", name) for name in found]


def shown(readme: str) -> str:
    """The part of README.md that the bench writes. ValueError where the marks are missing."""
    return readme[readme.index(BEGIN) + len(BEGIN) : readme.index(END)]


def write(results: Results) -> None:
    """Puts the tables into README.md."""
    readme = README.read_text()
    README.write_text(readme.replace(shown(readme), f"\n\n{markdown(results)}\n\n"))


Rows = Iterator[Sequence[str]]
_STALLS = ("to the light", "to the line", "longest turn")
_ANSWERS = ("lift to light", "placement to light", "contact to line", "longest turn")


def _table(head: Sequence[str], body: Rows) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _start(results: Results) -> Rows:
    for name, figure in START:
        yield name, *(figure(found) for found in results.idle)


def _three(values: Sequence[float | None]) -> str:
    came = [value for value in values if value is not None]
    if not came:
        return "-"
    late = f", {len(values) - len(came)} never" if len(came) < len(values) else ""
    return " / ".join(f"{quantile(came, part):.1f}" for part in (0.5, 0.99, 1)) + late


def _answer(name: str, played: Sequence[Performance]) -> Sequence[str]:
    found = [answer for performance in played for answer in performance.answers]
    lights = [[one.light for one in found if one.shows and one.closed == closed] for closed in (False, True)]
    turns = [turn for performance in played for turn in performance.turns]
    longest = f"{max(turns):.1f}" if turns else "-"
    shown = sum(map(len, lights))
    return (
        f"{name} ({len(found)}; {shown})",
        *map(_three, lights),
        _three([one.line for one in found]),
        longest,
    )


def _answers(results: Results) -> Rows:
    legal = [one for one in results.played if one.scene.kind not in scenes.IRREGULAR]
    yield _answer("all legal play", legal)
    yield _answer(GAMES, [one for one in legal if one.scene.kind == scenes.GAME])
    yield _answer(VARIANTS, [one for one in legal if one.scene.kind in scenes.VARIANT_KINDS])
    yield _answer(LEGAL, [one for one in legal if one.scene.kind in KINDS])
    for kind, name in KINDS.items():
        yield _answer(name, [one for one in results.played if one.scene.kind == kind])
    yield _answer(EVERYTHING, results.played)


def _stalls(results: Results) -> Rows:
    for host, name in STALLS.items():
        played = results.hosts.get(host.__name__)
        if played is None:
            yield name, "-", "-", "-"
        else:
            lights = [answer.light for answer in played.answers if answer.shows]
            lines = _three([answer.line for answer in played.answers]) if host in hosts.NOISY else "-"
            yield f"{name} ({len(lights)})", _three(lights), lines, f"{max(played.turns):.1f}"


def _parts(results: Results) -> Rows:
    for _, _, name, _ in parts.PARTS:
        cells = [found.get(name, Part()) for found in results.parts]
        yield (
            name,
            *(f"{one.sum / max(1, one.count) / 1000:.2f} / {one.longest / 1000:.2f}" for one in cells),
        )


def _glitches(results: Results) -> Rows:
    held = [results.glitches.get(ms, Held([0.0] * len(WIDTHS_US), 0.0, 0.0)) for ms in HOLDS_MS]
    for number, width in enumerate(WIDTHS_US):
        yield f"open for {width / 1000:g} ms", *(f"{one.shares[number]:.0%}" for one in held)
    yield "median from a lift to its light, ms", *(f"{one.lift:.1f}" for one in held)
    yield "median from a placement to its light, ms", *(f"{one.placement:.1f}" for one in held)


def _modules(results: Results) -> Rows:
    order = modules.import_order()
    found = [{name: one.get(name, Module()) for name in order} for one in results.modules]
    for name in order:
        yield f"`{name.removeprefix('fanorona.')}`", *(_weight(one[name]) for one in found)
    yield (
        "all together",
        *(
            _weight(Module(*(sum(getattr(m, what) for m in one.values()) for what in _WEIGHTS)))
            for one in found
        ),
    )


_WEIGHTS = ("flash", "import_us", "heap")


def _weight(module: Module) -> str:
    return f"{module.flash:,} / {module.heap:,}; {module.import_us / 1000:.0f}"
