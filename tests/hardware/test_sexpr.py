"""KiCad's file syntax."""

from __future__ import annotations

import pytest
from hardware.electronics.sexpr import Text, child, children, parse, write


def test_what_is_written_is_read_again():
    item = ["symbol", Text('a "quoted" \\ text'), ["at", 1.5, -2.25, 90], ["pin", ["number", Text("1")]]]
    source = write(item)
    assert write(parse(source)) == source
    assert parse(source)[1] == 'a "quoted" \\ text'


def test_numbers_are_short():
    assert write(["at", 1.0, 0.1 + 0.2, -0.00001, 25.4]) == "(at 1 0.3 0 25.4)"


def test_words_and_texts_are_told_apart():
    _, word, text = parse('(a yes "yes")')
    assert (write(word), write(text)) == ("yes", '"yes"')


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
