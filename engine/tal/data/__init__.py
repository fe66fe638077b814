"""The board and the values of the pyramids: read, written, and those that come with the game."""
