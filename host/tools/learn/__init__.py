"""How the weights of the evaluation are learned: ``selfplay`` makes the data, ``train`` the weights.

The recipe, with seeds, is in host/lakabe/engine/README.md.
"""
