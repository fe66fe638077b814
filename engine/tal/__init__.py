"""The rules of Tal der Koenige: lots and secret bids, overseers who claim sites, workers, and pyramids of coloured blocks.

`rules/rounds.py` is the place to start reading. Sections are those of the rulebook: "Game Preparation", "The Board", "Building
Blocks", "Moving Overseers", "Moving Workers", "Building Pyramids", "Subsequent Turns", "Stealing Bricks", "Game End". What the
rulebook leaves open is marked "(ours)".
"""
