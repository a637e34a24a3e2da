"""Whether the light of a point is seen from a chair while a stone stands on it: rays, followed one by one."""
