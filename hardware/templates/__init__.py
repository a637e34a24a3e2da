"""Templates for the workshop, 1:1: DXF files for a machine, PDF pages to print, cut and stick on the wood."""
