/**
 * What travels between the page and the server, and between the modules.
 *
 * @typedef {"W" | "B"} Colour
 *
 * @typedef {object} Hand  one stone in somebody's hand
 * @property {Colour} colour
 * @property {string | null} origin  the point it was lifted from; null: from the tray
 *
 * @typedef {object} Move
 * @property {number} ply  counted from 1; odd plies are White's
 * @property {string} text  N1
 * @property {number} white  white stones after it
 * @property {number} black  black stones after it
 *
 * @typedef {object} Game
 * @property {string} id  the board's name for it
 * @property {number | null} number  its number in the archive
 * @property {string} variant  "tsivy", "vela", "vela-creditor", "dimy" or "telo"
 * @property {Colour} turn
 * @property {string | null} opening  its name, where it is one of the five
 * @property {Move[]} moves
 * @property {string | null} step  the move in progress, N1
 * @property {{score: string} | null} result
 *
 * @typedef {object} OpeningRecord  how an opening has done in the archive
 * @property {string} name
 * @property {number} games
 * @property {number} white  games that White won
 * @property {number} draws
 * @property {number} black
 * @property {number | null} score  White's share of the points
 * @property {[number, number] | null} interval  of that share, with 95 % confidence
 * @property {number | null} length  moves of a game in the mean
 *
 * @typedef {{W: number, B: number, running: Colour | "", up: Colour | ""}} Clocks  the ms that each side has left,
 *   whose time goes down, and whose was up
 *
 * @typedef {object} Choice  a move of a hint
 * @property {string} move  N1
 * @property {string[]} line  what is expected, beginning with the move
 * @property {boolean} proven
 * @property {string[]} words  what it is worth, and why: sentences
 * @property {string[]} figures  what the engine says of it: sentences
 *
 * @typedef {object} Hint
 * @property {string} position  N2
 * @property {Colour} turn
 * @property {Choice[]} choices  the best first
 * @property {string | null} mistake  what was wrong with the last move
 *
 * @typedef {object} Match  how the match stands that is played here
 * @property {number} number  the archive's
 * @property {string} title  what kind of match it is
 * @property {string} event  what the players call it, or empty
 * @property {string[]} players
 * @property {number[]} points
 * @property {number | null} white  who has White in the next game, 0 or 1; null when the match is over
 * @property {string | null} debtor  who has a vela to eat
 * @property {string} said  what is played next, or how it has ended
 * @property {boolean} over
 * @property {{label: string, vela: boolean, opening: string | null, white: string, black: string,
 *   result: string | null, number: number | null}[]} games  those that have begun
 *
 * @typedef {object} LessonTexts  empty where there is nothing to say
 * @property {string} title
 * @property {string} topic
 * @property {string} task
 * @property {string} said  what to do now
 * @property {string} why  why it was right
 * @property {string} help
 * @property {string} all  of the button that leads to the choice
 * @property {string} leave  of the button that leads out
 * @property {string[]} titles  of all lessons, while one is chosen
 *
 * @typedef {object} Shown  what is left of a move that is to be carried out
 * @property {string[]} path
 * @property {string[][]} takes  what each step takes
 *
 * @typedef {object} Lesson  the lesson that is on, or that one is chosen, or the board's menu
 * @property {number} number  0: one is chosen
 * @property {"choose" | "set" | "back" | "move" | "reply" | "right" | "menu"} stage
 * @property {number[]} learnt
 * @property {number} following  the next one, 0: all are learnt
 * @property {LessonTexts} texts
 *
 * @typedef {object} Choice  who plays what, and how; the message that begins a game has the same fields
 * @property {number} level  of the computer; 0: people play
 * @property {Colour} side  of the computer
 * @property {string} white  a name, or empty
 * @property {string} black
 * @property {string} game  as in Game, or "mirrored"
 * @property {string} match  the kind of match that begins, the number of one that goes on, or empty
 * @property {number} options  of the match: 1 the creditor has White in a vela, 2 a drawn vela lifts, 4 one vela
 * @property {number} hints  for each player in a game, -1: any number
 * @property {number} base  seconds that each side has; 0: without clocks
 * @property {number} added  seconds that each move adds
 * @property {boolean} repetition  whether the same position for the third time is a draw
 * @property {boolean} fifty  whether fifty moves each without a capture are a draw
 *
 * @typedef {object} Choice  who plays what, and how; the message that begins a game has the same fields
 * @property {number} level  of the computer; 0: people play
 * @property {Colour} side  of the computer
 * @property {string} white  a name, or empty
 * @property {string} black
 * @property {string} game  as in Game, or "mirrored"
 * @property {string} match  the kind of match that begins, the number of one that goes on, or empty
 * @property {number} options  of the match: 1 the creditor has White in a vela, 2 a drawn vela lifts, 4 one vela
 * @property {number} hints  for each player in a game, -1: any number
 * @property {boolean} repetition  whether the same position for the third time is a draw
 * @property {boolean} fifty  whether fifty moves each without a capture are a draw
 *
 * @typedef {object} State  all there is to see, sent whenever something changes
 * @property {"state"} type
 * @property {number} seen  how many messages of this page the server has dealt with
 * @property {boolean} hands  whether this page may lift stones (a virtual board)
 * @property {boolean} pixels  whether the colours of the lights are told, too
 * @property {boolean} hints  whether there is somebody to give hints
 * @property {boolean} hintsLimited  whether players have a limited number of them
 * @property {Hint | null} hint
 * @property {Match | null} match
 * @property {Lesson | null} lesson
 * @property {boolean} linked  whether the board answers
 * @property {string} board  a line about the board
 * @property {"setup" | "play" | "over" | "unknown"} phase
 * @property {Record<Colour, number> | null} levels  how much the lights help each side
 * @property {string} stones  45 of W B . and ? (a stone of unknown colour) in reading order
 * @property {Record<Colour, number>} tray
 * @property {Record<Colour, number>} captured  stones of that colour taken in this game
 * @property {Hand | null} hand  this page's own
 * @property {(Hand & {itself: boolean})[]} others  other pages' hands, and the one that moves stones by itself
 * @property {boolean | null} carries  whether the page moves the stones; null where there are none to move
 * @property {boolean} undo  whether a move can be taken back with a click
 * @property {"" | "mine" | "theirs"} undoAsked  whether this page asks the others to take it back, or is asked
 * @property {{side: Colour, level: number, name: string, called: string} | null} opponent
 *   the computer, where it plays; `called`: with its level
 * @property {Record<Colour, string>} names  who plays, empty where nobody has said so
 * @property {Clocks | null} clocks  of the game; null without any
 * @property {Choice | null} chosen  what was chosen for games to come; null where nothing can be chosen here
 * @property {Shown | null} shown  the opponent's move, while it is carried out
 * @property {string} todo  what is expected now, and what ends the turn; may be empty
 * @property {string} coach  what is wrong with the last move; may be empty
 * @property {string} near  that the next move can end the game as a draw; may be empty
 * @property {string[]} movable  points worth a click while nobody has begun to move
 * @property {boolean} open  whether the move in progress may go on, or end
 * @property {"" | "setup" | "lesson"} restore  why all stones could be put where they belong
 * @property {string} lights  45 role letters in reading order
 * @property {Game | null} game
 * @property {{text: string, tone: string}} status
 * @property {boolean} givenUp  whether a game was given up that may go on
 * @property {{leftOut: string[], text: string}} contacts  points whose contacts do not count, and what to know of them
 *
 * @typedef {object} Analysis  a game that is looked at again
 * @property {string} white
 * @property {string} black
 * @property {string} result
 * @property {string | null} opening
 * @property {string} engine
 * @property {number} done  positions examined
 * @property {number} total
 * @property {Record<Colour, number | null> | null} accuracy  null until all are examined
 * @property {{stones: string, turn: Colour, taken: Record<Colour, number>, share: number | null, number: string,
 *   words: string}[]} positions  before the first move and after each; `share` is White's, of the points
 * @property {{text: string, points: string[], mark?: string, said?: string,
 *   line?: {text: string, points: string[], stones: string, taken: Record<Colour, number>}[], turning?: boolean}[]} moves
 * @property {string} [said]  how the game ended, where it is gone through only
 *
 * @typedef {object} Entry  a game in the list of games
 * @property {number} number
 * @property {string} date
 * @property {string} white
 * @property {string} black
 * @property {string} game  which one, where it is not the ordinary one
 * @property {number} moves
 * @property {string} result
 * @property {string} said  how it ended
 * @property {boolean} replay  whether it can be gone through
 * @property {boolean} analysis  whether it can be analysed
 *
 * @typedef {object} Legal  a move that may be played
 * @property {string} text  N1
 * @property {string[]} path
 * @property {string[][]} takes  what each step takes
 *
 * @typedef {object} Puzzle  a puzzle, as far as it is solved
 * @property {{turn: Colour, moves: number, grade: string}} task
 * @property {string} stones  in reading order
 * @property {string[]} moves  those of both sides so far
 * @property {string[]} last  the points of the last one
 * @property {Legal[]} legal
 * @property {string} said  of the last move
 * @property {boolean} solved
 *
 * @typedef {object} Solution  of a puzzle
 * @property {string} said
 * @property {string[]} positions  stones in reading order, before the first move and after each
 * @property {{text: string, points: string[], also: string}[]} moves  `also`: what else wins there
 *
 * @typedef {object} Tree  how games went on
 * @property {string[]} moves
 * @property {string} stones
 * @property {string | null} opening
 * @property {{text: string, games: number, "1-0": number, "1/2-1/2": number, "0-1": number, score: number,
 *   number: number}[]} next
 *
 * @typedef {{type: "pixels", rgb: string}} Pixels  45 RGB colours as hexadecimal digits, in point order
 * @typedef {{type: "error" | "notice", text: string}} Notice
 *
 * @typedef {object} Page  what the hands need of the rest of the page
 * @property {(point: string) => string} role  the role letter of a point's light
 * @property {(point: string) => boolean} taken  whether a touch takes the stone there off the board
 * @property {() => boolean} looking  whether an earlier position is looked at
 * @property {() => void} live  go back to the game as it is
 * @property {(point: string) => boolean} mayGo  whether the stone that was lifted there may leave the board
 * @property {(text: string) => void} say  show a passing message
 * @property {() => void} moved  something moved: draw again
 * @property {(point: string) => void} go  move the keyboard's cursor
 * @property {() => void} hover  let the stone in hand hover over the cursor
 */

export {};
