"""The archive's games are the games that hands played, whatever happens to board, cable and computer."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, Phase, settings

from fanorona.wire.commands import _SETTINGS
from lakabe.board import messages
from system.machine import COMMANDS, STEPS, System

EXAMPLES = int(os.environ.get("LAKABE_EXAMPLES", "0"))

TestSystem = System.TestCase
TestSystem.settings = settings(
    max_examples=EXAMPLES or 12,
    stateful_step_count=STEPS,
    deadline=None,
    derandomize=not EXAMPLES,
    database=None,
    phases=(Phase.generate, Phase.shrink),
    report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.slow
class TestMore(TestSystem):
    settings = settings(TestSystem.settings, max_examples=100)


def test_every_command_is_among_them() -> None:
    words = [text.split() for text in COMMANDS]
    assert {name for name, *_ in words} | {"ack"} == set(messages.COMMANDS)
    for verb in ("set", "get"):
        assert {rest[0] for name, *rest in words if name == verb} == set(_SETTINGS.decode().split())
