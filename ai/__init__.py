"""The opponents: a search that knows no game, what is known about each game, and the levels made of both."""
