"""What is chosen in the board's menu, in sentences of a language, and what can be."""

from __future__ import annotations

from fanorona.rules.match import CREDITOR_FIRST, DRAW_LIFTS, ONE_VELA
from lakabe.board.events import MenuIs
from lakabe.language.saying import Text, join
from lakabe.lessons.words import text


def chosen(menu: MenuIs) -> Text:
    """The game or the match, and each side's help."""
    names = [menu.variant]
    if _is_match(menu):
        options = menu.options
        names = [
            menu.match,
            "creditor" if options & CREDITOR_FIRST else "debtor",
            "lifts" if options & DRAW_LIFTS else "stands",
            "one" if options & ONE_VELA else "all",
        ]
    said = [text(f"ui.chosen.{name}") for name in names]
    return join([*said, text("ui.chosen.help", white=menu.white, black=menu.black)])


def points(menu: MenuIs) -> Text:
    """What the lit points are for."""
    names = ("match", "velas", "help") if _is_match(menu) else ("game", "match", "help")
    return join(text(f"ui.menu.{name}") for name in names)


def _is_match(menu: MenuIs) -> bool:
    return menu.match != "single"
