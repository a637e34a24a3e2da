"""Says from which sources this firmware was built: in an image a digest of them (``host/lakabe/board``)."""

SOURCES = "unbuilt"
