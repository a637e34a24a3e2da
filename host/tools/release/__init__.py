"""Makes a release: ``make release`` puts all that users get into ``dist``, byte for byte the same."""

from __future__ import annotations
