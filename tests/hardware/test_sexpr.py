"""KiCad's file syntax."""

from __future__ import annotations

import pytest
from hardware.electronics.sexpr import child, children, parse


def test_words_numbers_and_texts_are_read():
    item = parse('(symbol "a \\"quoted\\" \\\\ text" (at 1.5 -2.25 90)\n\t(pin (number "")))')
    assert item == ["symbol", 'a "quoted" \\ text', ["at", "1.5", "-2.25", "90"], ["pin", ["number", ""]]]


def test_children_are_found_by_name():
    item = parse("(a (b 1) (c 2) (b 3))")
    assert [found[1] for found in children(item, "b")] == ["1", "3"]
    assert child(item, "c") == ["c", "2"]
    with pytest.raises(KeyError):
        child(item, "d")


@pytest.mark.parametrize("source", ["(a (b)", ")"])
def test_brackets_that_do_not_match_are_refused(source):
    with pytest.raises(ValueError, match="bracket"):
        parse(source)
