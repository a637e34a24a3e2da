"""The plots of MARGINS.md."""

from __future__ import annotations

from pathlib import Path

import matplotlib as mpl
import numpy as np

mpl.use("Agg")  # draws into files; no display needed
from hardware import design
from hardware.magnetics import chosen, published
from hardware.magnetics.margins import drive
from matplotlib import pyplot
from matplotlib.patches import Rectangle

CLOSES = "#b00020"
OPENS = "#00558c"


def _save(figure: pyplot.Figure, path: Path) -> None:
    figure.tight_layout()
    # No date and no version, so that the same numbers give the same file.
    figure.savefig(path, dpi=110, metadata={"Software": None})
    pyplot.close(figure)


def _limits() -> tuple[float, float]:
    reeds = chosen.reeds()
    return reeds.high, reeds.low * reeds.drop_out


def _map(path: Path) -> None:
    closes, opens = _limits()
    across = np.arange(-30, 31, 0.5)
    x, y = np.meshgrid(across, np.arange(-26, 43, 0.5))
    places = np.stack([y.ravel(), x.ravel()], -1)  # the model has the reed along its first axis
    weakest = chosen.magnet().remanence[0]
    felt = np.abs(drive(chosen.layout(), chosen.magnet(), weakest, places)).reshape(x.shape)
    figure, axes = pyplot.subplots(figsize=(6.4, 6.4))
    levels = [0, 1, 2, opens, 10, 15, closes, 30, 45, 60, 90]
    shades = axes.contourf(x, y, felt, levels=levels, cmap="YlGnBu", extend="max")
    figure.colorbar(shades, label="ampere-turns")
    axes.contour(x, y, felt, levels=[opens, closes], colors=[OPENS, CLOSES], linewidths=2)
    length, thickness = design.REED_GLASS
    corner = (design.REED_ASIDE - thickness / 2, design.REED_ALONG - length / 2)
    axes.add_patch(Rectangle(corner, thickness, length, facecolor="none", edgecolor="black", linewidth=1.5))
    for dx in (0, 1, -1):
        for dy in (0, 1):
            if abs(dx * design.PITCH) < 30:
                axes.plot(dx * design.PITCH, dy * design.PITCH, "k+", markersize=12)
    axes.set_aspect("equal")
    axes.set_xlabel("stone right of the point, mm")
    axes.set_ylabel("stone above the point, mm")
    axes.set_title(f"red: surely closes ({closes:g} AT)    blue: may stay closed ({opens:g} AT)", fontsize=10)
    _save(figure, path)


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
