"""What the build puts into wheel and source distribution beside the packages: hatchling runs it.

The virtual board's interpreter comes from npm, of the release and with the hash that the lock file names:
from where `make play` has installed it, or else npm installs it now.
"""

from __future__ import annotations

import lzma
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = Path("host/lakabe/virtual/node")
INTERPRETER = NODE / "node_modules/@micropython/micropython-webassembly-pyscript"
TABLES = Path("host/lakabe/engine/tables/data")
FILES = ("micropython.mjs", "micropython.wasm", "package.json")
"""Of the npm package; its other interpreters are larger ones."""
PACKED = "tables.tar.xz"


class Packing(BuildHookInterface[Any]):
    """Adds the interpreter; and to the wheel the firmware's own files, documents and endgame tables."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name what is added, by where it is and where it goes."""
        if version == "editable":
            return  # it uses what the checkout has
        root = Path(self.root)
        install(root)
        included = build_data["force_include"]
        in_wheel = self.target_name == "wheel"
        for name in FILES:
            path = INTERPRETER / name
            included[str(root / path)] = str(path.relative_to("host") if in_wheel else path)
        if in_wheel:
            included.update(
                {str(path): f"lakabe/_firmware/{path.name}" for path in root.glob("firmware/*.py")}
            )
            included.update({str(root / path): f"lakabe/_docs/{path}" for path in documents(root)})
            included[str(pack_tables(root, Path(self.directory)))] = str(
                TABLES.relative_to("host").with_suffix(".tar.xz")
            )

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Leave nothing but what was built."""
        (Path(self.directory) / PACKED).unlink(missing_ok=True)


def pack_tables(root: Path, folder: Path) -> Path:
    """The endgame tables as one file, a fifth as large: who only records does not need them."""
    folder.mkdir(parents=True, exist_ok=True)
    packed = folder / PACKED
    with (
        lzma.open(packed, "wb", preset=9) as file,
        tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as archive,
    ):
        for path in sorted((root / TABLES).iterdir()):
            if not path.name.startswith("."):
                one = tarfile.TarInfo(f"{TABLES.name}/{path.name}")
                one.size = path.stat().st_size
                with path.open("rb") as content:
                    archive.addfile(one, content)
    return packed


def install(root: Path) -> None:
    """Have npm install the interpreter where it is missing."""
    if all((root / INTERPRETER / name).is_file() for name in FILES):
        return
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError(
            "the virtual board's interpreter is missing, and there is no npm: run `make setup`"
        )
    options = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--update-notifier=false")
    subprocess.run([npm, "ci", *options], cwd=root / NODE, check=True)


def documents(root: Path) -> list[str]:
    """The files of the documents that ``lakabe docs`` prints, and their pictures."""
    sys.path.insert(0, str(root / "host"))
    try:
        from lakabe.documents import DOCUMENTS
    finally:
        sys.path.pop(0)
    return [path for one in DOCUMENTS.values() for path in (*one.paths, *one.pictures)]
