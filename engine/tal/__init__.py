"""The rules of Tal der Koenige: lots and secret bids, overseers who claim sites, workers, and pyramids of coloured blocks.

Start reading at `rules/rounds.py`. Comments cite the sections of the rulebook: "Game Preparation", "The Board", "Building
Blocks", "Moving Overseers", "Moving Workers", "Building Pyramids", "Subsequent Turns", "Stealing Bricks", "Game End". Where the
rulebook leaves a question open, our answer is marked "(our rule)".
"""
