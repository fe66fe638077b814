"""Looking at a game that was played: reviews, the tree of its variations, and what the score sheet looks back at."""
