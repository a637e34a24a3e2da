"""`firmware/PROTOCOL.md` says what the code does: examples, names, letters, reasons, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fanorona.lights import painter
from fanorona.wire import protocol
from fanorona.wire.protocol import BOARD_LEAD, HOST_LEAD, LINE, Decoder
from lakabe.board import link, messages
from lakabe.board.events import Unknown

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "firmware" / "PROTOCOL.md").read_text(encoding="utf-8")
COMMANDS_SOURCE = "".join(
    (ROOT / "firmware" / "lib" / "fanorona" / f"{name}.py").read_text(encoding="utf-8")
    for name in ("wire/commands", "wire/laying", "modes/matching", "modes/scores")
)
"""The files that carry out commands, and say why not."""


def code_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Each line in a block of code, and whether it is meant to be sound (a block marked ``text`` is not)."""
    fence: str | None = None
    for line in text.splitlines():
        if line.startswith("```"):
            fence = line[3:] if fence is None else None
        elif fence is not None:
            yield line, fence == ""


def sections(text: str) -> dict[str, dict[str, str]]:
    """The text under each heading of the third level, under each of the second."""
    found: dict[str, dict[str, str]] = {}
    for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:]:
        title, *smaller = re.split(r"^### ", part, flags=re.MULTILINE)
        found[title.splitlines()[0]] = {one.splitlines()[0]: one for one in smaller}
    return found


def rows(text: str) -> list[list[str]]:
    """The cells of the tables' rows, without backticks."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]


def decoded(line: str) -> tuple[str, list[str]] | None:
    """Name and fields of a sound line."""
    decoder = Decoder(BOARD_LEAD if line[0] == "@" else HOST_LEAD)
    outcomes = [decoder.feed(byte) for byte in line.encode() + b"\n"]
    if outcomes[-1] != LINE:
        return None
    words = [decoder.text(i).decode() for i in range(decoder.count)]
    start = 2 if line[0] == "@" else 1
    return words[start], words[start + 1 :]


def example_problems(text: str) -> Iterator[str]:
    for line, sound in code_lines(text):
        if not line.startswith(("@", "$")):
            continue
        message = decoded(line)
        if (message is not None) != sound:
            yield f"{'damaged' if sound else 'sound'} example: {line}"
        elif message is not None:
            name, fields = message
            if line[0] == "@":
                if isinstance(messages.read(1, 1, name, fields), Unknown):
                    yield f"not a message of the board: {line}"
            else:
                least, most = messages.COMMANDS.get(name, (1, 0))
                if not least <= len(fields) <= most:
                    yield f"not a command: {line}"


def name_problems(text: str) -> Iterator[str]:
    for title, lead, names in (
        ("From the board", "@", messages.BOARD_MESSAGES),
        ("From the host", "$", frozenset(messages.COMMANDS)),
    ):
        described = sections(text).get(title, {})
        yield from (f"{title}: {name} is not described" for name in sorted(names - set(described)))
        yield from (f"{title}: there is no {name}" for name in sorted(set(described) - names))
        for name, section in described.items():
            examples = [decoded(line) for line, _ in code_lines(section) if line.startswith(lead)]
            if not any(example is not None and example[0] == name for example in examples):
                yield f"{title}: {name} has no example"


def table_problems(text: str) -> Iterator[str]:
    board = sections(text)["From the board"]
    letters = [cell for row in rows(board["lights"]) for cell in row[::2] if len(cell) == 1]
    if sorted(letters) != sorted(painter.LETTERS.decode()):
        yield "the letters of the lights"
    reasons = {row[0] for row in rows(board["no"])[2:]}
    if reasons != set(re.findall(r'(?:return|else) b"([a-z-]+)"', COMMANDS_SOURCE)):
        yield "the reasons of no"
    first = second = 0
    wanted = []
    for byte in b"2 5000 tick":
        first = (first + byte) % 255
        second = (second + first) % 255
        wanted.append([str(byte), "space" if byte == 32 else chr(byte), str(first), str(second)])
    if rows(sections(text)["Lines"]["Checksum"])[2:] != wanted:
        yield "the sums"


STATEMENTS = (
    f"Protocol version {protocol.MAJOR}.{protocol.MINOR}.",
    f"is 2 to {protocol.MAX_FIELDS} fields",
    f"at most {protocol.MAX_LINE} bytes long",
    f"0 to {protocol.MAX_NUMBER} (2^30 - 1)",
    f"a host that has had none for {link.SILENCE_S:g} s",
    f"nothing to say for {link.KEEP_S:g} s",
    f"tries `hello` every {link.HELLO_S:g} s and gives up after five",
)


def statement_problems(text: str) -> Iterator[str]:
    flat = " ".join(text.split())
    yield from (f"missing: {statement}" for statement in STATEMENTS if statement not in flat)


def problems(text: str) -> list[str]:
    checks = (example_problems, name_problems, table_problems, statement_problems)
    return [problem for check in checks for problem in check(text)]


def test_document() -> None:
    assert problems(DOCUMENT) == []
    assert sum(line.startswith(("@", "$")) for line, _ in code_lines(DOCUMENT)) > 90
    assert link.HELLO_TRIES == 5


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("@45 70216 lift d3*", "@45 70216 lift d4*", "damaged example: @45 70216 lift d4"),
        ("$2 ack 312*", "$2 ack 313*", "damaged example: $2 ack 313"),
        ("@17 4498 lift g3*", "@17 4498 lift f4*", "sound example: @17 4498 lift f4"),
        ("@62 1062 synced*8", "@62 1062 synced* ", "damaged example: @62"),
        ("### tick\n", "### tock\n", "From the board: tick is not described"),
        ("### tick\n", "### tock\n", "From the board: there is no tock"),
        ("### resend\n", "### again\n", "From the host: resend is not described"),
        ("### bye\n", "### bye\n\n### adieu\n", "From the host: there is no adieu"),
        ("| `m` | may move |", "| `M` | may move |", "the letters of the lights"),
        ("| `busy` |", "| `idle` |", "the reasons of no"),
        ("| 99 | `c` | 121 | 56 |", "| 99 | `c` | 122 | 56 |", "the sums"),
        ("Protocol version 1.7", "Protocol version 1.8", "missing: Protocol version"),
        ("at most 200 bytes", "at most 201 bytes", "missing: at most 200 bytes long"),
        ("none for 12 s", "none for 13 s", "missing: a host that has had none for 12 s"),
    ],
)
def test_a_planted_fault_is_found(old: str, new: str, problem: str) -> None:
    assert old in DOCUMENT
    assert any(found.startswith(problem) for found in problems(DOCUMENT.replace(old, new, 1)))


def test_a_message_without_example_is_found() -> None:
    start = DOCUMENT.index("```\n@115 ")
    end = DOCUMENT.index("```", start + 3) + 3
    assert "From the board: tick has no example" in problems(DOCUMENT[:start] + DOCUMENT[end:])


def test_an_example_that_is_no_message_is_found() -> None:
    for lead, body, problem in (
        (BOARD_LEAD, b"1 1 lift z9", "not a message of the board: @1 1 lift z9"),
        (BOARD_LEAD, b"1 1 jump d3", "not a message of the board: @1 1 jump d3"),
        (HOST_LEAD, b"1 jump", "not a command: $1 jump"),
        (HOST_LEAD, b"1 ack", "not a command: $1 ack"),
    ):
        text = DOCUMENT + "\n```\n" + protocol.encode(lead, body).decode() + "```\n"
        assert any(found.startswith(problem) for found in problems(text)), problem
