"""Tables of contact readings over time and what must be reported of them."""

from fanorona.hands.debounce import LOG, NO_CHANGE, Debounce

WRAP = 1 << 30


def told(contacts, raw, now):
    """One scan, and the contacts that are told to have changed by then."""
    contacts.update(raw, now)
    found = []
    contact = contacts.next(now)
    while contact != NO_CHANGE:
        found.append(contact)
        contact = contacts.next(now)
    return found


def reports(readings, start=0, open_ms=5, close_ms=5):
    """(ms, state) readings of one contact -> (ms, state) reports, scanning every ms for 20 ms more."""
    contacts = Debounce(1, open_ms, close_ms)
    contacts.begin(b"\x01")
    raw = bytearray(b"\x01")
    found = []
    for ms in range(readings[-1][0] + 21):
        for at, state in readings:
            if at == ms:
                raw[0] = state
        if told(contacts, raw, (start + ms) % WRAP):
            found.append((ms, contacts.stable[0]))
    return found


TABLE = (
    # a clean lift, a clean lift and placement
    ([(3, 0)], [(8, 0)]),
    ([(3, 0), (30, 1)], [(8, 0), (35, 1)]),
    # bounce on opening: counted from the last edge
    ([(3, 0), (4, 1), (5, 0), (6, 1), (7, 0)], [(12, 0)]),
    # bounce on closing
    ([(3, 0), (30, 1), (31, 0), (32, 1), (34, 0), (35, 1)], [(8, 0), (40, 1)]),
    # a brief opening of a resting contact is nobody's business
    ([(3, 0), (7, 1)], []),
    # not quite and just long enough
    ([(3, 0), (8, 1)], []),
    ([(3, 0), (9, 1)], [(8, 0), (14, 1)]),
    # chatter without end: nothing until it rests
    ([(t, (t + 1) & 1) for t in range(3, 44)] + [(44, 0)], [(48, 0)]),
)


def test_table():
    for readings, expected in TABLE:
        assert reports(readings) == expected, readings


def test_the_clock_wraps():
    for readings, expected in TABLE:
        for start in (WRAP - 1, WRAP - 6, WRAP - 9, WRAP - 40):
            assert reports(readings, start) == expected, (start, readings)


def test_open_and_close_have_their_own_times():
    assert reports([(3, 0), (30, 1)], open_ms=2, close_ms=9) == [(5, 0), (39, 1)]


def test_what_hands_did_waits_until_it_is_asked_for():
    """The board asks late, as it thinks: an opening of 40 ms is told, one of 20 ms was a bounce."""
    for length, expected in ((40, [0, 1]), (20, [])):
        contacts = Debounce(1, 2, 2)
        contacts.begin(b"\x01")
        for ms in range(100):
            contacts.update(bytes([not 3 <= ms < 3 + length]), ms)
        found = []
        for ms in range(100, 110):
            contacts.update(b"\x01", ms)
            if contacts.next(ms) != NO_CHANGE:
                found.append(contacts.stable[0])
        assert found == expected, length


def test_what_hands_did_is_told_in_its_order():
    """One contact has changed three times before the board asks, and another one in between."""
    contacts = Debounce(2, 2, 2)
    contacts.begin(b"\x01\x00")
    for ms in range(150):
        contacts.update(bytes([not (3 <= ms < 40 or 80 <= ms), 85 <= ms]), ms)
    found = []
    for ms in range(150, 160):
        contacts.update(b"\x00\x01", ms)
        if (contact := contacts.next(ms)) != NO_CHANGE:
            found.append((contact, contacts.stable[contact], contacts.is_brief))
    assert found == [(0, 0, False), (0, 1, False), (0, 0, False), (1, 1, False)]


def test_where_there_is_no_room_hands_wait():
    """As many changes wait as there is room for; one more is found once there is some again."""
    contacts = Debounce(1, 2, 2)
    contacts.begin(b"\x01")
    for ms in range(200):
        contacts.update(bytes([not ms // 50 & 1]), ms)
    assert contacts.next(200) == 0 and contacts.stable == b"\x00"
    contacts.update(b"\x00", 201)
    assert contacts.next(202) == 0 and contacts.stable == b"\x01"
    assert contacts.next(202) == NO_CHANGE
    assert contacts.next(203) == 0 and contacts.stable == b"\x00"
    assert contacts.due(203) == -1


def test_jittering_scans():
    """Scans at uneven times report at the first scan that finds the time over."""
    contacts = Debounce(1, 5, 5)
    contacts.begin(b"\x01")
    seen = [
        told(contacts, bytearray([state]), ms)
        for ms, state in ((0, 1), (2, 0), (3, 0), (6, 0), (9, 0), (12, 0))
    ]
    assert seen == [[], [], [], [], [0], []]


def test_contacts_are_independent_and_ordered_by_time():
    contacts = Debounce(4, 5, 5)
    contacts.begin(b"\x01\x01\x00\x01")
    contacts.update(bytearray(b"\x01\x01\x00\x00"), 10)
    contacts.update(bytearray(b"\x01\x01\x01\x00"), 11)
    contacts.update(bytearray(b"\x00\x01\x01\x00"), 12)
    assert told(contacts, bytearray(b"\x00\x01\x01\x00"), 14) == []
    assert told(contacts, bytearray(b"\x00\x01\x01\x00"), 30) == [3, 2, 0]
    assert bytes(contacts.stable) == b"\x00\x01\x01\x00"


def test_what_moved_again_is_told_after_what_did_not():
    contacts = Debounce(3, 5, 5)
    contacts.begin(b"\x00\x00\x00")
    for ms, raw in ((0, b"\x01\x01\x00"), (1, b"\x00\x01\x01"), (2, b"\x01\x01\x01")):
        contacts.update(bytearray(raw), ms)
    assert told(contacts, bytearray(b"\x01\x01\x01"), 20) == [1, 2, 0]


def test_a_change_not_yet_taken_and_undone_is_never_told():
    contacts = Debounce(2, 5, 5)
    contacts.begin(b"\x00\x00")
    contacts.update(bytearray(b"\x01\x01"), 0)
    assert contacts.next(10) == 0
    contacts.update(bytearray(b"\x01\x00"), 11)
    assert contacts.next(30) == NO_CHANGE
    assert bytes(contacts.stable) == b"\x01\x00"


def test_power_up_reports_nothing():
    contacts = Debounce(3, 5, 5)
    contacts.begin(b"\x01\x00\x01")
    for ms in range(20):
        assert told(contacts, bytearray(b"\x01\x00\x01"), ms) == []


def test_due_tells_when_to_look_again():
    contacts = Debounce(2, 5, 8)
    contacts.begin(b"\x01\x00")
    assert contacts.due(0) == -1
    contacts.update(bytearray(b"\x01\x01"), 100)
    assert contacts.due(100) == 8
    contacts.update(bytearray(b"\x00\x01"), 102)
    assert contacts.due(102) == 5
    assert contacts.due(107) == 0
    assert told(contacts, bytearray(b"\x00\x01"), 107) == [0]
    assert contacts.due(107) == 1
    assert told(contacts, bytearray(b"\x00\x01"), 108) == [1]
    assert contacts.due(108) == -1


def logged(debounce):
    found = []
    while debounce.logged:
        found.append((debounce.read_log(), debounce.log_state, debounce.log_time))
    return found


def test_the_log_keeps_every_transition():
    debounce = Debounce(4, 2, 2)
    debounce.begin(bytes(4))
    debounce.update(b"\x00\x01\x00\x00", 1)
    assert debounce.logged == 0, "nobody asked for it"
    debounce.begin_log(True)
    assert logged(debounce) == [(1, 1, 1)], "what is on its way counts"
    for now, reading in ((5, b"\x01\x01\x00\x01"), (6, b"\x00\x01\x00\x01"), (7, b"\x01\x01\x00\x01")):
        debounce.update(reading, now)
    assert logged(debounce) == [(0, 1, 5), (3, 1, 5), (0, 0, 6), (0, 1, 7)]
    debounce.begin_log(False)
    debounce.update(bytes(4), 9)
    assert logged(debounce) == []


def test_a_full_log_keeps_the_latest():
    debounce = Debounce(1, 2, 2)
    debounce.begin(bytes(1))
    debounce.begin_log(True)
    for now in range(1, LOG + 11):
        debounce.update(bytes([now & 1]), now)
    assert [time for _, _, time in logged(debounce)] == list(range(11, LOG + 11))
