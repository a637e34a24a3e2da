"""Setting up a clone of the repository: what ``make`` calls.

``checkout`` runs on the system's Python before anything is installed, so it uses the standard library alone.
``browser`` runs on the virtual environment's Python.
"""

from __future__ import annotations
