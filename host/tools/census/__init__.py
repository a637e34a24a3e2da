"""How often the moves of a position can be mistaken for each other by sensors that see presence only.

``cases`` finds what can be mistaken in one position, ``survey`` counts it over positions of random play.
``docs/rules.md`` (P1-P8) says what the board makes of each kind.
"""
