"""Many games by simulated hands through the firmware's `session.step`, each move checked: `make soak`."""
