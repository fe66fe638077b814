"""Statistics of the player's finished games, computed from the labels of all saves; and the daily game."""
