"""Pictures of the page for the documents, taken from the real thing."""
