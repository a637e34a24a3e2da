"""Times the ordinary game on MicroPython by the rules of one game only, ``before``, and by those of all.

Prints what `ordinary.best` finds of each, times in us.
"""

import js
import ordinary
import played
from before import moves as old_moves
from before import rules as old_rules

from fanorona.rules import moves, rules


def processor_us():
    return int(js.process.cpuUsage().user)


for row in ordinary.best(
    [(old_moves, old_rules), (moves, rules)], ordinary.parsed(played.GAMES), processor_us
):
    print(*row)
