"""The plots of MARGINS.md."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np

mpl.use("Agg")  # draws into files; no display needed
from hardware import design
from hardware.magnetics import capture, chosen, published
from hardware.magnetics.grades import GRADES
from hardware.magnetics.margins import drive
from matplotlib import pyplot
from matplotlib.patches import Circle, Rectangle

CLOSES = "#b00020"
OPENS = "#00558c"


def _save(figure: pyplot.Figure, path: Path) -> None:
    figure.tight_layout()
    # No date and no version, so that the same numbers give the same file.
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def _limits() -> tuple[float, float]:
    reeds = chosen.reeds()
    return reeds.high, reeds.opens


def _map(path: Path) -> None:
    """For the weakest magnet of three grades, by a seated and an unseated stone."""
    closes, opens = _limits()
    x, y = np.meshgrid(np.arange(-20, 20.5, 0.5), np.arange(-16, 34.5, 0.5))
    places = np.stack([y.ravel(), x.ravel()], -1)  # the model has the reed along its first axis
    levels = [0, 1, 2, opens, 10, 15, closes, 30, 45, 60, 90]
    grades = ("N35", "N42", "N52")
    figure, grid = pyplot.subplots(
        2, len(grades), figsize=(9.6, 8.2), sharex=True, sharey=True, layout="constrained"
    )
    for line, stance in zip(grid, chosen.STANCES, strict=True):
        for axes, grade in zip(line, grades, strict=True):
            felt = np.abs(drive(chosen.layout(stance), chosen.magnet(), GRADES[grade][0], places))
            shades = axes.contourf(x, y, felt.reshape(x.shape), levels=levels, cmap="YlGnBu", extend="max")
            axes.contour(
                x, y, felt.reshape(x.shape), levels=[opens, closes], colors=[OPENS, CLOSES], linewidths=2
            )
            length, thickness = design.REED_GLASS
            corner = (design.REED_ASIDE - thickness / 2, design.REED_ALONG - length / 2)
            axes.add_patch(Rectangle(corner, thickness, length, facecolor="none", edgecolor="black"))
            within = capture.radius(grade, stance)
            axes.add_patch(Circle((0, 0), within, facecolor="none", edgecolor="black", linestyle=":"))
            axes.plot(0, 0, "k+", markersize=10)
            axes.set_aspect("equal")
            seat = "seated" if stance is chosen.SEATED else "unseated"
            axes.set_title(f"{grade}, {seat}: within {within:.1f} mm", fontsize=10)
    figure.supxlabel("stone right of the point, mm", fontsize=10)
    figure.supylabel("stone above the point, mm", fontsize=10)
    figure.suptitle(
        f"red: surely closes ({closes:g} AT)    blue: may stay closed ({opens:g} AT)    "
        "dotted: surely felt in every direction",
        fontsize=10,
    )
    figure.colorbar(shades, ax=grid, label="ampere-turns", shrink=0.7)
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def _lift(path: Path) -> None:
    closes, opens = _limits()
    heights = np.linspace(0, 25, 51)
    point = np.zeros((1, 2))
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6))
    for remanence, label in zip(chosen.magnet().remanence, ("weakest", "strongest"), strict=True):
        felt = [
            abs(
                drive(
                    chosen.layout(chosen.Stance("lifted", 0, float(height))),
                    chosen.magnet(),
                    remanence,
                    point,
                )[0]
            )
            for height in heights
        ]
        axes.semilogy(heights, felt, label=f"{label} magnet")
    axes.axhline(closes, color=CLOSES, linestyle="--", label=f"surely closed above {closes:g} AT")
    axes.axhline(opens, color=OPENS, linestyle="--", label=f"surely open below {opens:g} AT")
    axes.set_xlabel("lifted, mm")
    axes.set_ylabel("ampere-turns")
    axes.set_yticks([1, 2, 5, 10, 20, 50, 100], labels=["1", "2", "5", "10", "20", "50", "100"])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend()
    _save(figure, path)


def _published(path: Path) -> None:
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6))
    for reed, mark in (("SM-1322", "o"), ("MM-1018", "^")):
        table = published.rows(reed)
        fit = published.agreement(table)
        far = np.array([row.operate[::-1] for row in table])
        axes.semilogx(far.ravel(), fit.ratios, mark, label=f"{reed}, mean {fit.mean:.2f}")
    axes.axhline(1, color="black", linewidth=1)
    axes.set_ylim(0.4, 1.6)
    axes.set_xlabel("published operating distance, mm")
    axes.set_xticks([1, 2, 5, 10, 20, 30], labels=["1", "2", "5", "10", "20", "30"])
    axes.minorticks_off()
    axes.set_ylabel("model AT / published AT")
    axes.grid(alpha=0.3)
    axes.legend()
    _save(figure, path)


def write(folder: Path) -> None:
    """All plots into `folder`."""
    _map(folder / "map.png")
    _lift(folder / "lift.png")
    _published(folder / "published.png")
