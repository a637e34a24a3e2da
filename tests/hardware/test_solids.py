"""The solids, and that their checks find what they look for; needs CadQuery."""

from __future__ import annotations

import zipfile
from pathlib import Path

import cadquery as cq
import pytest
from hardware import design, fab, guide
from hardware.mechanics import build, checks, solids, stock

pytestmark = pytest.mark.xdist_group("solids")


@pytest.mark.slow
def test_the_solids_are_sound_printable_and_clear() -> None:
    assert checks.faults() == []


def test_everything_on_the_list_is_there() -> None:
    parts = solids.parts()
    assert sum(part.count for name, part in parts.items() if name.startswith("stone")) == 44
    assert parts["window"].count == 45 and parts["bead"].count == 2
    wanted = {name.replace("_", "-"): count for name, (_, count) in stock.parts().items()}
    assert {
        name: wanted[name] for name in ("stone-white", "stone-black", "window", "spacer", "fit", "bead")
    } == {
        name: parts[name].count for name in ("stone-white", "stone-black", "window", "spacer", "fit", "bead")
    }
    assert parts["stone-white"].make().val().Volume() > parts["stone-black"].make().val().Volume()


def test_the_guide_has_the_frames_sizes() -> None:
    told = guide.frame()
    for name, side in (("long_rail", "front"), ("long_rail", "back")):
        assert solids.rail(side).val().BoundingBox().xlen == pytest.approx(float(told[name]))
    right = solids.rail("right").val().BoundingBox()
    assert right.ylen == pytest.approx(float(told["short_rail"]))
    assert f"{right.xlen:g} x {right.zlen:g}" == told["rail"]
    base = solids.base().val().BoundingBox()
    assert f"{base.xlen:g} x {base.ylen:g} x {base.zlen:g}" == told["base"]


STONE = [
    ("FOOT", (15.5, 0.8), "stone runs into window"),
    ("POCKET_PLAY", -0.05, "stone runs into magnet"),
]
SET = [
    ("WINDOW_PLAY", -0.1, "top runs into window"),
    ("FRONT_HEIGHT", 4.2, "top runs into parts of the strips"),
    ("STRIP_ORIGIN", (-13.0, -80.0), "rail front runs into strips"),
    ("SPACER", 17.0, "base runs into carrier"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "value", "fault"), STONE + SET)
def test_what_runs_into_something_is_found(
    name: str, value: object, fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cached = (solids.stone, solids.panel, solids.rail)
    monkeypatch.setattr(design, name, value)
    for part in cached:
        part.cache_clear()
    try:
        found = checks.stones_clear() if (name, value, fault) in STONE else checks.set_clear()
    finally:
        for part in cached:
            part.cache_clear()
    assert any(fault in line for line in found)


def test_what_hangs_in_the_air_is_found() -> None:
    upright = solids.Part(solids.parts()["stone-white"].make, 1, "", True, 0.0)
    assert any("hang in the air" in fault for fault in checks.printable(upright))
    pocket = solids.parts()["stone-white"]
    unpaused = solids.Part(pocket.make, 1, "", True, 180)
    assert (
        checks.printable(pocket) == [] != checks.printable(unpaused)
    )  # a magnet bears what is printed on it
    bridge = cq.Workplane("XY").box(20, 20, 10).faces("<X").workplane().rect(10, 4).cutThruAll()
    assert checks.overhang(bridge.translate((0, 0, 5))) == pytest.approx(20 * 10, rel=0.05)


def test_broken_solids_are_found() -> None:
    two = cq.Workplane("XY").pushPoints([(0, 0), (30, 0)]).box(10, 10, 10, combine=True)
    assert checks.sound(two) == ["is not in one piece"]


@pytest.mark.slow
def test_files_are_written_and_read_back(tmp_path: Path) -> None:
    build.export(tmp_path)
    for name, part in solids.parts().items():
        there = cq.importers.importStep(str(tmp_path / "step" / f"{name}.step"))
        assert there.val().Volume() == pytest.approx(part.make().val().Volume(), rel=1e-4)
        assert (tmp_path / "stl" / f"{name}.stl").is_file() == part.printed
    again = tmp_path / "again"
    build.export(again)
    for file in (tmp_path / "step").iterdir():
        assert file.read_bytes() == (again / "step" / file.name).read_bytes()


@pytest.mark.slow
def test_what_is_kept_for_makers_is_what_comes_out(tmp_path: Path) -> None:
    with zipfile.ZipFile(fab.REVISION / "solids.zip") as kept:
        assert sorted(kept.namelist()) == sorted(f"{name}.step" for name in solids.parts())
        kept.extractall(tmp_path)
    for name, part in solids.parts().items():
        there = cq.importers.importStep(str(tmp_path / f"{name}.step")).val()
        here = part.make().val()
        assert there.Volume() == pytest.approx(here.Volume(), rel=1e-4), (
            f"run make fab: {name} is out of date"
        )
        assert there.Center().toTuple() == pytest.approx(here.Center().toTuple(), abs=1e-3), name
