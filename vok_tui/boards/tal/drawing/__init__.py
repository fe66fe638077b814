"""How the board of Tal der Koenige is painted: as tiles or as a map, with builders and lots beside it."""
