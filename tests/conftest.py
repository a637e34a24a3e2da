"""Settings of Hypothesis for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# A time limit for each example would fail tests on a busy machine. In CI the examples are always the same, so
# that a change fails for what it changed; elsewhere each run looks for new ones.
settings.register_profile("lakabe", deadline=None, derandomize="CI" in os.environ, print_blob=True)
settings.load_profile("lakabe")
