"""What hands do: contacts and buttons, and the moves that are meant."""
