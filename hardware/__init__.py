"""The board as a thing: what it is made of, and the programs that draw and check it."""
