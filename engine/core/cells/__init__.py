"""Building blocks of a game whose positions are arrays of small numbers: zones of cards, packed moves, position texts."""
