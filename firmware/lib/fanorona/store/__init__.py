"""What is kept in flash: the journal of games."""
