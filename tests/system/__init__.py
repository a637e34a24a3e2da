"""Board, cable, recorder and archive as one system in virtual time, and the one thing that has to hold of it.

Invariant: *the archive's games are the games that hands played*; ``World.check`` is that, and ``Truth`` says
what a power cut may take. `make system N=1000` looks for what breaks it.
"""
