"""What only developers run, from a checkout: ``python -m tools.NAME``. Nothing in ``lakabe`` imports it."""
