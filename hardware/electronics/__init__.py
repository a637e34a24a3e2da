"""The circuit boards as KiCad has them: checks, simulation, lists of parts, and what makers are sent."""
