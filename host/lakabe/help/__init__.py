"""Help for people: hints, the coach, opponents of several strengths, analyses, puzzles."""
