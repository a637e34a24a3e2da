"""Commands that arrive whole and make no sense are refused by name, and the game goes on as before."""

from board import Board

from fanorona.wire.protocol import HOST_LEAD, MAX_FIELDS, checksum_text

START = "BBBBBBBBB/BBBBBBBBB/BWBW1BWBW/WWWWWWWWW/WWWWWWWWW"
PAIKAS = "W8/9/9/9/8B W"
"""Both sides go to and fro, as often as wanted."""

REFUSED = (
    ("dance", "unknown"),
    ("NEW", "unknown"),
    ("new_game", "unknown"),
    ("new x", "argument"),
    ("new 9", "argument"),
    ("new Dimy", "argument"),
    ("new mirrored2", "argument"),
    ("new tsivy", "argument"),
    ("set", "argument"),
    ("set level", "argument"),
    ("set level 9", "argument"),
    ("set level 5 W", "argument"),
    ("set level -1", "argument"),
    ("set level 1x", "argument"),
    ("set level 1 x", "argument"),
    ("set level 1 Whatever", "argument"),
    ("set level 2 Bx", "argument"),
    ("set level W 1", "argument"),
    ("set power", "argument"),
    ("set power 9", "argument"),
    ("set power 19", "argument"),
    ("set power 2001", "argument"),
    ("set power 1073742324", "argument"),
    ("set power 4294967796", "argument"),
    ("set power 3.65", "argument"),
    ("set brightness 0", "argument"),
    ("set brightness 256", "argument"),
    ("set repetition 2", "argument"),
    ("set fifty no", "argument"),
    ("set mirrored 1", "argument"),
    ("set colour 1", "argument"),
    ("get", "unknown"),
    ("get colour", "unknown"),
    ("load", "position"),
    ("load -", "position"),
    ("load - nonsense W", "position"),
    ("load - " + START, "position"),
    ("load - " + START + " X", "position"),
    ("load - " + START + "/9 W", "position"),
    ("load - " + START[:-1] + " W", "position"),
    ("load - " + START[:-1] + "X W", "position"),
    ("load - 9/9/9/9/55 W", "position"),
    ("load - 9/9/9/9/0W8 W", "position"),
    ("load - " + START + " W dimy", "position"),
    ("load - " + START + " W chess", "argument"),
    ("load chess " + START + " W", "argument"),
    ("load 0123abcd-1234567890123 " + START + " W", "argument"),
    ("end", "argument"),
    ("end 2-0", "argument"),
    ("end 1", "argument"),
    ("hint", "illegal"),
    ("hint d4-d3", "illegal"),
    ("hint z9 e2", "argument"),
    ("hint e2 e3", "busy"),
    ("hint blunder", "argument"),
    ("watch", "argument"),
    ("watch lights", "argument"),
    ("watch lights 2", "argument"),
    ("watch stars 1", "argument"),
    ("fetch", "argument"),
    ("fetch 0123abcd-1", "argument"),
    ("fetch chess 3", "argument"),
    ("resend", "argument"),
    ("resend 0", "argument"),
    ("resend x", "argument"),
    ("test stars", "argument"),
    ("test points", "busy"),
    ("lesson x", "argument"),
    ("lesson 1", "busy"),
    ("lesson -", "no-lesson"),
    ("match", "no-match"),
    ("resume", "no-game"),
    ("match x", "no-match"),
    ("match 0300000301010000010000 W", "busy"),
    ("hello", "version 1.7"),
    ("hello 2.0 other", "version 1.7"),
)
UNLOADED = (
    ("play", "nothing-loaded"),
    ("play 1 d3-e3A", "nothing-loaded"),
    ("go", "nothing-loaded"),
)
LOADED = (
    ("play", "ply"),
    ("play 1", "illegal"),
    ("play x d3-e3A", "ply"),
    ("play 0 d3-e3A", "ply"),
    ("play 2 d3-e3A", "ply"),
    ("play d3-e3A", "ply"),
    ("play 1 d3", "illegal"),
    ("play 1 d3-e3", "illegal"),
    ("play 1 d3-e3X", "illegal"),
    ("play 1 d3-e3AA", "illegal"),
    ("play 1 d3-e3A-e4A", "illegal"),
    ("play 1 e4-e3A", "illegal"),
    ("play 1 a1-a2", "illegal"),
    ("play 1 z9-e3A", "illegal"),
    ("play 1 --", "illegal"),
    ("play 1 --nonsense", "illegal"),
)
"""Once the start position is laid ready."""
MOVED = tuple([(text, "busy" if reason == "illegal" else reason) for text, reason in REFUSED])
"""While a stone is in the hand no hint is asked for: there is nothing that could be illegal."""


def state(board):
    """All of a game that a command could change, by name."""
    session = board.session
    game = session.game
    position = game.position
    return {
        "position": bytes(position.board),
        "turn": position.turn,
        "steps": position.steps,
        "variant": position.variant,
        "rules phase": position.phase,
        "ply": game.ply,
        "record": (game.record.first, game.record.last, game.record.size),
        "result": game.result,
        "draws": (game.repetition, game.fifty),
        "phase": session.tracker.phase,
        "status": session.tracker.status,
        "lights": board.lights(),
        "levels": bytes(session.levels),
        "power": session.power_ma,
        "brightness": session.brightness,
        "start": session.succession.mirrored,
        "watching": session.watching_lights,
        "test": session.test.wanted,
    }


def changed(board, before):
    """The names of what is not as it was."""
    now = state(board)
    return [name for name in before if now[name] != before[name]]


def refuse(board, text, reason):
    """The command is refused for that reason, nothing else is said, and nothing changes."""
    before = state(board)
    told = len(board.lines)
    board.say(text)
    board.wait(20)
    assert board.lines[told:] == ["no 1 " + reason], (text, board.lines[told:])
    assert changed(board, before) == [], text


def paikas(board):
    """Legal moves without end, each made by hand and recorded."""
    moves = []
    while True:
        for start, end in (("a5", "b5"), ("i1", "h1"), ("b5", "a5"), ("h1", "i1")):
            board.lift(start)
            board.place(end)
            moves.append(start + "-" + end)
            assert board.moves() == moves
            yield


def to_and_fro():
    """A game in which no repetition counts (R11), and its moves."""
    board = Board()
    for setting in ("repetition 0", "fifty 0", "level 4 W", "level 2 B", "power 400", "brightness 99"):
        board.say("set " + setting)
    board.load(PAIKAS)
    return board, paikas(board)


def test_after_each_refusal_the_game_goes_on_with_the_next_move():
    board, moves = to_and_fro()
    for text, reason in REFUSED:
        refuse(board, text, reason)
        next(moves)
    assert len(board.moves()) == len(REFUSED)
    assert board.said("ask") == [] and board.said("state") == []


def test_nothing_is_played_before_something_is_laid_ready():
    board = Board()
    for text, reason in UNLOADED:
        refuse(board, text, reason)
    board.move("d3", "e3", "f3")
    assert board.moves() == ["d3-e3A"]


def test_what_is_refused_leaves_what_is_laid_ready_and_the_game_as_they_were():
    board, moves = to_and_fro()
    board.say("load feedc0de-7 " + START + " W")
    for text, reason in LOADED + REFUSED:
        refuse(board, text, reason)
        next(moves)
    board.lines = []
    board.say("play 1 d3-e3A")
    board.say("go")
    board.wait(100)
    assert board.said("no") == []
    assert board.session.game.ply == 1
    assert board.said("result") == ["0123abcd-2 * abandoned 92"]


def test_a_stone_in_the_hand_and_the_lights_for_it_stay():
    board = Board()
    board.say("load feedc0de-7 " + START + " W")
    board.lift("d3")
    assert board.lit("l") == "d3" and board.lit("b") == ""
    lights = board.lights()
    assert len(lights) > 2
    for text, reason in LOADED + MOVED:
        refuse(board, text, reason)
        assert board.lights() == lights, text
    board.place("e3")
    board.lift("f3")
    assert board.moves() == ["d3-e3A"]
    assert board.said("ask") == []


def test_an_open_move_stays_open():
    board = Board("9/9/1B7/9/W1B5B W")
    board.move("a1", "b1", "c1")
    assert board.lights() == {"b1": "o"}
    for text, reason in REFUSED:
        refuse(board, text, reason)
    board.lift("b1")
    board.place("b2")
    board.lift("b3")
    assert board.moves() == ["a1-b1A-b2A"]


def test_fields_too_many_are_passed_over_or_make_no_line():
    """PROTOCOL.md, versions: a later minor version may add fields at the end."""
    board, moves = to_and_fro()
    before = state(board)
    for text in ("version 9 9", "get power 9", "set power 500 9", "set level 1 B 9", "watch raw 0 9"):
        told = len(board.said("ok"))
        board.say(text)
        board.wait(100)
        assert len(board.said("ok")) == told + 1, text
        next(moves)
        before["ply"] += 1
    names = changed(board, before)
    assert "power" in names and "levels" in names
    assert [name for name in names if name in ("variant", "draws", "phase", "brightness", "start")] == []
    assert bytes(board.session.levels[1:]) == b"\x04\x01" and board.session.power_ma == 500
    before = state(board)
    body = b"1 set power 600" + b" 9" * MAX_FIELDS
    data = bytes([HOST_LEAD]) + body + b"*" + checksum_text(body) + b"\n"
    board.session.receive(bytearray(data), len(data))
    board.wait(400)  # until hands rest
    assert board.said("bad") == ["format"] and changed(board, before) == []
    next(moves)


def meddle(session, name):
    """Change what ``state`` calls so."""
    if name == "position":
        session.game.position.board[3] = 1
    elif name == "variant":
        session.game.position.variant = 3
    elif name == "ply":
        session.game.ply = 7
    elif name == "draws":
        session.game.fifty = False
    elif name == "lights":
        session.roles[4] = 5
    elif name == "levels":
        session.levels[1] = 0
    elif name == "power":
        session.power_ma = 9
    elif name == "start":
        session.succession.mirrored = True


def test_what_a_refused_command_does_all_the_same_is_found():
    for name in ("position", "variant", "ply", "draws", "lights", "levels", "power", "start"):
        board = Board(PAIKAS)
        before = state(board)
        assert changed(board, before) == []
        meddle(board.session, name)
        assert changed(board, before) == [name]
