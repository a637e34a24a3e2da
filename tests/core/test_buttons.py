"""What presses mean, by the times of the contacts alone."""

from fanorona.hands.buttons import MENU_KEY, NO_PRESS, TURN_DOWN, TURN_KEY, Buttons
from fanorona.hands.debounce import NO_CHANGE

TURN = 1
MENU = 2


def test_a_press_that_is_over_before_anybody_asks():
    buttons = Buttons(2, 2)
    buttons.update(TURN, 100)
    buttons.update(0, 150)
    assert buttons.idle_ms(400) == 0
    assert buttons.next(400) == TURN_KEY and buttons.press == TURN_DOWN
    assert buttons.next(400) == TURN_KEY and buttons.press == NO_PRESS
    assert buttons.next(400) == NO_CHANGE and buttons.idle_ms(400) == -1


def test_a_contact_that_bounces_is_no_press():
    buttons = Buttons(2, 2)
    buttons.update(TURN, 100)
    buttons.update(0, 101)
    assert buttons.next(400) == NO_CHANGE


def test_menu_is_let_go_as_turn_is_pressed():
    buttons = Buttons(2, 2)
    buttons.update(MENU, 100)
    assert buttons.next(102) == MENU_KEY
    buttons.update(TURN, 5000)
    found = [buttons.next(5010), buttons.next(5010)]
    assert sorted(found) == [TURN_KEY, MENU_KEY]
    assert not buttons.down[MENU_KEY] and buttons.down[TURN_KEY]
