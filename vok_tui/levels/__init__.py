"""The levels as players see them: how strong they are, and the one that adapts to the player."""
