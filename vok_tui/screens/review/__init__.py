"""Looking at a game that was played: its steps and lines, notes, the screen and how it is painted."""
