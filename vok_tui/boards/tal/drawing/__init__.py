"""Paints the board of Tal der Koenige: as tiles or as a map, with builders and lots beside it."""
