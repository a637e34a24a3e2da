"""What each role of a point looks like, and the bytes that make 45 NeoPixels look so within the power budget.

It knows roles as numbers, and the table below; what puts a role on a point is none of its business.
"""

import machine

# A blink pattern is eight bits, one for each 256 ms of a cycle of 2048 ms, the lowest bit first: 1 is
# lit. None flashes more than twice a second (WCAG 2.3.1 allows three). 2048 divides 2^30, so the cycle
# does not stumble when the clock wraps.
STEADY = 0b11111111
SLOW = 0b00111111  # goes out for half a second every two seconds
FLASH = 0b00000011  # half a second of light every two seconds
FAST = 0b01010101  # on and off twice a second

LATE_MS = 20
"""How long a light may blink late."""

# Four bytes for each role code: red, green, blue (duty of the LED, linear in light) and blink pattern. A
# tuple of tuples would take 900 bytes of memory.
#
# Five hues stay apart for every kind of colour blindness: blue, sky, white, magenta, orange. Roles that
# can be lit together differ in one of these hues or in the pattern; tests/firmware/test_palette.py proves
# it. The pattern says what is wanted: steady = for your information or choice, slow = the game waits for
# you here, flash = advice, fast = put this right now.
# fmt: off
PALETTE = (
    b"\x00\x00\x00\xff"  # 0  .  dark
    b"\x8c\x46\x00\xff"  # 1  m  this stone may move
    b"\x78\x78\x78\x3f"  # 2  l  a stone was lifted from here
    b"\xe6\x82\x00\xff"  # 3  p  it may go here, taking nothing
    b"\x00\x00\xff\xff"  # 4  a  it may go here, taking by approach
    b"\xff\x3c\x00\xff"  # 5  w  it may go here, taking by withdrawal
    b"\xff\x00\xaa\xff"  # 6  e  it may go here, taking by either
    b"\x00\x00\xff\x3f"  # 7  A  would be taken by approach
    b"\xff\x3c\x00\x3f"  # 8  W  would be taken by withdrawal
    b"\xff\x00\xaa\x3f"  # 9  E  would be taken either way
    b"\xff\x3c\x00\x55"  # 10 x  this stone is captured: take it off
    b"\xff\x3c\x00\x55"  # 11 r  this stone does not belong here: take it off
    b"\x00\x00\xff\x55"  # 12 n  a stone is missing: put it here
    b"\xa0\xa0\xa0\x55"  # 13 q  did this stone move? touch the one that did
    b"\x00\x28\x6e\xff"  # 14 f  the last move began here
    b"\x46\x46\x46\xff"  # 15 t  the last move ended here
    b"\x00\xff\x00\x3f"  # 16 v  a stone of the winner
    b"\xaa\x6e\x3c\xff"  # 17 i  a white stone belongs here
    b"\x3c\x00\xaa\xff"  # 18 k  a black stone belongs here
    b"\xa0\xa0\xa0\xff"  # 19 h  hint: move this stone
    b"\x00\x00\xff\xff"  # 20 j  hint: to or by way of this point
    b"\xff\x3c\x00\xff"  # 21 g  hint: this stone would be taken
    b"\x00\x5a\xff\x3f"  # 22 o  the move may end here: press turn, or go on with this stone
    b"\xff\xff\xff\xff"  # 23 z  self-test
    b"\x5a\x00\xff\x3f"  # 24 d  the game is drawn
    b"\xaa\x6e\x3c\x03"  # 25 I  white stones may be put here
    b"\x3c\x00\xaa\x03"  # 26 K  black stones may be put here
    b"\xff\x00\xaa\x03"  # 27 b  the contact here is bad
    b"\xe6\x82\x00\x3f"  # 28 s  a stone left with which the second phase of a vela begins
    b"\x00\xff\x00\x03"  # 29 y  this stone would win, if that is agreed on
    b"\x00\xc8\x00\xff"  # 30 u  coach: better to go here
    b"\xff\x46\x00\x03"  # 31 c  coach: worse to go here; the move that ended here is a blunder
)
# fmt: on


def channel_budget(power_ma: int) -> int:
    """The largest allowed sum of all channel values of a frame for `power_ma` mA of light.

    A channel takes 20 mA at 255 (WS2812B), which makes 12.75 a mA; rounded down to a multiple of ten, so that
    365 mA are 4650.
    """
    return power_ma * 51 // 4 // 10 * 10


class Leds:
    """The chain of pixels: shows one role for each point.

    Nothing is allocated after construction. A call costs two comparisons while nothing changes; otherwise
    only the points are worked out again whose role, rhythm or scale has changed.
    """

    def __init__(
        self,
        pin: machine.Pin,
        order: bytes,
        timing_ns: tuple[int, int, int, int],
        power_ma: int,
        brightness: int,
    ) -> None:
        """`order[point]` is the point's place in the chain; `timing_ns` as machine.bitstream wants it."""
        points = len(order)
        roles = len(PALETTE) // 4
        self.frame = bytearray(3 * points)  # bytes on the wire: green, red, blue of each pixel of the chain
        self._pin = pin
        self._timing_ns = timing_ns
        self._place = bytes([3 * place for place in order])
        self._shown = bytearray(points)  # role shown at each point
        self._pattern = bytes([PALETTE[4 * role + 3] for role in range(roles)])
        self._mixed = bytearray(3 * roles)  # green, red, blue of each role when lit, brightness applied
        self._strength = [0] * roles  # sum of the three
        self._green = bytearray(roles)  # the same after scaling to the budget
        self._red = bytearray(roles)
        self._blue = bytearray(roles)
        self._scaled = bytearray(roles)  # whether these three are up to date for a role
        self._lit = bytearray(roles)  # whether each role is lit in the current part of the cycle
        self._turned = bytearray(roles)  # whether a role lights up or goes out in the frame being made
        self._slot = -1  # part of the cycle that _lit holds for, 0..7
        self._over = 0  # sum of the strengths that the colours were scaled down from; 0: not scaled
        self._stale = True  # the pixels may show something else than `frame`
        self._budget = 0
        self._power_ma = 0
        self._brightness = 0
        self.limit(power_ma, brightness)

    def limit(self, power_ma: int, brightness: int) -> None:
        """Set the power for light in mA and the brightness, 1..255; they hold from the next show() on."""
        if power_ma == self._power_ma and brightness == self._brightness:
            return
        self._power_ma = power_ma
        self._brightness = brightness
        self._budget = channel_budget(power_ma)
        for role in range(len(PALETTE) // 4):
            # Rounded up: no light goes out at the lowest brightness.
            red = (PALETTE[4 * role] * brightness + 254) // 255
            green = (PALETTE[4 * role + 1] * brightness + 254) // 255
            blue = (PALETTE[4 * role + 2] * brightness + 254) // 255
            self._mixed[3 * role] = green
            self._mixed[3 * role + 1] = red
            self._mixed[3 * role + 2] = blue
            self._strength[role] = red + green + blue
        self._stale = True

    def show(self, roles: bytearray, now: int, busy: bool = False) -> bool:
        """Show role `roles[point]` at each point at time `now` (ms, may wrap at 2^30).

        A frame is sent only when some light has changed; whether one was sent. While `busy`, lights that only
        blink wait up to LATE_MS, so that a role about to change does not wait for their frame.
        """
        slot = now >> 8 & 7
        same = roles == self._shown and not self._stale
        if same and (slot == self._slot or (busy and now & 255 < LATE_MS)):
            return False
        repaint = not same and self._scale(roles)  # all points
        turned = slot != self._slot and self._turn_to(slot)
        changed = False
        # Local names, and no method for a single point: this loop is most of the time that a change takes.
        shown = self._shown
        scaled = self._scaled
        lit = self._lit
        fresh = self._turned
        place = self._place
        green = self._green
        red = self._red
        blue = self._blue
        frame = self.frame
        point = 0
        for role in roles:
            if repaint or role != shown[point] or (turned and fresh[role]):
                shown[point] = role
                if not scaled[role]:
                    self._scale_role(role)
                if not lit[role]:
                    role = 0  # the role of dark points
                at = place[point]
                frame[at] = green[role]
                frame[at + 1] = red[role]
                frame[at + 2] = blue[role]
                changed = True
            point += 1
        if changed:
            machine.bitstream(self._pin, 0, self._timing_ns, frame)
        return changed

    def next_blink(self, now: int) -> int:
        """Milliseconds from `now` until a light that is shown blinks; -1: none does."""
        edges = 0  # bit s: some light changes on entering part s of the cycle
        for role in self._shown:
            pattern = self._pattern[role]
            edges |= pattern ^ (pattern << 1 | pattern >> 7)
        if not edges & STEADY:
            return -1
        if now >> 8 & 7 != self._slot:
            return max(1, LATE_MS - (now & 255))  # put off
        wait = 256 - (now & 255)
        slot = (now >> 8) + 1
        while not edges >> (slot & 7) & 1:
            wait += 256
            slot += 1
        return wait

    def dark(self) -> None:
        """All pixels off, until the next show()."""
        for index in range(len(self.frame)):
            self.frame[index] = 0
        machine.bitstream(self._pin, 0, self._timing_ns, self.frame)
        self._stale = True

    def _scale(self, roles: bytearray) -> bool:
        """Fit the colours into the budget; whether all points have to be painted again.

        Blinking lights count as lit throughout: their share stays reserved while they are out, so that
        the other lights do not pulse with them.
        """
        total = 0
        strength = self._strength
        for role in roles:
            total += strength[role]
        over = total if total > self._budget else 0
        if over == self._over and not self._stale:
            return False
        self._stale = False
        self._over = over
        for role in range(len(self._scaled)):
            self._scaled[role] = 0
        return True

    def _scale_role(self, role: int) -> None:
        """Bring the colour of a role up to date; done for a role only when a point shows it."""
        self._scaled[role] = 1
        mixed = self._mixed
        index = 3 * role
        green = mixed[index]
        red = mixed[index + 1]
        blue = mixed[index + 2]
        over = self._over
        if over:
            budget = self._budget
            green = green * budget // over
            red = red * budget // over
            blue = blue * budget // over
        self._green[role] = green
        self._red[role] = red
        self._blue[role] = blue

    def _turn_to(self, slot: int) -> bool:
        """Go to a part of the blink cycle; whether any role lights up or goes out."""
        self._slot = slot
        changed = False
        pattern = self._pattern
        lit = self._lit
        for role in range(len(lit)):
            now = pattern[role] >> slot & 1
            turned = now != lit[role]
            self._turned[role] = turned
            if turned:
                lit[role] = now
                changed = True
        return changed
