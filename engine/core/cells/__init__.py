"""What a game is built from whose positions are arrays of small numbers: zones of cards, packed moves, the text of a position."""
