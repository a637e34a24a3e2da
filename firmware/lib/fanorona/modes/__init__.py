"""What the board can be about: lessons, matches, tests, the menu and the rest beside a game."""
