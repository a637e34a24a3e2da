"""Netlists, schematics, circuit boards, simulation and the list of parts, all made from `hardware.design`."""
