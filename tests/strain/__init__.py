"""How hard the firmware has to work: what a turn of its loop does, and that it takes no memory for it."""
