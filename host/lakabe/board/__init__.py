"""The link to a board: its lines, ports, events, and the recorder that puts them into the archive."""
