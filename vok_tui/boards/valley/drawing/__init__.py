"""What the table of Valley of the Kings looks like: cards as boxes, tombs as shelves, and what is drawn on them."""
