"""What a maker is told of magnets that are not the design's."""

from __future__ import annotations

import pytest
from hardware import design
from hardware.magnetics import chosen, other, report
from hardware.magnetics.grades import GRADES

from lakabe.errors import exit_code_of


def asked(*words: str) -> int:
    return exit_code_of(lambda: other.main([*words]))


def test_the_designs_own_magnet_has_the_designs_margins(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("6x2") == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [stance.name for stance in chosen.STANCES]
    for stance, line in zip(chosen.STANCES, lines, strict=True):
        here = chosen.found(stance)
        assert f"on {here.on:.1f}, off {here.off:.1f}, with mixed poles {here.on_mixed:.1f}" in line


def test_a_magnet_too_weak_is_told_what_would_mend_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("6x2", "ferrite") == 1
    told = capsys.readouterr()
    assert "on is too small: take a larger or stronger magnet" in told.out and "off is" not in told.out
    assert told.err == "lakabe: these do not keep 1.5 both ways, and 1 with mixed poles\n"


def test_a_magnet_too_strong_is_told_what_would_mend_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("8x3", "N42") == 1
    told = capsys.readouterr().out
    assert "off is too small: take a smaller or weaker magnet" in told and "on is" not in told


@pytest.mark.parametrize(
    ("bad", "good"),
    [
        (("5x2", "N35"), ("5x2", "N35", "--skin", "2")),
        (("8x2", "N52"), ("8x2", "N52", "--pitch", "45")),
        (("6x2", "N52", "--opens", "5"), ("6x2", "N38", "--opens", "5")),
        (("6x2", "N52", "--reeds", "14-20"), ("6x2", "N52", "--reeds", "17-20")),
    ],
)
def test_what_is_advised_mends_it(bad: tuple[str, ...], good: tuple[str, ...]) -> None:
    assert (asked(*bad), asked(*good)) == (1, 0)


@pytest.mark.parametrize("words", [["8x2"], ["6x3"], ["10x1", "N35"], ["12x5", "ferrite"]])
def test_pitch_and_skin_raise_both_margins(words: list[str]) -> None:
    for stance in chosen.STANCES:
        before = other.read(words).margins(stance)
        for change in (["--pitch", "45"], ["--skin", "2"]):
            after = other.read([*words, *change]).margins(stance)
            assert after.on > before.on and after.off > before.off


def test_what_of_the_stone_must_change_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert asked("10x1", "N42", "--reeds", "10-15", "--pitch", "50") == 0
    assert "the stone must change: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["8y2"], "8y2 is not the size of a disc (two numbers with x between)"),
        (["0x2"], "0x2 is not the size of a disc"),
        (["8x2", "N99"], "no grade N99 is known (one of N35, "),
        (["8x2", "--reeds", "20"], "20 is not a class of reeds"),
        (["8x2", "--reeds", "20-15"], "20-15 is not a class of reeds (the lower number first)"),
        (["8x2", "--opens", "15"], "reeds of 15-20 AT do not open at 15 (fewer AT than close them)"),
        (["8x2", "--pitch", "5"], "a pitch of 5 and a skin of 3 mm make no board"),
        (["8x2", "--skin", "0"], "a pitch of 40 and a skin of 0 mm make no board"),
    ],
)
def test_what_makes_no_sense_is_named_in_one_line(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked(*words) == 2
    error = capsys.readouterr().err
    assert told in error and error.count("\n") == 1


def test_grades_follow_one_another_and_hold_the_designs() -> None:
    neodymium = [bounds for grade, bounds in GRADES.items() if grade.startswith("N")]
    assert neodymium == sorted(neodymium) and all(low < high for low, high in GRADES.values())
    weakest, strongest = design.MAGNET_GRADES.split(" to ")
    assert (GRADES[weakest][0], GRADES[strongest][1]) == design.MAGNET_REMANENCE


@pytest.mark.slow
def test_the_tables_say_the_same_as_the_command() -> None:
    head, _, *rows = report.grade_table(design.PITCH).splitlines()
    column = head.split(" | ").index(chosen.reeds().name)
    for row in rows:
        cells = row.strip("| ").split(" | ")
        told = asked("6x2", cells[0], "--reeds", chosen.reeds().name)
        assert (told == 0) == cells[column].startswith("**")


def test_the_report_tells_how_to_choose() -> None:
    written = (report.HERE / "MARGINS.md").read_text(encoding="utf-8")
    assert other.WEAK in written and other.STRONG in written
    example = written.split("```sh\n")[1].split("\n")[0].split()
    assert example[1:3] == ["-m", "hardware.magnetics.other"]
    assert asked(*example[3:]) == 0
    assert "| 10 x 1 |" in written and "| N35 |" in written
