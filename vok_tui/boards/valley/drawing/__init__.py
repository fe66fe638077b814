"""Paints the table of Valley of the Kings: cards as lines or boxes, tombs as counts or shelves, emblems and short texts."""
