"""What is kept of how contacts bounce."""

from fanorona.hands.bounces import LONG_MS, MANY, Bounces
from fanorona.hands.debounce import Debounce
from fanorona.hands.marks import Marks


def contacts(text):
    """A single contact through ``text``, a letter a ms (``x`` closed), and what is kept of it."""
    bounces = Bounces(1, Marks())
    debounce = Debounce(1, 2, 2, bounces)
    debounce.begin(b"\x00")
    now = 100
    for letter in text:
        debounce.update(b"\x01" if letter == "x" else b"\x00", now)
        debounce.next(now)
        now += 1
    return bounces.closures[0], bounces.bounce[0], bounces.missed[0], bounces.flickers[0]


def test_closures_without_bounce():
    assert contacts("." * 40 + "x" * 40) == (1, 0, 0, 0)
    assert contacts(("." * 40 + "x" * 40) * 3) == (3, 0, 0, 0)


def test_a_bounce_is_from_the_first_change_to_the_last():
    assert contacts("....x.x.xx" + "x" * 40) == (1, 4, 1, 0)
    assert contacts("x" + "." * 40 + "xxxxxx") == (1, 0, 1, 0)


def test_a_disturbance_that_does_not_count_is_a_margin_used_up():
    assert contacts("...." + "x" + "." * 40) == (0, 0, 1, 0)
    assert contacts("x" * 40 + "." + "x" * 40) == (1, 0, 1, 0)


def test_a_bounce_ends_with_a_rest():
    assert contacts("x" * 40 + "." * 30 + "x" * 40) == (2, 0, 0, 0)
    assert contacts("." * 5 + "x" + "." * 30 + "x" * 30) == (1, 0, 1, 0)
    assert contacts("x" * 40 + "." * 15 + "x" * 40) == (2, 0, 0, 1)


def test_closing_again_too_soon_is_a_flicker():
    assert contacts("x" * 40 + "." * 29 + "x" * 40)[3] == 1
    assert contacts("x" * 40 + "." * 30 + "x" * 40)[3] == 0


def test_what_is_bad():
    bad = Marks()
    bounces = Bounces(3, bad)
    for count in range(1, MANY + 1):
        for closed in (0, 1):
            bounces.change(0, False, 0, 100)
            bounces.tell(0, closed, 100, 100)
        assert bad.size == (1 if count == MANY else 0)
    assert bad.value[0]
    for span in (LONG_MS, LONG_MS + 1):
        bounces.change(1, False, 0, 1000)
        bounces.tell(1, 1, 1000 + span, 1100)
        assert bad.size == (2 if span > LONG_MS else 1)
