"""The history of a game: the tree of positions, the journal, and the match that plays on them."""
