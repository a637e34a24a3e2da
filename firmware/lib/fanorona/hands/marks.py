"""A value for each of a few points."""

from fanorona.rules.geometry import POINTS


class Marks:
    """Values 1 to 255 on some points, 0 on all others, walked and cleared in the time of the marked ones.

    ``value`` holds the value of every point; the first ``size`` bytes of ``points`` are the marked ones, in
    any order. Read both, write through the methods.
    """

    def __init__(self) -> None:
        self.value = bytearray(POINTS)
        self.points = bytearray(POINTS)
        self.size = 0

    def put(self, p: int, value: int) -> None:
        """Mark ``p`` with a value other than 0."""
        if not self.value[p]:
            self.points[self.size] = p
            self.size += 1
        self.value[p] = value

    def drop(self, p: int) -> None:
        """Take the mark off ``p``, if there is one."""
        if self.value[p]:
            self.value[p] = 0
            points = self.points
            i = self.size = self.size - 1
            last = points[i]
            while points[i] != p:
                i -= 1
            points[i] = last

    def flip(self, p: int) -> None:
        """Mark ``p`` with 1, or take its mark off."""
        if self.value[p]:
            self.drop(p)
        else:
            self.put(p, 1)

    def copy(self, other: "Marks") -> None:
        """Become ``other``."""
        self.clear()
        for i in range(other.size):
            p = other.points[i]
            self.put(p, other.value[p])

    def clear(self) -> None:
        """Take all marks off."""
        if self.size:
            for i in range(self.size):
                self.value[self.points[i]] = 0
            self.size = 0
