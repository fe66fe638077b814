"""What every game is made of: actions, positions, tasks, the log, luck. It knows no game."""
