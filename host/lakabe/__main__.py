"""``python -m lakabe``."""

from __future__ import annotations

from lakabe.cli import main

if __name__ == "__main__":
    main()
