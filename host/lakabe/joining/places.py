"""Which short names let MicroPython find what they stand for in few steps.

What an object or a module has is in a hash table with linear probing (``py/map.c``). The place where the
search for a name begins follows from its letters, and names in a row fill places in a row: so short names,
taken as they come, make long searches. Longest are those in vain, up to the first free place: a method is
looked for among the object's attributes first, and one of Python's own functions among the module's names.
With names chosen for their places all turns of the loop are shorter by a tenth.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from lakabe.joining.tables import LARGE, SPARE, size_of, spares

_TRIES = 1000
"""Exchanges that are tried. Four times as many take a second, and no turn is shorter that can be measured."""
_OWN = ("__name__", "__file__")
"""What every module has."""
_HASH_START = 5381
_HASH_MASK = 0xFFFF
"""MicroPython keeps 16 bits of a name's hash on an RP2040."""


def place(name: str, size: int) -> int:
    """Where the search for a name begins in a table of so many places (``qstr_compute_hash``)."""
    value = _HASH_START
    for byte in name.encode():
        value = value * 33 ^ byte
    return (value & _HASH_MASK or 1) % size


def _search(name: str, taken: Sequence[bool]) -> int:
    """The place where the search for a name that is not there ends; some has to be free."""
    at = place(name, len(taken))
    while taken[at]:
        at = (at + 1) % len(taken)
    return at


def spread(words: Iterable[str], count: int, others: Iterable[str], vain: Iterable[str]) -> list[str]:
    """The words in the order in which a module of ``count`` names should use them.

    First come those that nothing shares a place with: not another such word, nor the ``others`` that the
    module has besides, nor the end of the search for what is looked for there in ``vain``. A small table
    is gone through soon enough.
    """
    if count < LARGE:
        return [*words]
    taken = [False] * size_of(count + len(_OWN) + 1)
    for name in (*_OWN, *others):
        taken[_search(name, taken)] = True
    for end in {_search(name, taken) for name in vain}:
        taken[end] = True
    alone: list[str] = []
    crowded: list[str] = []
    for word in words:
        at = place(word, len(taken))
        (crowded if taken[at] else alone).append(word)
        taken[at] = True
    return alone + crowded


@dataclass(frozen=True)
class Table:
    """The names of the attributes that a class's objects have, and how often the source names each method."""

    attributes: Collection[str]
    methods: Mapping[str, int]

    def steps(self, given: Mapping[str, str]) -> int:
        """How many places are passed over in searches, if names are as ``given``.

        Once for each attribute, for MicroPython remembers where most are, and for each mention of a method.
        """
        names = [given.get(name, name) for name in self.attributes]
        names += [f"{SPARE}{number}" for number in range(spares(len(names)))]
        size = size_of(len(names))
        taken = [False] * size
        steps = 0
        for name in names:
            at = _search(name, taken)
            steps += (at - place(name, size)) % size
            taken[at] = True
        if all(taken):
            return steps + size * sum(self.methods.values())
        for name, times in self.methods.items():
            word = given.get(name, name)
            steps += times * ((_search(word, taken) - place(word, size)) % size)
        return steps


def exchange(tables: Sequence[Table], words: Collection[str]) -> dict[str, str]:
    """What to use instead of each of the words: another of its length, so that searches are shorter."""
    given = {word: word for word in words}
    using: dict[str, set[int]] = {word: set() for word in words}
    for number, table in enumerate(tables):
        for word in {*table.attributes, *table.methods} & using.keys():
            using[word].add(number)
    alike = {word: [other for other in sorted(words) if len(other) == len(word)] for word in words}
    steps = [table.steps(given) for table in tables]
    chance = random.Random(1)  # noqa: S311 of one source always the same is made
    for _ in range(_TRIES if given else 0):
        one = chance.choice(sorted(words))
        other = chance.choice(alike[one])
        given[one], given[other] = given[other], given[one]
        now = {number: tables[number].steps(given) for number in using[one] | using[other]}
        if sum(now.values()) < sum(steps[number] for number in now):
            for number, count in now.items():
                steps[number] = count
        else:
            given[one], given[other] = given[other], given[one]
    return given
