"""Shows where traces, all or those named, do not come out on CPython as they say: `python -m traces night`.

In the folder `tests`; with `PYTHONPATH` on another firmware's `lib` it shows what that makes of them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from lakabe.virtual.trace import parse
from traces import python
from traces.told import course, expected

FOLDER = Path(__file__).parents[1] / "vectors" / "traces"


def main(names: list[str]) -> int:
    """The number of traces that differ, 1 at most."""
    differ = 0
    for file in sorted(FOLDER.glob("*.trace")):
        if names and file.stem not in names:
            continue
        found = course(python.run(parse(file.read_text(encoding="utf-8"))), file)
        for kind, said in expected(file).items():
            if found[kind] != said:
                differ = 1
                print(f"{file.stem}: {kind}")
                for sign, lines, others in (("-", said, found[kind]), ("+", found[kind], said)):
                    print("".join(f"    {sign} {line}\n" for line in lines if line not in others), end="")
    return differ


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
