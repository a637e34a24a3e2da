"""Pages to print and pictures of lights for the documents, drawn from what the firmware shows."""
