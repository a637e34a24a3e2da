"""What the lights show."""
